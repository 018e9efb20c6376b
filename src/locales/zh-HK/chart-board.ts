import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-board.ts'
import type { replay as enReplay } from '../en-US/chart-board.ts'

const board: Words<typeof enUS> = {
  grid: '並排圖表',
  charts: '{count, plural, other {# 個圖表}}',
  linked: '連動',
  links: { interval: '週期', crosshair: '十字游標', time: '時間', symbol: '代號' },
}

export const replay: Words<typeof enReplay> = {
  label: '行情重播',
  begin: '逐支重播歷史 K 線',
  back: '退後一支',
  forward: '前進一支',
  play: '播放',
  pause: '暫停',
  speed: '速度',
  barsASecond: '{speed, plural, other {每秒 # 支}}',
  place: '歷史位置',
  leave: '返回即時',
}

export default board
