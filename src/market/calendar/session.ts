import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import type { Span } from './changed-day.ts'
import type { DayRule, Exchange } from './exchange.ts'
import { holidayOn } from './holidays/holidays.ts'

/**
 * Converts a local wall time to ms UTC. `wall`: ms since 1970 as if the clock showed UTC. A skipped time moves forward
 * by the length of the change. The first occurrence of a repeated time counts.
 */
export function instantOf(timeZone: string, wall: number): number {
  const earlier = instantBefore(timeZone, wall)
  if (isShown(timeZone, earlier, wall)) return earlier
  const later = instantAfter(timeZone, wall)
  return isShown(timeZone, later, wall) ? later : earlier
}

/** Like `instantOf`, but NaN for a local time that the clock skips or repeats. */
export function onlyInstantOf(timeZone: string, wall: number): number {
  const earlier = instantBefore(timeZone, wall)
  const later = instantAfter(timeZone, wall)
  if (earlier === later) return earlier
  const isEarlier = isShown(timeZone, earlier, wall)
  if (isEarlier === isShown(timeZone, later, wall)) return Number.NaN
  return isEarlier ? earlier : later
}

/** The instant of a wall time by the offset before any clock change that is near. No offset is a day or more. */
function instantBefore(timeZone: string, wall: number): number {
  return wall - zoneOffset(timeZone, wall - dayMs) * minuteMs
}

function instantAfter(timeZone: string, wall: number): number {
  return wall - zoneOffset(timeZone, wall + dayMs) * minuteMs
}

function isShown(timeZone: string, instant: number, wall: number): boolean {
  return instant + zoneOffset(timeZone, instant) * minuteMs === wall
}

/**
 * `date`: the trading date of `time`, as 00:00 UTC in ms. `minute`: the minute of that date; negative on the evening
 * before.
 */
export function positionInDay(exchange: Exchange, time: number): { date: number; minute: number } {
  return positionBy(exchange.day, exchange.timeZone, time)
}

/** Like `positionInDay`, but by the exchange's `hours`. */
export function positionInHours(exchange: Exchange, time: number): { date: number; minute: number } {
  return positionBy(exchange.hours, exchange.timeZone, time)
}

const datedKnown = new WeakMap<Exchange, Exchange>()

/**
 * The exchange with its `hours` as its `day`. Only currencies and metals differ: their dates then begin with the
 * session on the evening before, not at 00:00 UTC.
 */
export function datedByHours(exchange: Exchange): Exchange {
  const dated = datedKnown.get(exchange) ?? { ...exchange, day: exchange.hours }
  datedKnown.set(exchange, dated)
  return dated
}

function positionBy(rule: DayRule, timeZone: string, time: number): { date: number; minute: number } {
  const wall = time + (rule.kind === 'utc' ? 0 : zoneOffset(timeZone, time)) * minuteMs
  const shift = rule.kind === 'evening' ? rule.shiftHours * hourMs : 0
  const date = Math.floor((wall + shift) / dayMs) * dayMs
  return { date, minute: Math.floor((wall - date) / minuteMs) }
}

/** The trading date of `time`, as 00:00 UTC in ms. */
export function tradingDate(exchange: Exchange, time: number): number {
  return positionInDay(exchange, time).date
}

export type SessionKind = 'regular' | 'pre' | 'after' | 'closed'

/** The session of an exchange at a time. Holidays apply where they are known. */
export function sessionAt(exchange: Exchange, time: number): SessionKind {
  const { date, minute } = positionInHours(exchange, time)
  const day = dayOf(exchange, date)
  if (day === null) return 'closed'
  if (day.regular.some((span) => inside(span, minute))) return 'regular'
  if (day.pre && inside(day.pre, minute)) return 'pre'
  return day.after && inside(day.after, minute) ? 'after' : 'closed'
}

export type DaySpans = Pick<Exchange, 'regular' | 'pre' | 'after'>

/** The usual sessions of a trading date: the earlier hours of that date, otherwise today's hours. */
export function usualHours(exchange: Exchange, date: number): DaySpans {
  for (const earlier of exchange.earlier) if (date < earlier.until) return earlier
  return exchange
}

