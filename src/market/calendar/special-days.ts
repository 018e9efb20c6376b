import type { Span } from './changed-day.ts'
import { type Exchange, exchanges } from './exchange.ts'
import { holidaysOf, knownYears } from './holidays/holidays.ts'
import { dayOf, usualHours } from './session.ts'

/** A day without the usual hours. `date`: 00:00 UTC, ms; `regular`: its sessions, empty if it is closed. */
export type SpecialDay = { date: number; name: string; regular: readonly Span[] }

const known = new WeakMap<Exchange, readonly SpecialDay[]>()

/** The days without the usual hours, oldest first: the days of the exchange's list with the operator's changes. */
export function specialDaysOf(exchange: Exchange): readonly SpecialDay[] {
  const found = known.get(exchange) ?? findDays(exchange)
  known.set(exchange, found)
  return found
}

/**
 * Whether the holidays of a date's year are known: from the exchange's list, or because the operator changed a day of
 * that year. Always true for a market without a list and for a market whose days are UTC dates.
 */
export function hasKnownHolidays(exchange: Exchange, date: number): boolean {
  const years = exchange.day.kind === 'utc' ? null : knownYears(exchange.calendar)
  const year = new Date(date).getUTCFullYear()
  if (!years || (year >= years.first && year <= years.last)) return true
  for (const changed of exchange.changed.keys()) if (new Date(changed).getUTCFullYear() === year) return true
  return false
}

/** The number of countries with an exchange whose holidays are known from the year on. */
export function countriesWithHolidaysSince(year: number): number {
  const known = [...exchanges.values()].filter(({ calendar }) => (knownYears(calendar)?.first ?? year + 1) <= year)
  return new Set(known.map(({ country }) => country)).size
}

function findDays(exchange: Exchange): SpecialDay[] {
  const listed = (holidaysOf(exchange.calendar) ?? []).map(({ date, name }) => [Date.parse(date), name] as const)
  const changed = [...exchange.changed].map(([date, { name }]) => [date, name] as const)
  return [...new Map([...listed, ...changed])]
    .map(([date, name]) => ({ date, name, regular: dayOf(exchange, date)?.regular ?? [] }))
    .filter(({ date, regular }) => regular !== usualHours(exchange, date).regular)
    .sort((a, b) => a.date - b.date)
}
