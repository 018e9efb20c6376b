import { type BarInterval, barIntervals, intervalMs } from '#src/contract/market.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { dayOf, instantOf, positionInDay, spansOf } from '../calendar/session.ts'
import { type Bar, mergeBars } from './bar.ts'
import { isIntraday } from './interval.ts'

/** `start`: the open of a bar, as sent to clients. `end`: the time from which the bar is final. Both in ms UTC. */
export type BarSpan = { readonly start: number; readonly end: number }

const quarterMs = 15 * minuteMs

/**
 * The bar of an interval that contains a time. Intraday bars begin when the exchange's clock shows a multiple of their
 * length, so a bar around a clock change may be shorter or longer. A day begins at 00:00 UTC of its trading date, a
 * week on Monday, a month on the first. A day ends with its last regular session, a longer bar with its last trading
 * day. In markets whose days are UTC dates, all these bars end at 00:00 UTC.
 */
export function barAt(exchange: Exchange, interval: BarInterval, time: number): BarSpan {
  if (isIntraday(interval)) return intradayAt(exchange, intervalMs[interval], time)
  return periodOf(exchange, interval, positionInDay(exchange, time).date)
}

export function barStarting(exchange: Exchange, interval: BarInterval, start: number): BarSpan {
  if (!isIntraday(interval)) return periodOf(exchange, interval, start)
  const { start: aligned, end } = intradayAt(exchange, intervalMs[interval], start)
  // The hourly bars of a source may begin at other minutes than ours.
  return aligned === start ? { start, end } : { start, end: start + intervalMs[interval] }
}

export function isFinal(exchange: Exchange, interval: BarInterval, start: number, now: number): boolean {
  return now >= barStarting(exchange, interval, start).end
}

/** Whether a bar of `length` ms overlaps a regular session. Always true if the market's days are UTC dates. */
export function isInSession(exchange: Exchange, time: number, length = minuteMs): boolean {
  if (exchange.day.kind === 'utc') return true
  const { date } = positionInDay(exchange, time + length - 1)
  const from = (time - date) / minuteMs + zoneOffset(exchange.timeZone, time)
  const until = from + length / minuteMs
  return spansOf(exchange, date).some(({ open, close }) => until > open && from < close)
}

/** `isInSession` for minutes, which keeps its last answer: trades that follow each other are mostly of one minute. */
export function regularTimes(exchange: () => Exchange): (time: number) => boolean {
  let minute = Number.NaN
  let isRegular = true
  return (time) => {
    const at = time - (time % minuteMs)
    if (at === minute) return isRegular
    minute = at
    isRegular = isInSession(exchange(), at)
    return isRegular
  }
}

export const intervalsByLength = barIntervals.toSorted((a, b) => intervalMs[a] - intervalMs[b])
const intraday = intervalsByLength.filter((interval) => isIntraday(interval) && interval !== '1m')
const dated = intervalsByLength.filter((interval) => !isIntraday(interval))

type WiderBar = BarSpan & { readonly interval: BarInterval }

/** The wider bars that contain a minute and have not ended before it, shortest first. */
export function widerBarsAt(exchange: Exchange, minute: number): readonly WiderBar[] {
  const periods = periodsOf(exchange, positionInDay(exchange, minute).date)
  const found: WiderBar[] = []
  for (const interval of intraday) found.push({ interval, ...intradayAt(exchange, intervalMs[interval], minute) })
  for (const period of periods) if (period.end > minute) found.push(period)
  return found
}

const periodsKept = 400
const periodsKnown = new WeakMap<Exchange, Map<number, readonly WiderBar[]>>()

/**
 * The periods that contain a trading date, from a day to a year. They are cached, because the feed needs them for every
 * instrument every minute.
 */
function periodsOf(exchange: Exchange, date: number): readonly WiderBar[] {
  const known = periodsKnown.get(exchange) ?? new Map<number, readonly WiderBar[]>()
  periodsKnown.set(exchange, known)
  let periods = known.get(date)
  if (!periods) {
    periods = dated.map((interval) => ({ interval, ...periodOf(exchange, interval, date) }))
    if (known.size >= periodsKept) known.clear()
    known.set(date, periods)
  }
  return periods
}

/**
 * Groups finer bars into bars, oldest first. Of intraday bars, only those that overlap a session count for a day or a
 * longer bar.
 */
