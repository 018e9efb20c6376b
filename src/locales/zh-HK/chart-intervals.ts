import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-intervals.ts'

const intervals: Words<typeof enUS> = {
  '1m': '1 分鐘',
  '5m': '5 分鐘',
  '15m': '15 分鐘',
  '30m': '30 分鐘',
  '1h': '1 小時',
  '2h': '2 小時',
  '4h': '4 小時',
  '1d': '日線',
  '1w': '週線',
  '1M': '月線',
  '3m': '3 分鐘',
  '10m': '10 分鐘',
  '45m': '45 分鐘',
  '3h': '3 小時',
  '6h': '6 小時',
  '8h': '8 小時',
  '12h': '12 小時',
  '3d': '3 日線',
  '1Q': '季線',
  '1y': '年線',
}

export default intervals
