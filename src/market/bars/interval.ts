import { type Interval, intervalMs, intervals } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'

/** The wire's kType, which is also the interval's number in the store. */
export function intervalNumber(interval: Interval): number {
  return intervals.indexOf(interval) + 1
}

export function intervalOfNumber(kType: number): Interval | null {
  return intervals[kType - 1] ?? null
}

const spellings: Record<string, Interval> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60m': '1h',
  '60min': '1h',
  '120m': '2h',
  '240m': '4h',
  d: '1d',
  day: '1d',
  daily: '1d',
  w: '1w',
  week: '1w',
  weekly: '1w',
  month: '1M',
  monthly: '1M',
  '1mo': '1M',
  '1mon': '1M',
}

/** `5m`, `1H`, `day`, `1M` (a month: the capital matters) or a kType such as `2`; null for anything else. */
export function parseInterval(text: string): Interval | null {
  const trimmed = text.trim()
  if (/^\d{1,2}$/.test(trimmed)) return intervalOfNumber(Number(trimmed))
  if (trimmed === 'M') return '1M'
  const exact = intervals.find((interval) => interval === trimmed)
  if (exact) return exact
  const lower = trimmed.toLowerCase()
  return intervals.find((interval) => interval === lower) ?? spellings[lower] ?? null
}

export function isIntraday(interval: Interval): boolean {
  return intervalMs[interval] < dayMs
}
