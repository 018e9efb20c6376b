import type { Period } from 'klinecharts'
import type { BarInterval } from '#src/contract/market.ts'

export const periods: Record<BarInterval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '10m': { type: 'minute', span: 10 },
  '45m': { type: 'minute', span: 45 },
  '3h': { type: 'hour', span: 3 },
  '6h': { type: 'hour', span: 6 },
  '8h': { type: 'hour', span: 8 },
  '12h': { type: 'hour', span: 12 },
  '3d': { type: 'day', span: 3 },
  '1Q': { type: 'month', span: 3 },
  '1y': { type: 'year', span: 1 },
}
