import type { Interval } from '#src/contract/market.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const fixedMs: Partial<Record<Interval, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '2h': 120 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
}

/** The open of the bar after the one that opens at `open`, ms UTC. */
export function nextOpen(open: number, interval: Interval): number {
  const width = fixedMs[interval]
  if (width !== undefined) return open + width
  const date = new Date(open)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Daily and longer bars carry a date, not a moment: they are shown in UTC whatever the reader's zone. */
export function isDated(interval: Interval): boolean {
  return interval === '1d' || interval === '1w' || interval === '1M'
}

/** Time left until the running bar closes: `mm:ss`, `h:mm:ss` or `2d 4h`; empty once it is over. */
export function countdown(open: number, interval: Interval, now: number): string {
  const left = Math.ceil((nextOpen(open, interval) - now) / 1000)
  if (left <= 0) return ''
  const days = Math.floor(left / 86_400)
  const hours = Math.floor((left % 86_400) / 3_600)
  if (days > 0) return `${days}d ${hours}h`
  const two = (value: number): string => String(value).padStart(2, '0')
  const clock = `${two(Math.floor((left % 3_600) / 60))}:${two(left % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
