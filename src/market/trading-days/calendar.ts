import { dayMs } from '#src/contract/time.ts'
import type { CalendarDayKind } from '#src/contract/values/calendar-day.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { type Holiday, holidayOn, holidaysOf } from '../calendar/holidays.ts'
import { hoursText } from '../calendar/hours-text.ts'
import { dayOf } from '../calendar/session.ts'

/** A calendar is a list of holidays that exchanges share, or one exchange. Markets that never close have none. */
export type Calendar = { name: string; exchanges: readonly Exchange[] }

/** Every calendar: the lists with their exchanges, then each exchange. */
export function calendarsOf(exchanges: ReadonlyMap<string, Exchange>): Calendar[] {
  const resting = [...exchanges.values()].filter(({ hours }) => hours.kind !== 'utc')
  const lists = new Set(resting.flatMap(({ calendar }) => calendar ?? []))
  return [
    ...[...lists].map((name) => ({ name, exchanges: resting.filter(({ calendar }) => calendar === name) })),
    ...resting.map((exchange) => ({ name: exchange.code, exchanges: [exchange] })),
  ]
}

/** What a day is in a calendar. `hours`: its sessions in local time, empty when it is closed. */
export type CalendarDay = {
  date: string
  name: string
  kind: CalendarDayKind
  hours: string
  /** Where it comes from: the list of the program, a change of this calendar, or one of the exchange's list. */
  source: 'list' | 'changed' | 'changed_list'
  /** What the list says of it, where it was changed. */
  listed: { name: string; kind: 'closed' | 'early' } | null
}

/** The days of a year that are not as usual, oldest first, by the hours of the calendar's first exchange. */
export function daysOfYear({ name, exchanges }: Calendar, own: readonly ChangedDay[], year: number): CalendarDay[] {
  const [exchange] = exchanges
  if (!exchange) return []
  const isOwn = new Set(own.map(({ date }) => date))
  const dates = new Set([
    ...(holidaysOf(exchange.calendar) ?? []).map(({ date }) => date),
    ...[...exchange.changed.values()].map(({ date }) => date),
  ])
  return [...dates]
    .filter((date) => date.startsWith(`${year}-`))
    .sort()
    .flatMap((date) => {
      const changed = exchange.changed.get(Date.parse(date)) ?? null
      const listed = holidayOn(exchange.calendar, date) ?? null
      const about = changed ?? (listed && { name: listed.name, kind: kindOf(listed) })
      if (!about) return []
      return {
        date,
        name: about.name || (listed?.name ?? ''),
        kind: about.kind,
        hours: hoursText(dayOf(exchange, Date.parse(date))?.regular ?? []),
        source: !changed ? 'list' : isOwn.has(date) || name === exchange.calendar ? 'changed' : 'changed_list',
        listed: changed && listed && { name: listed.name, kind: kindOf(listed) },
      }
    })
}

function kindOf({ close }: Holiday): 'closed' | 'early' {
  return close === null ? 'closed' : 'early'
}

/** How many dates of a year have a regular session. */
export function tradingDays(exchange: Exchange, year: number): number {
  let count = 0
  for (let date = Date.UTC(year, 0, 1); date < Date.UTC(year + 1, 0, 1); date += dayMs)
    if (dayOf(exchange, date) !== null) count += 1
  return count
}