export function groupBars(exchange: Exchange, interval: BarInterval, base: BarInterval, bars: Iterable<Bar>): Bar[] {
  const groups = new Map<number, Bar[]>()
  for (const bar of [...bars].sort((a, b) => a.time - b.time)) {
    const start = groupOf(exchange, interval, base, bar.time)
    if (start === null) continue
    const group = groups.get(start)
    if (group) group.push(bar)
    else groups.set(start, [bar])
  }
  return [...groups].map(([start, members]) => mergeBars(start, members))
}

/** The start of the bar to which a finer bar belongs; null if it belongs to no bar. */
function groupOf(exchange: Exchange, interval: BarInterval, base: BarInterval, time: number): number | null {
  if (isIntraday(interval)) return intradayStart(exchange, intervalMs[interval], time)
  if (!isIntraday(base)) return periodStart(interval, time)
  const length = intervalMs[base]
  if (!isInSession(exchange, time, length)) return null
  return periodStart(interval, positionInDay(exchange, time + length - 1).date)
}

function intradayAt(exchange: Exchange, size: number, time: number): BarSpan {
  const start = intradayStart(exchange, size, time)
  const end = start + size
  const offset = offsetAt(exchange, start)
  const isUsual = offset === offsetAt(exchange, end) && floorMod(start + offset, size) === 0
  if (hourMs % size === 0 || isUsual) return { start, end }
  // The clock changes within the bar or at its start. Since 1948 the clocks of exchanges have changed only at quarter
  // hours, so the next bar begins at a quarter hour.
  for (let next = start + quarterMs; ; next += quarterMs) {
    if (intradayStart(exchange, size, next) > start) return { start, end: next }
  }
}

/**
 * The last time up to `time` at which the exchange's clock showed a multiple of `size`, or skipped one. Bars of 45
 * minutes count from local midnight, because a clock change of an hour is no multiple of 45 minutes.
 */
function intradayStart(exchange: Exchange, size: number, time: number): number {
  if (hourMs % size !== 0 && size % hourMs !== 0) {
    const midnight = intradayStart(exchange, dayMs, time)
    return midnight + floorTo(time - midnight, size)
  }
  const offset = quarterMs % size === 0 ? 0 : offsetAt(exchange, time)
  const wall = floorTo(time + offset, size)
  return hourMs % size === 0 ? wall - offset : wall - offsetAt(exchange, wall - offset)
}

function offsetAt(exchange: Exchange, time: number): number {
  return exchange.day.kind === 'utc' ? 0 : zoneOffset(exchange.timeZone, time) * minuteMs
}

function periodOf(exchange: Exchange, interval: BarInterval, date: number): BarSpan {
  const start = periodStart(interval, date)
  // The bar ends with the calendar, not with a session. For currencies, a UTC date contains hours of two trading days,
  // and Sunday contains the opening in the evening.
  if (exchange.day.kind === 'utc') return { start, end: nextPeriod(interval, start) }
  let last = nextPeriod(interval, start) - dayMs
  while (last > start && dayOf(exchange, last) === null) last -= dayMs
  return { start, end: dayEnd(exchange, last) }
}

function dayEnd(exchange: Exchange, date: number): number {
  return instantOf(exchange.timeZone, date + (spansOf(exchange, date).at(-1)?.close ?? 1440) * minuteMs)
}

/** 00:00 UTC of the first date of a trading date's period: day, 3 days (since 1970), week, month, quarter, year. */
export function periodStart(interval: BarInterval, date: number): number {
  if (interval === '1w') return date - floorMod(date / dayMs + 3, 7) * dayMs
  if (interval === '1M') return date - (new Date(date).getUTCDate() - 1) * dayMs
  if (interval === '3d') return floorTo(date, 3 * dayMs)
  const day = new Date(date)
  if (interval === '1Q') return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - (day.getUTCMonth() % 3), 1)
  return interval === '1y' ? Date.UTC(day.getUTCFullYear(), 0, 1) : date
}

function nextPeriod(interval: BarInterval, start: number): number {
  return periodStart(interval, start + periodDays(interval) * dayMs)
}

/** The largest number of dates in a period. */
export function periodDays(interval: BarInterval): number {
  switch (interval) {
    case '3d':
      return 3
    case '1w':
      return 7
    case '1M':
      return 31
    case '1Q':
      return 92
    case '1y':
      return 366
    default:
      return 1
  }
}

function floorTo(value: number, step: number): number {
  return value - floorMod(value, step)
}

function floorMod(value: number, step: number): number {
  return ((value % step) + step) % step
}
