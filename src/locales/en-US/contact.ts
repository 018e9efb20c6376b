const contact = { meta: { title: 'contact', description: '', keywords: '' } } as const

export default contact
