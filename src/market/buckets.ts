import { type Interval, intervals } from '#src/contract/market.ts'
import type { Exchange } from './exchange.ts'
import { dayMs, intervalMs, isIntraday, monthStart, weekStart } from './interval.ts'
import { instantOf, placeInDay, zoneOffset } from './session.ts'

const wider = intervals.filter((interval) => interval !== '1m')

/**
 * The wider bars that hold the minute at `time`: when each begins (as the wire writes it) and when it ends. Intraday ones
 * lie on the exchange's clock; a day ends with its regular session, a week with its last trading day.
 */
export function bucketsOf(exchange: Exchange, time: number): { interval: Interval; start: number; end: number }[] {
  return wider.map((interval) => ({ interval, ...bucketOf(exchange, time, interval) }))
}

export function bucketOf(exchange: Exchange, time: number, interval: Interval): { start: number; end: number } {
  if (isIntraday(interval)) {
    const offset = exchange.day.kind === 'utc' ? 0 : zoneOffset(exchange.timeZone, time) * 60_000
    const size = intervalMs[interval]
    const start = time - ((time + offset) % size)
    return { start, end: start + size }
  }
  const { date } = placeInDay(exchange, time)
  if (interval === '1d') return { start: date, end: dayEnd(exchange, date) }
  const start = interval === '1w' ? weekStart(date) : monthStart(date)
  return { start, end: dayEnd(exchange, lastTradingDate(exchange, date, interval === '1w' ? weekStart : monthStart)) }
}

function dayEnd(exchange: Exchange, date: number): number {
  if (exchange.day.kind === 'utc') return date + dayMs
  const close = exchange.regular.at(-1)?.close ?? 1440
  return instantOf(exchange.timeZone, date + close * 60_000)
}

/** By weekdays alone: a holiday at the end of a week lets its bar end a little late, never early. */
function lastTradingDate(exchange: Exchange, date: number, unit: (date: number) => number): number {
  let last = date
  for (let next = date + dayMs; unit(next) === unit(date); next += dayMs) {
    if (exchange.weekdays.includes(new Date(next).getUTCDay())) last = next
  }
  return last
}
