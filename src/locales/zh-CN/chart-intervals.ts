import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-intervals.ts'

const intervals: Words<typeof enUS> = {
  '1m': '1 分钟',
  '5m': '5 分钟',
  '15m': '15 分钟',
  '30m': '30 分钟',
  '1h': '1 小时',
  '2h': '2 小时',
  '4h': '4 小时',
  '1d': '日线',
  '1w': '周线',
  '1M': '月线',
  '3m': '3 分钟',
  '10m': '10 分钟',
  '45m': '45 分钟',
  '3h': '3 小时',
  '6h': '6 小时',
  '8h': '8 小时',
  '12h': '12 小时',
  '3d': '3 日线',
  '1Q': '季线',
  '1y': '年线',
}

export default intervals