/** The sessions of one trading date by the exchange's `hours`; null if the exchange is closed. */
export function dayOf(exchange: Exchange, date: number): DaySpans | null {
  const changed = exchange.changed.get(date)
  if (changed?.kind === 'special') return { regular: changed.sessions, pre: null, after: null }
  if (!exchange.weekdays.includes(new Date(date).getUTCDay())) return null
  switch (changed?.kind) {
    case 'closed':
      return null
    case 'usual':
      return usualHours(exchange, date)
    case 'early':
      return shortened(usualHours(exchange, date), changed.close)
  }
  const holiday = holidayOn(exchange.calendar, new Date(date).toISOString().slice(0, 10))
  if (!holiday) return usualHours(exchange, date)
  return holiday.close === null ? null : shortened(usualHours(exchange, date), holiday.close, holiday.open)
}

/**
 * The sessions of a day whose regular part begins at minute `open` and ends at `close`. The after-hours session keeps
 * its usual length. `close` may be later than usual: Seoul's exam days begin and end late.
 */
function shortened(usual: DaySpans, close: number, open?: number): DaySpans {
  const last = usual.regular.at(-1)
  const regular = usual.regular
    .map((span) => ({ open: Math.max(span.open, open ?? span.open), close: span === last ? close : span.close }))
    .map((span) => ({ ...span, close: Math.min(span.close, close) }))
    .filter((span) => span.open < span.close)
  const after = usual.after && { open: close, close: close + (usual.after.close - usual.after.open) }
  return { regular, pre: usual.pre, after }
}

const spansKnown = new WeakMap<Exchange, Map<number, readonly Span[]>>()
const spansKept = 1_000

/** The regular sessions of a trading date. For a day on which the exchange is closed, these are the usual sessions. */
export function spansOf(exchange: Exchange, date: number): readonly Span[] {
  const known = spansKnown.get(exchange) ?? new Map<number, readonly Span[]>()
  spansKnown.set(exchange, known)
  let spans = known.get(date)
  if (!spans) {
    spans = (dayOf(exchange, date) ?? usualHours(exchange, date)).regular
    if (known.size >= spansKept) known.clear()
    known.set(date, spans)
  }
  return spans
}

/** More days than any closure of a market in the holiday lists has. Athens was closed for 35 days in 2015. */
export const restDaysMax = 40

/**
 * The next time after `time` at which the market opens or closes its regular session; null if there is no such time
 * within `restDaysMax` days.
 */
export function nextChange(exchange: Exchange, time: number): { at: number; to: 'open' | 'closed' } | null {
  if (exchange.hours.kind === 'utc') return null
  const open = sessionAt(exchange, time) === 'regular'
  const start = positionInHours(exchange, time).date
  for (let ahead = 0; ahead <= restDaysMax; ahead += 1) {
    for (const at of edges(exchange, start + ahead * dayMs)) {
      if (at > time && (sessionAt(exchange, at) === 'regular') !== open) return { at, to: open ? 'closed' : 'open' }
    }
  }
  return null
}

function edges(exchange: Exchange, date: number): number[] {
  const day = dayOf(exchange, date)
  const spans = day?.regular ?? []
  return spans
    .flatMap(({ open, close }) => [open, close])
    .map((minute) => instantOf(exchange.timeZone, date + minute * minuteMs))
    .sort((a, b) => a - b)
}

function inside(span: Span, minute: number): boolean {
  return minute >= span.open && minute < span.close
}

/** Whether a regular session overlaps [from, to]. Always true for a range longer than a fortnight. */
export function hasSession(exchange: Exchange, from: number, to: number): boolean {
  if (to - from > 14 * dayMs) return true
  for (let at = from; at <= to; at += 5 * minuteMs) if (sessionAt(exchange, at) === 'regular') return true
  return sessionAt(exchange, to) === 'regular'
}

/**
 * Returns a function from a trade's time to its session code. All times of a minute have one code, because sessions
 * begin at full minutes. `exchange` is called for each new minute, because the operator may change days.
 */
export function sessionCodes(exchange: () => Exchange): (time: number) => 0 | 1 | 2 {
  let minute = Number.NaN
  let code: 0 | 1 | 2 = 0
  return (time) => {
    const at = Math.floor(time / minuteMs)
    if (at === minute) return code
    minute = at
    const session = sessionAt(exchange(), time)
    code = session === 'pre' ? 1 : session === 'after' ? 2 : 0
    return code
  }
}
