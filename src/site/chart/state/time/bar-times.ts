import { type BarInterval, intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'

const calendarMonths: Partial<Record<BarInterval, number>> = { '1M': 1, '1Q': 3, '1y': 12 }

/** The opening time of the bar that follows the bar opened at `open`, ms UTC. */
export function nextOpen(open: number, interval: BarInterval): number {
  const months = calendarMonths[interval]
  if (months === undefined) return open + intervalMs[interval]
  const date = new Date(open)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

/** Whether bars have a date instead of a time (daily and longer). Such bars are shown in UTC for every reader. */
export function isDated(interval: BarInterval): boolean {
  return intervalMs[interval] >= dayMs
}

type Market = { status: string; next: { at: number; to: string } | null }

/**
 * The time until the running bar closes: `mm:ss`, `h:mm:ss` or `2d 4h`. Empty after the close, for an earlier bar, and
 * while the market cannot change the bar. A daily bar closes with its exchange.
 */
export function countdown(open: number, interval: BarInterval, now: number, market: Market | null = null): string {
  if (market?.status === 'closed' || (market && market.status !== 'regular' && isDated(interval))) return ''
  const end = nextOpen(open, interval)
  const close = interval === '1d' && market?.next?.to === 'closed' ? market.next.at : end
  const left = Math.ceil((close - now) / 1000)
  if (left <= 0 || end <= now) return ''
  const days = Math.floor(left / 86_400)
  const hours = Math.floor((left % 86_400) / 3_600)
  if (days > 0) return `${days}d ${hours}h`
  const two = (value: number): string => String(value).padStart(2, '0')
  const clock = `${two(Math.floor((left % 3_600) / 60))}:${two(left % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
