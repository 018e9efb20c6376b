import type { DateOrder, ReadingOptions } from '#src/contract/data/reading.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import type { Exchange } from '../../calendar/exchange.ts'
import { instantOf, sessionAt } from '../../calendar/session.ts'
import { type Dialect, Unreadable } from '../file/dialect.ts'
import { instantOfNumber, unitOfDigits, wallOfDigits, wholeDigits } from './number-time.ts'
import { readWall } from './wall-time.ts'

export type TimeFacts = {
  /** Whether the rows are bars of a day or more. */
  isDaily: boolean
  exchange: Exchange
  /** Whether a session ends on the day on which it begins. Then the date of a time is its trading date. */
  hasDays: boolean
}

type Times = Pick<Dialect, 'times' | 'dates' | 'zone' | 'isLocalDays' | 'dayMinute'>

/**
 * The minimum number of rows for a decision about 12 digits: in fewer rows, such numbers can look like dates by chance.
 */
const rowsForDigits = 10

/** Finds the form of the times in the first rows. Throws if dates have two readings or no time is readable. */
export function findTimes(texts: readonly string[], facts: TimeFacts, options: ReadingOptions): Times {
  const times = options.times ?? unitOf(texts)
  const dates = options.dates ?? (times === 'text' ? orderOf(texts) : 'ymd')
  const seen = texts.flatMap((text) => seenOf(text, times, dates) ?? [])
  if (seen.length === 0 && texts.length > 0) throw new Unreadable('file_times', { text: (texts[0] ?? '').slice(0, 60) })
  const zone = options.zone ?? zoneOf(seen, facts)
  const days = facts.isDaily ? localDays(seen, options.zone ?? facts.exchange.timeZone, facts) : null
  return { times, dates, ...(days ?? { zone, isLocalDays: false, dayMinute: 0 }) }
}

type Seen = { wall: number; offset: number | null }

function seenOf(text: string, times: Dialect['times'], dates: DateOrder): Seen | null {
  const digits = wholeDigits(text)
  if (digits === null) return readWall(text, dates)
  const wall = times === 'text' || times === 'mixed' ? wallOfDigits(text) : null
  if (wall !== null) return { wall, offset: null }
  const unit = times === 'text' || times === 'mixed' ? unitOfDigits(digits.length) : times
  const time = unit === null ? Number.NaN : instantOfNumber(text, unit)
  return Number.isNaN(time) ? null : { wall: time, offset: 0 }
}

/** The unit of numeric times. Numbers of 12 digits can be dates or milliseconds. */
function unitOf(texts: readonly string[]): Dialect['times'] {
  const numbers = texts.flatMap((text) => wholeDigits(text) ?? [])
  if (numbers.length === 0) return 'text'
  const dated = numbers.filter((digits) => wallOfDigits(digits) !== null)
  if (dated.length === numbers.length) {
    const [first = ''] = dated
    if (first.length === 12 && numbers.length < rowsForDigits)
      throw new Unreadable('file_time_digits', {
        text: first,
        date: new Date(wallOfDigits(first) ?? 0).toISOString().slice(0, 16),
        instant: new Date(Number(first)).toISOString().slice(0, 16),
      })
    return 'text'
  }
  const units = new Set(numbers.map((digits) => unitOfDigits(digits.length)).filter((unit) => unit !== null))
  const [unit] = units
  return units.size === 1 && unit && numbers.length === texts.length ? unit : 'mixed'
}

/** The order of day and month, which a date such as 13/02/2024 shows. */
function orderOf(texts: readonly string[]): DateOrder {
  const open = texts.filter((text) => readWall(text, 'dmy')?.dates === 'dmy' || readWall(text, 'mdy')?.dates === 'mdy')
  if (open.length === 0) return 'ymd'
  const isDayFirst = open.every((text) => readWall(text, 'dmy') !== null)
  const isMonthFirst = open.every((text) => readWall(text, 'mdy') !== null)
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'dmy' : 'mdy'
  const text = open[0] ?? ''
  const date = (order: DateOrder) => new Date(readWall(text, order)?.wall ?? 0).toISOString().slice(0, 10)
  if (isDayFirst)
    throw new Unreadable('file_dates', { text: text.slice(0, 40), first: date('dmy'), second: date('mdy') })
  throw new Unreadable('file_dates_mixed', { text: text.slice(0, 40) })
}

const mostly = 0.98
const seldom = 0.7
const rowsForZone = 20

/**
 * The zone of times without a zone: UTC, unless the exchange's sessions clearly show that the times are local. With too
 * few rows, the zone is UTC.
 */
function zoneOf(seen: readonly Seen[], { isDaily, exchange, hasDays }: TimeFacts): string {
  const walls = seen.flatMap(({ wall, offset }) => (offset === null ? [wall] : []))
  if (isDaily || !hasDays || walls.length < rowsForZone || exchange.timeZone === 'UTC') return 'UTC'
  const inside = (instant: (wall: number) => number) =>
    walls.filter((wall) => sessionAt(exchange, instant(wall)) === 'regular').length / walls.length
  const isLocal = inside((wall) => instantOf(exchange.timeZone, wall)) >= mostly && inside((wall) => wall) < seldom
  return isLocal ? exchange.timeZone : 'UTC'
}

/**
 * The zone in which daily bars all have the same time of day: midnight, or any time for exchanges whose session ends on
 * the day on which it begins. Null: all bars are at 00:00 UTC or have only a date. Throws for other times.
 */
function localDays(seen: readonly Seen[], zone: string, { hasDays }: TimeFacts): Omit<Times, 'times' | 'dates'> | null {
  const open = seen.filter(({ wall, offset }) => wall % dayMs !== 0 || (offset ?? 0) !== 0)
  if (open.length === 0) return null
  const minutes = new Set(open.map((one) => localMinute(one, zone)))
  const [minute] = minutes
  if (minutes.size !== 1 || minute === undefined || (minute !== 0 && !hasDays))
    throw new Unreadable('file_day_times', { text: new Date(open[0]?.wall ?? 0).toISOString().slice(0, 16), zone })
  return { zone, isLocalDays: true, dayMinute: minute }
}

function localMinute({ wall, offset }: Seen, zone: string): number {
  if (wall % dayMs === 0 && offset !== 0) return 0
  const instant = wall - (offset ?? 0) * minuteMs
  const local = offset === null ? wall : instant + zoneOffset(zone, instant) * minuteMs
  return (((local % dayMs) + dayMs) % dayMs) / minuteMs
}
