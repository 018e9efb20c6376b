import { expandHolidays, type Holiday, type HolidayList } from './holiday-rules.ts'
import { americanHolidays } from './lists/america.ts'
import { eastAsianHolidays } from './lists/east-asia.ts'
import { easternEuropeanHolidays } from './lists/eastern-europe.ts'
import { europeanHolidays } from './lists/europe.ts'
import { oceanianHolidays } from './lists/oceania.ts'
import { southAsianHolidays } from './lists/south-asia.ts'

const texts: Readonly<Record<string, string>> = {
  ...americanHolidays,
  ...eastAsianHolidays,
  ...southAsianHolidays,
  ...oceanianHolidays,
  ...europeanHolidays,
  ...easternEuropeanHolidays,
}

type Calendar = HolidayList & { byDate: ReadonlyMap<string, Holiday> }

/** Each calendar is expanded at its first use, because the expansion takes a millisecond. */
const calendars = new Map<string, Calendar>()

/** The holidays of a calendar, oldest first; null if they are unknown. */
export function holidaysOf(calendar: string | null): readonly Holiday[] | null {
  return calendarNamed(calendar)?.days ?? null
}

/** The holiday on a date (`2026-07-03`). Null: an ordinary day; undefined: the calendar lacks the year. */
export function holidayOn(calendar: string | null, date: string): Holiday | null | undefined {
  const known = calendarNamed(calendar)
  if (!known || !hasYear(known, Number(date.slice(0, 4)))) return undefined
  return known.byDate.get(date) ?? null
}

/** The years whose holidays are known, both included; null if there is no list. */
export function knownYears(calendar: string | null): { first: number; last: number } | null {
  const known = calendarNamed(calendar)
  return known && { first: known.first, last: known.last }
}

function hasYear({ first, last }: HolidayList, year: number): boolean {
  return year >= first && year <= last
}

function calendarNamed(name: string | null): Calendar | null {
  if (name === null) return null
  const known = calendars.get(name)
  if (known) return known
  const text = texts[name]
  if (text === undefined) return null
  const list = expandHolidays(text)
  const calendar = { ...list, byDate: new Map(list.days.map((day) => [day.date, day])) }
  calendars.set(name, calendar)
  return calendar
}
