import { type BarInterval, type Interval, intervalMs, type SessionChoice } from '#src/contract/market.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import type { Span } from '../calendar/changed-day.ts'
import { clockChanges } from '../calendar/clock-changes.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { type DaySpans, dayOf } from '../calendar/session.ts'
import { specialDaysOf } from '../calendar/special-days.ts'
import { intervalNumber, isIntraday } from './interval.ts'

const quarterMs = 15 * minuteMs
const spareMs = 3 * dayMs
/** The margin around the rows' times, so that the range contains whole bars: a month and the days around it. */
const barMs = 40 * dayMs
/**
 * The longest range of rows for which clock changes are looked up. For a longer range, ClickHouse's own table of the
 * zone is faster; a client may request any range.
 */
const lookedUpMs = 3 * 366 * dayMs
/** The end of the times whose clock changes are looked up and kept, so that a client cannot fill the memory. */
const lookedUpUntil = Date.UTC(2100, 0)

/** SQL by which the column store groups rows of finer intervals (`interval`, and `time` in ms UTC) into bars. */
export type Grouping = {
  /** Columns to select: `bucket`, the start of the row's bar, and the columns for the conditions. */
  columns: string
  /** A condition over the columns: the row belongs to a bar. */
  keep: string
  /** A condition over the columns: the row lies within one session. */
  whole: string
}

/** Range of the rows' times, ms, both ends included. */
export type Rows = { from: number; to: number }

/**
 * The rows to group. `session`: the part of each day that counts. By default, intraday bars use the whole day, and
 * daily bars only the regular sessions.
 */
type Grouped = { interval: BarInterval; bases: readonly Interval[]; rows: Rows; session?: SessionChoice | undefined }

/** The SQL equivalent of `barAt().start` and `isInSession`, for intraday intervals and days. */
export function bucketSql(exchange: Exchange, { interval, bases, rows, session }: Grouped): Grouping {
  const isDay = !isIntraday(interval)
  const start = isDay ? '' : `${intradaySql(exchange, intervalMs[interval], 'time', rows)} AS bucket`
  const part = session ?? (isDay ? 'regular' : 'all')
  if (!isDay && part === 'all') return { columns: start, keep: '1', whole: '1' }
  const shift = exchange.day.kind === 'evening' ? exchange.day.shiftHours * hourMs : 0
  // A minute lies on one date, so one time zone conversion is enough for both ends.
  const last = bases.every((base) => base === '1m') ? 'time' : 'time + size - 1'
  const wall = `${last} + ${offsetSql(exchange, last, rows)} + ${shift}`
  const day = isDay ? 'bucket' : 'day'
  const date = `${wall} AS lastWall, ${floorSql('lastWall', dayMs)} AS ${day}, ${lengthSql(bases)} AS size${start && `, ${start}`}`
  if (exchange.day.kind === 'utc' || part === 'all') return { columns: date, keep: '1', whole: '1' }
  const columns = `${date}, time + ${offsetSql(exchange, 'time', rows)} - ${day} AS opens, opens + size AS closes`
  const within = (what: Part, condition: (span: Span) => string) => onSessions(exchange, { rows, day, what }, condition)
  const overlaps = ({ open, close }: Span) => `closes > ${open} AND opens < ${close}`
  const contains = ({ open, close }: Span) => `opens >= ${open} AND closes <= ${close}`
  if (part === 'regular') return { columns, keep: within('regular', overlaps), whole: within('regular', contains) }
  const keep = `${within('extended', overlaps)} AND NOT ${within('regular', overlaps)}`
  return { columns, keep, whole: within('extended', contains) }
}

