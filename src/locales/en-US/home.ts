const home = { meta: { title: 'home', description: '', keywords: '' } } as const

export default home
