import { dayMs } from '#src/contract/time.ts'
import type { CalendarDayKind } from '#src/contract/values/calendar-day.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import type { Holiday } from '../calendar/holidays/holiday-rules.ts'
import { holidayOn, holidaysOf } from '../calendar/holidays/holidays.ts'
import { hoursText } from '../calendar/hours-text.ts'
import { dayOf } from '../calendar/session.ts'

/** A list of holidays that exchanges share, or a single exchange. Markets that never close have no calendar. */
export type Calendar = { name: string; exchanges: readonly Exchange[] }

/** Every calendar: first the shared lists, then each single exchange. */
export function calendarsOf(exchanges: ReadonlyMap<string, Exchange>): Calendar[] {
  const resting = [...exchanges.values()].filter(({ hours }) => hours.kind !== 'utc')
  const lists = new Set(resting.flatMap(({ calendar }) => calendar ?? []))
  return [
    ...[...lists].map((name) => ({ name, exchanges: resting.filter(({ calendar }) => calendar === name) })),
    ...resting.map((exchange) => ({ name: exchange.code, exchanges: [exchange] })),
  ]
}

/** A day of a calendar. `hours`: its sessions in local time, empty if the market is closed. */
export type CalendarDay = {
  date: string
  name: string
  kind: CalendarDayKind
  hours: string
  /** The origin of the day: the program's list, a change of this calendar, or a change of its shared list. */
  source: 'list' | 'changed' | 'changed_list'
  /** The changed entry of the program's list; null if there was none. */
  listed: { name: string; kind: ListedKind } | null
}

type ListedKind = Exclude<CalendarDayKind, 'usual'>

/** The days of a year that differ from normal days, oldest first, by the hours of the calendar's first exchange. */
export function daysOfYear(calendar: Calendar, own: readonly ChangedDay[], year: number): CalendarDay[] {
  return unusualDays(calendar, own, (date) => date.startsWith(`${year}-`))
}

/** The days that differ from normal days, oldest first. `own`: the changed days of this calendar itself. */
export function unusualDays(
  { name, exchanges }: Calendar,
  own: readonly ChangedDay[],
  isWanted: (date: string) => boolean = () => true,
): CalendarDay[] {
  const [exchange] = exchanges
  if (!exchange) return []
  const isOwn = new Set(own.map(({ date }) => date))
  const dates = new Set([
    ...(holidaysOf(exchange.calendar) ?? []).map(({ date }) => date),
    ...[...exchange.changed.values()].map(({ date }) => date),
  ])
  return [...dates]
    .filter(isWanted)
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

function kindOf({ close, open }: Holiday): ListedKind {
  return close === null ? 'closed' : open === undefined ? 'early' : 'special'
}

/** The number of dates of a year with a regular session. */
export function tradingDays(exchange: Exchange, year: number): number {
  let count = 0
  for (let date = Date.UTC(year, 0, 1); date < Date.UTC(year + 1, 0, 1); date += dayMs)
    if (dayOf(exchange, date) !== null) count += 1
  return count
}
