import { dayMs } from '#src/contract/time.ts'
import { dateIn } from './holiday-dates.ts'

/** A day without the usual session. `open`, `close`: local minutes of a short day. `close` is null on a closed day. */
export type Holiday = { date: string; name: string; close: number | null; open?: number }

/**
 * The holidays of a calendar, oldest first. `first`, `last`: its complete years, both included. Holidays of other years
 * are unknown.
 */
export type HolidayList = { first: number; last: number; days: readonly Holiday[] }

type Rule = {
  name: string
  /** The name on a day to which the holiday has moved. */
  movedName: string
  base: string
  /** `offset`: days added to the base. `until`: the month and day at which a span of days ends. */
  offset: number
  until: string | null
  moved: string | null
  open: number | null
  close: number | null
  first: number
  last: number
}

const form =
  /^(?<base>\d{8}|\d{4}|[a-z]{3}[<>]\d{4}|[a-z]+)(?:\.\.(?<until>\d{4}))?(?<offset>[+-]\d{1,2}(?!\d))?(?:~(?<moved>mon|sun|near|fri))?(?:-(?<one>\d{4})(?:-(?<two>\d{4}))?)?(?:@(?<first>\d{4})?(?<range>\.\.)?(?<last>\d{4})?)?$/

/**
 * Expands the text of a calendar. The first line has the years, and the weekend unless it is Saturday and Sunday; each
 * further line has a name and its dates:
 *
 * - `20010911`: one date, `20010122..0202`: the weekdays of a span, `1225`: each year, `easter-2`: Good Friday,
 *   `thu>1122`: the first Thursday from 22 November on, `mon<0524`: the last Monday up to 24 May, `newyear+1`: a
 *   date of the Chinese calendar (`holiday-dates.ts`).
 * - `~mon` moves a holiday from a weekend to the next free weekday, `~sun` only from a Sunday, `~near` to Friday or
 *   Monday, `~fri` to the Friday before.
 * - `-1300` is the end of a half day, `-1000-1630` its start and end; `@2007..2012` limits the years.
 * - The name `except` removes dates. A second name after `|` is for days to which a holiday has moved.
 */
export function expandHolidays(text: string): HolidayList {
  const [head = '', ...lines] = text.trim().split('\n')
  const [span = '', weekend = '06'] = head.split(' ')
  const [first = 0, last = 0] = span.split('..').map(Number)
  const rules = lines.flatMap(readLine)
  const days = new Days(weekend)
  const years = Array.from({ length: last - first + 1 }, (_, turn) => first + turn)
  place(
    rules.flatMap((rule) => years.flatMap((year) => datesOf(rule, year).map((date) => ({ rule, date })))),
    days,
  )
  return { first, last, days: days.list() }
}

function readLine(line: string): Rule[] {
  const [names = '', rules = ''] = line.split(': ')
  const [name = '', movedName = `${name} (observed)`] = names.split('|')
  return rules.split(' ').map((text) => ({ ...readRule(name, text), movedName }))
}

function readRule(name: string, text: string): Omit<Rule, 'movedName'> {
  const { base, until, offset, moved, one, two, first, range, last } = form.exec(text)?.groups ?? {}
  if (base === undefined) throw new Error(`${name} has an unreadable rule: ${text}`)
  return {
    ...{ name, base, until: until ?? null, offset: Number(offset ?? 0), moved: moved ?? null },
    ...{ open: two === undefined ? null : minutes(one), close: minutes(two ?? one) },
    first: Number(first ?? 0),
    last: Number(last ?? (range === undefined && first !== undefined ? first : 9999)),
  }
}

function minutes(clock: string | undefined): number | null {
  return clock === undefined ? null : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2))
}

/** Holidays that move are placed after all other holidays, because they need a free day. */
function place(dated: readonly { rule: Rule; date: number }[], days: Days): void {
  const unplaced = dated.filter(({ rule, date }) => rule.name !== 'except' && !days.put(rule, date, rule.name))
  for (const { rule, date } of unplaced) {
    const to = days.movedFrom(rule, date)
    if (to !== null) days.put(rule, to, rule.movedName)
  }
  for (const { rule, date } of dated) if (rule.name === 'except') days.remove(date)
}

function datesOf({ base, offset, until, first, last }: Rule, year: number): number[] {
  const from = year < first || year > last ? null : dateIn(base, year)
  if (from === null) return []
  const start = from + offset * dayMs
  const end = until === null ? start : (dateIn(until, year) ?? start)
  return Array.from({ length: (end - start) / dayMs + 1 }, (_, day) => start + day * dayMs)
}

class Days {
  readonly #days = new Map<number, Holiday>()
  readonly #weekend: string

  /** `weekend`: its weekdays as digits, 0 = Sunday. */
  constructor(weekend: string) {
    this.#weekend = weekend
  }

  list(): Holiday[] {
    return [...this.#days].sort(([a], [b]) => a - b).map(([, day]) => day)
  }

  /** Returns whether the day was placed. A closed day takes precedence over a half day. */
  put({ open, close }: Rule, date: number, name: string): boolean {
    const known = this.#days.get(date)
    if (this.#isWeekend(date) || (known && (known.close === null || close !== null))) return false
    const text = new Date(date).toISOString().slice(0, 10)
    this.#days.set(date, { date: text, name, close, ...(open !== null && { open }) })
    return true
  }

  remove(date: number): void {
    this.#days.delete(date)
  }

  /** The free day to which a holiday moves; null if it does not move. */
  movedFrom({ moved }: Rule, date: number): number | null {
    const isSaturday = new Date(date).getUTCDay() === 6
    if (moved === null || (moved === 'sun' && isSaturday)) return null
    const step = moved === 'fri' || (moved === 'near' && isSaturday) ? -dayMs : dayMs
    let to = date
    while (this.#isWeekend(to) || this.#days.get(to)?.close === null) to += step
    return to
  }

  #isWeekend(date: number): boolean {
    return this.#weekend.includes(String(new Date(date).getUTCDay()))
  }
}
