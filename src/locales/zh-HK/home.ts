import type en from '../en-US/home.ts'
import type { Words } from '../words.ts'

const home: Words<typeof en> = { meta: { title: 'home', description: '', keywords: '' } }

export default home
