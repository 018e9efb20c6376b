import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/legal.ts'

const legal: Words<typeof en> = {
  updated: '最后更新：',
  contents: '目录',
  operator: '本站运营方',
  address: '通信地址可向 {email} 索取',
  jurisdiction: '运营方所在地',
  poweredBy: '本站由 {software} 软件提供支持。',
}

export default legal