/** SQL for the start of the intraday bar that contains a row's time. `time`: an SQL expression. */
export function intradaySql(exchange: Exchange, size: number, time: string, rows: Rows): string {
  const offset = quarterMs % size === 0 ? '0' : offsetSql(exchange, time, rows)
  if (offset === '0') return floorSql(time, size)
  if (hourMs % size !== 0 && size % hourMs !== 0) {
    const midnight = `(${intradaySql(exchange, dayMs, time, rows)})`
    return `${midnight} + ${floorSql(`(${time} - ${midnight})`, size)}`
  }
  const wall = floorSql(`${time} + ${offset}`, size)
  return hourMs % size === 0 ? `${wall} - ${offset}` : `${wall} - ${offsetSql(exchange, `${wall} - ${offset}`, rows)}`
}

function lengthSql(bases: readonly Interval[]): string {
  const [first, ...others] = bases
  const usual = first ? intervalMs[first] : 0
  const cases = others.map((base) => `interval = ${intervalNumber(base)}, ${intervalMs[base]}`)
  return cases.length === 0 ? String(usual) : `multiIf(${cases.join(', ')}, ${usual})`
}

type Part = Exclude<SessionChoice, 'all'>

/** A condition on the sessions of the date in the column `day`. Session times are in ms of the local day. */
function onSessions(
  exchange: Exchange,
  { rows, day, what }: { rows: Rows; day: string; what: Part },
  condition: (span: Span) => string,
): string {
  const spans = (hours: DaySpans) =>
    what === 'regular' ? hours.regular : [hours.pre, hours.after].filter((span) => span !== null)
  const any = (hours: DaySpans) => {
    const each = spans(hours).map(({ open, close }) => condition({ open: open * minuteMs, close: close * minuteMs }))
    return each.length === 0 ? '0' : `(${each.map((text) => `(${text})`).join(' OR ')})`
  }
  const odd = oddDays(exchange, rows).map(({ dates, hours }) => `${day} IN (${dates.join(', ')}), ${any(hours)}`)
  const earlier = exchange.earlier
    .filter(({ until }) => until > rows.from)
    .map((hours) => `${day} < ${hours.until}, ${any(hours)}`)
  const cases = [...odd, ...earlier]
  return cases.length === 0 ? any(exchange) : `multiIf(${cases.join(', ')}, ${any(exchange)})`
}

/**
 * Days with special sessions, grouped by hours. Closed days are left out; their rows are judged by the usual sessions.
 */
function oddDays(exchange: Exchange, { from, to }: Rows): { dates: number[]; hours: DaySpans }[] {
  const groups = new Map<string, { dates: number[]; hours: DaySpans }>()
  for (const { date } of specialDaysOf(exchange)) {
    // A row may lie on the UTC date before or after its trading date.
    const hours = date < from - spareMs || date > to + spareMs ? null : dayOf(exchange, date)
    if (hours === null) continue
    const name = JSON.stringify([hours.regular, hours.pre, hours.after])
    const group = groups.get(name) ?? { dates: [], hours }
    group.dates.push(date)
    groups.set(name, group)
  }
  return [...groups.values()]
}

/**
 * SQL for the offset of the exchange's clock from UTC at a time of the rows, ms. For a usual range the SQL lists the
 * clock's changes, because ClickHouse would keep a table of 5 MiB for each zone that it looks up.
 */
function offsetSql({ day, timeZone }: Exchange, time: string, { from, to }: Rows): string {
  if (day.kind === 'utc' || timeZone === 'UTC') return '0'
  const [first, last] = [from - barMs, to + barMs]
  if (!(first >= 0 && last < lookedUpUntil && last - first <= lookedUpMs))
    return `timeZoneOffset(fromUnixTimestamp64Milli(toInt64(${time}), '${timeZone}')) * 1000`
  const changes = clockChanges(timeZone, first, last)
  const now = (changes.at(-1)?.after ?? zoneOffset(timeZone, from)) * minuteMs
  if (changes.length === 0) return String(now)
  return `multiIf(${changes.map(({ at, before }) => `${time} < ${at}, ${before * minuteMs}`).join(', ')}, ${now})`
}

function floorSql(value: string, step: number): string {
  return `(${value} - positiveModulo(${value}, ${step}))`
}
