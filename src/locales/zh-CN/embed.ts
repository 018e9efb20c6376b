import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/embed.ts'

const embed: Words<typeof en> = {
  open: '开',
  high: '高',
  low: '低',
  close: '收',
  live: '实时',
  resting: '暂无推送',
  openChart: '打开图表',
  label: '{code} 实时图表',
}

export default embed
