import { type Interval, intervalMs, intervals } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { periodStart } from '../bars/bar-time.ts'
import { isIntraday } from '../bars/interval.ts'
import type { Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { dayOf, instantOf, spansOf } from '../calendar/session.ts'
import { tradingDays } from '../checks/open-days.ts'

const daysMax = 30
/** A period, ms, that contains 30 trading days despite holidays, unless trading was suspended. */
const stretchMs = 75 * dayMs

/** The trading days, weeks and months of an exchange that are counted, as the starts of their bars in ms. */
export type Window = { days: readonly number[]; weeks: readonly number[]; months: readonly number[] }

/** The last 30 trading days before today, and the completed weeks and months that contain one of them. */
export function windowOf(exchange: Exchange, now: number): Window {
  const today = now - (now % dayMs)
  const days = tradingDays(exchange, today - stretchMs, today - dayMs).slice(-daysMax)
  const periods = (interval: Interval) => [
    ...new Set(days.map((day) => periodStart(interval, day)).filter((start) => start !== periodStart(interval, today))),
  ]
  return { days, weeks: periods('1w'), months: periods('1M') }
}

/**
 * The number of bars of each interval that a window has if none is missing. `since`: the day of the first bar, which
 * does not count.
 */
export function expectedBars(
  exchange: Exchange,
  { days, weeks, months }: Window,
  since: number,
): Record<Interval, number> {
  const later = (starts: readonly number[]) => starts.filter((start) => start > since)
  const count = (interval: Interval) => {
    if (interval === '1w') return later(weeks).length
    if (interval === '1M') return later(months).length
    const counted = later(days)
    if (!isIntraday(interval)) return counted.length
    return barsOfDays(exchange, intervalMs[interval], counted)
  }
  return Object.fromEntries(intervals.map((interval) => [interval, count(interval)])) as Record<Interval, number>
}

/** `days` in order. The last bar of a session may be the first bar of the next. */
function barsOfDays(exchange: Exchange, size: number, days: readonly number[]): number {
  let total = 0
  let counted = Number.NEGATIVE_INFINITY
  for (const date of days) {
    for (const { open, close } of sessionsOn(exchange, date)) {
      const from = Math.max(counted, Math.floor((date + open * minuteMs) / size))
      counted = Math.max(from, Math.ceil((date + close * minuteMs) / size))
      total += counted - from
    }
  }
  return total
}

/**
 * The sessions that belong to the bars of a date, in minutes of that date. Currencies and metals have New York's
 * sessions, but UTC dates.
 */
function sessionsOn(exchange: Exchange, date: number): readonly Span[] {
  if (exchange.day.kind !== 'utc' || exchange.hours.kind === 'utc') return spansOf(exchange, date)
  const minuteOf = (day: number, minute: number) =>
    Math.min(1440, Math.max(0, (instantOf(exchange.timeZone, day + minute * minuteMs) - date) / minuteMs))
  return [date - dayMs, date, date + dayMs].flatMap((day) =>
    (dayOf(exchange, day)?.regular ?? [])
      .map(({ open, close }) => ({ open: minuteOf(day, open), close: minuteOf(day, close) }))
      .filter(({ open, close }) => open < close),
  )
}
