import type en from '../en-US/pricing.ts'
import type { Words } from '../words.ts'

const pricing: Words<typeof en> = { meta: { title: 'pricing', description: '', keywords: '' } }

export default pricing
