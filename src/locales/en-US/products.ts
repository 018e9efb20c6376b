const products = { meta: { title: 'products', description: '', keywords: '' } } as const

export default products
