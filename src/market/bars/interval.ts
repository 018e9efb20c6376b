import { type BarInterval, barIntervals, type Interval, intervalMs, intervals } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'

/**
 * The interval's number in the store, which is the kType of the API. Intervals that are never stored have the highest
 * numbers.
 */
export function intervalNumber(interval: BarInterval): number {
  return barIntervals.indexOf(interval) + 1
}

export function intervalOfNumber(kType: number): Interval | null {
  return intervals[kType - 1] ?? null
}

const spellings: Record<string, BarInterval> = {
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
  '3min': '3m',
  '10min': '10m',
  '45min': '45m',
  '180m': '3h',
  '360m': '6h',
  '480m': '8h',
  '720m': '12h',
  q: '1Q',
  '1q': '1Q',
  quarter: '1Q',
  quarterly: '1Q',
  '3mo': '1Q',
  y: '1y',
  year: '1y',
  yearly: '1y',
}

/** Reads `5m`, `1H`, `day`, `1M` (a month: the capital matters) or a kType such as `2`. Null for other text. */
export function parseInterval(text: string): BarInterval | null {
  const trimmed = text.trim()
  if (/^\d{1,2}$/.test(trimmed)) return intervalOfNumber(Number(trimmed))
  if (trimmed === 'M') return '1M'
  const exact = barIntervals.find((interval) => interval === trimmed)
  if (exact) return exact
  const lower = trimmed.toLowerCase()
  return barIntervals.find((interval) => interval === lower) ?? spellings[lower] ?? null
}

/** Reads an interval whose bars can be stored. Null for other text. */
export function parseStored(text: string): Interval | null {
  const named = parseInterval(text)
  return intervals.find((interval) => interval === named) ?? null
}

/** The intervals of stored bars from which `interval` is read or built, longest first, itself included if stored. */
export function basesOf(interval: BarInterval): Interval[] {
  const own = (intervals as readonly BarInterval[]).indexOf(interval)
  if (own >= 0) return intervals.slice(0, own + 1).reverse()
  const length = intervalMs[interval]
  // Intervals longer than a day are built from days or from finer bars.
  const fits = (base: Interval) => (length > dayMs ? intervalMs[base] <= dayMs : length % intervalMs[base] === 0)
  return intervals.filter(fits).reverse()
}

export function isIntraday(interval: BarInterval): boolean {
  return intervalMs[interval] < dayMs
}
