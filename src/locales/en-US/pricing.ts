const pricing = { meta: { title: 'pricing', description: '', keywords: '' } } as const

export default pricing
