import type en from '../en-US/products.ts'
import type { Words } from '../words.ts'

const products: Words<typeof en> = { meta: { title: 'products', description: '', keywords: '' } }

export default products
