import type en from '../en-US/contact.ts'
import type { Words } from '../words.ts'

const contact: Words<typeof en> = { meta: { title: 'contact', description: '', keywords: '' } }

export default contact
