import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-board.ts'
import type { replay as enReplay } from '../en-US/chart-board.ts'

const board: Words<typeof enUS> = {
  grid: '多图布局',
  charts: '{count, plural, other {# 个图表}}',
  linked: '联动',
  links: { interval: '周期', crosshair: '十字光标', time: '时间', symbol: '品种' },
}

export const replay: Words<typeof enReplay> = {
  label: '行情回放',
  begin: '逐根回放历史 K 线',
  back: '后退一根',
  forward: '前进一根',
  play: '播放',
  pause: '暂停',
  speed: '速度',
  barsASecond: '{speed, plural, other {每秒 # 根}}',
  place: '历史位置',
  leave: '回到实时',
}

export default board
