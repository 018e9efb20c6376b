import { refuse } from '#src/contract/errors.ts'
import { type CalendarDayKind, calendarDayKinds } from '#src/contract/values/calendar-day.ts'
import type { ChangedDay, Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { holidayOn } from '../calendar/holidays/holidays.ts'
import { parseIso } from '../calendar/instant.ts'

/** A day as a person types it. `hours`: `13:00` for an early close, `09:30-12:00,13:00-16:00` for special sessions. */
export type DayInput = { date: string; kind: string; name: string; hours: string }

const nameLengthMax = 100
const sessionsMax = 4
const dayMinutes = 1440

/**
 * Reads the input as a day of all these exchanges. Refuses hours that do not fit every exchange, a weekday on which
 * none of them trades (except for a special day), and a usual day where none of them has a holiday.
 */
export function readDay(input: DayInput, exchanges: readonly Exchange[]): ChangedDay {
  const date = readDate(input.date)
  const kind: CalendarDayKind | undefined = calendarDayKinds.find((one) => one === input.kind)
  if (!kind) throw refuse('invalid_parameter', { param: 'kind' })
  const name = input.name.trim()
  if (name.length > nameLengthMax || /\p{Cc}/u.test(name)) throw refuse('invalid_parameter', { param: 'name' })
  const weekday = new Date(date).getUTCDay()
  if (kind !== 'special' && !exchanges.some(({ weekdays }) => weekdays.includes(weekday)))
    throw refuse('invalid_parameter', { param: 'date' })
  switch (kind) {
    case 'closed':
      return { date, name, kind }
    case 'usual':
      if (!exchanges.some(({ calendar }) => holidayOn(calendar, date)))
        throw refuse('invalid_parameter', { param: 'kind' })
      return { date, name, kind }
    case 'early':
      return { date, name, kind, close: readClose(input.hours, exchanges) }
    case 'special':
      return { date, name, kind, sessions: readSessions(input.hours, exchanges) }
  }
}

/** Reads a date such as `2026-01-31`. Refuses dates that do not exist. */
export function readDate(text: string): string {
  const date = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || parseIso(date) === null) throw refuse('invalid_parameter', { param: 'date' })
  return date
}

function readClose(text: string, exchanges: readonly Exchange[]): number {
  const close = readClock(text)
  const fits = ({ regular }: Exchange) => close > (regular[0]?.open ?? 0) && close < (regular.at(-1)?.close ?? 0)
  if (!exchanges.every(fits)) throw refuse('invalid_parameter', { param: 'hours' })
  return close
}

function readSessions(text: string, exchanges: readonly Exchange[]): Span[] {
  const shift = Math.min(...exchanges.map(({ hours }) => (hours.kind === 'evening' ? hours.shiftHours * 60 : 0)))
  const sessions = text.split(',').map((part) => readSpan(part, shift))
  const isOrdered = sessions.every(
    ({ open, close }, turn) => open < close && open >= (sessions[turn - 1]?.close ?? -dayMinutes),
  )
  const fits = sessions.every(({ open, close }) => open >= -shift && close <= dayMinutes - shift)
  if (sessions.length > sessionsMax || !isOrdered || !fits) throw refuse('invalid_parameter', { param: 'hours' })
  return sessions
}

/** On exchanges whose day begins in the evening, a session from 18:00 to 12:00 opens on the evening before. */
function readSpan(text: string, shift: number): Span {
  const [from = '', to = '', ...more] = text.split(/[-–]/)
  if (more.length > 0) throw refuse('invalid_parameter', { param: 'hours' })
  const [open, close] = [readClock(from), readClock(to)]
  return { open: shift > 0 && open >= close ? open - dayMinutes : open, close }
}

/** Minutes since midnight of a time such as `9:30`, up to `24:00`. */
function readClock(text: string): number {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim())
  const minutes = Number(match?.[1]) * 60 + Number(match?.[2])
  if (!match || Number(match[2]) > 59 || minutes > dayMinutes) throw refuse('invalid_parameter', { param: 'hours' })
  return minutes
}
