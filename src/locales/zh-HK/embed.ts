import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/embed.ts'

const embed: Words<typeof en> = {
  open: '開',
  high: '高',
  low: '低',
  close: '收',
  live: '即時',
  resting: '暫無推送',
  openChart: '開啟圖表',
  label: '{code} 即時圖表',
}

export default embed
