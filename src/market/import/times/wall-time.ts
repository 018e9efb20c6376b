import type { DateOrder } from '#src/contract/data/reading.ts'
import { instantMax, instantMin } from '../../calendar/instant.ts'

/** A time as written: ms since 1970 as if the clock showed UTC, and its offset in minutes if it has one. */
export type WallTime = { wall: number; offset: number | null; dates: DateOrder | null }

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const chinese = /^(\d{4})年(\d{1,2})月(\d{1,2})日/
const dayMonth = /^(\d{1,2})[- ]([a-z]{3,9})\.?[- ,]+(\d{4})(?!\d)/i
const monthDay = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type DateText = { year: number; month: number; day: number; length: number; dates: DateOrder | null }

/** Reads a date with or without a time of day and an offset. `order`: the order of day and month, as in 03/04/2024. */
export function readWall(text: string, order: DateOrder): WallTime | null {
  const date = dateOf(text, order)
  if (!date) return null
  const day = dayOf(date.year, date.month, date.day)
  const clock = readClock(text.slice(date.length))
  return day === null || clock === null ? null : { wall: day + clock.ms, offset: clock.offset, dates: date.dates }
}

function dateOf(text: string, order: DateOrder): DateText | null {
  const numbered = yearFirst.exec(text) ?? chinese.exec(text)
  if (numbered) {
    const [all, year, ...rest] = numbered
    const [month, day] = rest.slice(-2)
    return { year: Number(year), month: Number(month), day: Number(day), length: all.length, dates: null }
  }
  const packed = compact.exec(text)
  if (packed)
    return { year: Number(packed[1]), month: Number(packed[2]), day: Number(packed[3]), length: 8, dates: null }
  const last = yearLast.exec(text)
  if (last) {
    const [all, first, mark, second, year] = last
    // A date that ends with the year and has points always begins with the day.
    const dates = mark === '.' ? 'dmy' : order
    const [day, month] = dates === 'mdy' ? [second, first] : [first, second]
    const open = mark === '.' ? null : dates
    return { year: Number(year), month: Number(month), day: Number(day), length: all.length, dates: open }
  }
  return namedMonth(text)
}

function namedMonth(text: string): DateText | null {
  const before = dayMonth.exec(text)
  const found = before ?? monthDay.exec(text)
  if (!found) return null
  const [all, one = '', two = '', year] = found
  const [day, name] = before ? [one, two] : [two, one]
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : { year: Number(year), month, day: Number(day), length: all.length, dates: null }
}

/** 00:00 of a date, ms; null if the date does not exist. */
export function dayOf(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day)
  const isReal = month >= 1 && month <= 12 && day >= 1 && new Date(ms).getUTCDate() === day
  return isReal && ms >= instantMin && ms < instantMax ? ms : null
}

const clockText = /^(?:\s*[T_\s]\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:]?(\d{1,9}))?)?(?:\s*([AP])\.?M\.?)?)?\s*(.*)$/i
const offsetText = /^(?:Z|(?:UTC|GMT)?\s*(?:([+-])(\d{2}):?(\d{2})?)?)$/i

/** Reads the text after a date: nothing, a time of day such as `T09:30:00.123` or ` 0930`, and an offset. */
export function readClock(text: string): { ms: number; offset: number | null } | null {
  const match = clockText.exec(text)
  if (!match) return null
  const [, hour, minute = '0', second = '0', fraction = '', half, zone = ''] = match
  const offset = readOffset(zone)
  if (offset === undefined) return null
  if (hour === undefined) return { ms: 0, offset }
  const hours = half === undefined ? Number(hour) : ofHalf(Number(hour), half)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return { ms: ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms, offset }
}

function ofHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
}

/** Minutes ahead of UTC; null without an offset, undefined for other text. */
function readOffset(zone: string): number | null | undefined {
  if (zone === '') return null
  const match = offsetText.exec(zone)
  if (!match) return undefined
  const [, sign, hours = '0', minutes = '0'] = match
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
