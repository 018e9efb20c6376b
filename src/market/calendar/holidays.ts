import { americanHolidays } from './holiday-lists/america.ts'
import { asianHolidays } from './holiday-lists/asia.ts'
import { europeanHolidays } from './holiday-lists/europe.ts'

/** A day without a full session. `close`: the local minute at which a half day ends; null: closed all day. */
export type Holiday = { date: string; name: string; close: number | null }

const texts = { ...americanHolidays, ...asianHolidays, ...europeanHolidays }

const lists = new Map(Object.entries(texts).map(([calendar, text]) => [calendar, parse(text)]))

const byDate = new Map([...lists].map(([calendar, days]) => [calendar, new Map(days.map((day) => [day.date, day]))]))

/** The complete years of each list. In other years holidays are unknown, and never guessed. */
const years = new Map(
  [...lists].map(([calendar, days]) => [calendar, new Set(days.map(({ date }) => date.slice(0, 4)))]),
)

/** The holidays of a calendar, oldest first; null when unknown. */
export function holidaysOf(calendar: string | null): readonly Holiday[] | null {
  return calendar === null ? null : (lists.get(calendar) ?? null)
}

/** The holiday on a date (`2026-07-03`); null: an ordinary day; undefined: the calendar lacks the year. */
export function holidayOn(calendar: string | null, date: string): Holiday | null | undefined {
  if (calendar === null || !years.get(calendar)?.has(date.slice(0, 4))) return undefined
  return byDate.get(calendar)?.get(date) ?? null
}

/** Reads one name a line: `Christmas Eve: 20241224-1300 20251224-1300`. A time marks a half day that ends then. */
function parse(text: string): Holiday[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      const name = line.slice(0, colon)
      return line
        .slice(colon + 2)
        .split(' ')
        .map((day) => toHoliday(name, day))
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

function toHoliday(name: string, day: string): Holiday {
  const [date = '', end] = day.split('-')
  const close = end === undefined ? null : Number(end.slice(0, 2)) * 60 + Number(end.slice(2))
  return { date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`, name, close }
}
