import type { BarInterval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'

type Span = { interval: BarInterval; days?: number; months?: number; sinceNewYear?: boolean }

/** The time spans of the range bar and the interval of each. One page of bars covers each span except `All`. */
export const ranges = {
  '1D': { interval: '5m', days: 1 },
  '5D': { interval: '15m', days: 7 },
  '1M': { interval: '1h', months: 1 },
  '3M': { interval: '4h', months: 3 },
  '6M': { interval: '1d', months: 6 },
  YTD: { interval: '1d', sinceNewYear: true },
  '1Y': { interval: '1d', months: 12 },
  '5Y': { interval: '1w', months: 60 },
  All: { interval: '1M' },
} as const satisfies Record<string, Span>

export type Range = keyof typeof ranges

/** The start of a range that ends at the newest bar, ms UTC. Five trading days are one calendar week. */
export function rangeStart(range: Range, newest: number): number {
  const span: Span = ranges[range]
  const date = new Date(newest)
  if (span.days !== undefined) return newest - span.days * dayMs
  if (span.months !== undefined) return monthsBefore(date, span.months)
  return span.sinceNewYear ? Date.UTC(date.getUTCFullYear(), 0, 1) : Number.NEGATIVE_INFINITY
}

/** The same day `months` earlier, or the last day of a shorter month. */
function monthsBefore(date: Date, months: number): number {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}
