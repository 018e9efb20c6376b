import { type BarInterval, type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import type { Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { specialDaysOf } from '../calendar/special-days.ts'
import { intervalNumber, isIntraday } from './interval.ts'

const quarterMs = 15 * minuteMs

/** SQL with which the column store groups rows of finer intervals (`interval`, and `time` in ms UTC) into bars. */
export type Grouping = {
  /** Columns to select: `bucket`, the start of the row's bar, and the columns that the conditions need. */
  columns: string
  /** Condition over the columns: the row counts in some bar. */
  keep: string
  /** Condition over the columns: the row lies within one session. */
  whole: string
}

/** The dates that may occur, ms at 00:00 UTC: only their special days are written out. */
type Dates = { from: number; to: number }

/** The SQL equivalent of `barAt().start` and `isInSession`, for intraday intervals and days. */
export function bucketSql(
  exchange: Exchange,
  interval: BarInterval,
  bases: readonly Interval[],
  rows: Dates,
): Grouping {
  if (isIntraday(interval)) {
    return { columns: `${intradaySql(exchange, intervalMs[interval], 'time')} AS bucket`, keep: '1', whole: '1' }
  }
  // A row may lie on the UTC date before or after its trading date.
  const dates = { from: rows.from - 3 * dayMs, to: rows.to + 3 * dayMs }
  const shift = exchange.day.kind === 'evening' ? exchange.day.shiftHours * hourMs : 0
  // A minute lies on one date, so one time zone conversion is enough for both ends.
  const last = bases.every((base) => base === '1m') ? 'time' : 'time + size - 1'
  const wall = `${last} + ${offsetSql(exchange, last)} + ${shift}`
  const date = `${wall} AS lastWall, ${floorSql('lastWall', dayMs)} AS bucket, ${lengthSql(bases)} AS size`
  if (exchange.day.kind === 'utc') return { columns: date, keep: '1', whole: '1' }
  return {
    columns: `${date}, time + ${offsetSql(exchange, 'time')} - bucket AS opens, opens + size AS closes`,
    keep: onSessions(exchange, dates, ({ open, close }) => `closes > ${open} AND opens < ${close}`),
    whole: onSessions(exchange, dates, ({ open, close }) => `opens >= ${open} AND closes <= ${close}`),
  }
}

/** SQL for the start of the intraday bar that contains the SQL expression `time`. */
export function intradaySql(exchange: Exchange, size: number, time: string): string {
  const offset = quarterMs % size === 0 ? '0' : offsetSql(exchange, time)
  if (offset === '0') return floorSql(time, size)
  if (hourMs % size !== 0 && size % hourMs !== 0) {
    const midnight = `(${intradaySql(exchange, dayMs, time)})`
    return `${midnight} + ${floorSql(`(${time} - ${midnight})`, size)}`
  }
  const wall = floorSql(`${time} + ${offset}`, size)
  return hourMs % size === 0 ? `${wall} - ${offset}` : `${wall} - ${offsetSql(exchange, `${wall} - ${offset}`)}`
}

function lengthSql(bases: readonly Interval[]): string {
  const [first, ...others] = bases
  const usual = first ? intervalMs[first] : 0
  const cases = others.map((base) => `interval = ${intervalNumber(base)}, ${intervalMs[base]}`)
  return cases.length === 0 ? String(usual) : `multiIf(${cases.join(', ')}, ${usual})`
}

/** A condition on the sessions of the date `bucket`; session times are in ms of the local day. */
function onSessions(exchange: Exchange, dates: Dates, condition: (span: Span) => string): string {
  const any = (spans: readonly Span[]) =>
    `(${spans.map(({ open, close }) => `(${condition({ open: open * minuteMs, close: close * minuteMs })})`).join(' OR ')})`
  const odd = oddDays(exchange, dates).map((group) => `bucket IN (${group.dates.join(', ')}), ${any(group.spans)}`)
  const earlier = exchange.earlier
    .filter(({ until }) => until > dates.from)
    .map(({ until, regular }) => `bucket < ${until}, ${any(regular)}`)
  const cases = [...odd, ...earlier]
  return cases.length === 0 ? any(exchange.regular) : `multiIf(${cases.join(', ')}, ${any(exchange.regular)})`
}

/** Days with special sessions, grouped by sessions. Closed days are left out, so usual sessions apply to them. */
function oddDays(exchange: Exchange, { from, to }: Dates): { dates: number[]; spans: readonly Span[] }[] {
  const groups = new Map<string, { dates: number[]; spans: readonly Span[] }>()
  for (const { date, regular: spans } of specialDaysOf(exchange)) {
    if (spans.length === 0 || date < from || date > to) continue
    const group = groups.get(JSON.stringify(spans)) ?? { dates: [], spans }
    group.dates.push(date)
    groups.set(JSON.stringify(spans), group)
  }
  return [...groups.values()]
}

/** SQL for the milliseconds by which the exchange's clock is ahead of UTC at a time. */
function offsetSql(exchange: Exchange, time: string): string {
  if (exchange.day.kind === 'utc' || exchange.timeZone === 'UTC') return '0'
  return `timeZoneOffset(fromUnixTimestamp64Milli(toInt64(${time}), '${exchange.timeZone}')) * 1000`
}

function floorSql(value: string, step: number): string {
  return `(${value} - positiveModulo(${value}, ${step}))`
}
