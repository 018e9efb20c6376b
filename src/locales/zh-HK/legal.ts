import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/legal.ts'

const legal: Words<typeof en> = {
  updated: '最後更新：',
  contents: '目錄',
  operator: '本網站的營運者',
  address: '通訊地址可向 {email} 索取',
  jurisdiction: '營運者的所在地',
  poweredBy: '本網站由 {software} 軟件支援。',
}

export default legal
