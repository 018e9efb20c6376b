import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import { exchangesOf } from '../calendar/exchange-of.ts'
import { knownYears } from '../calendar/holidays/holidays.ts'
import { type Calendar, type CalendarDay, calendarsOf, daysOfYear, tradingDays } from './calendar.ts'
import { type DayInput, readDate, readDay } from './day-input.ts'
import { loadTradingDays, notifyCalendarChange } from './follow.ts'
import { type ExchangeEffect, effectOf } from './preview.ts'
import * as store from './store.ts'

/** A calendar in one year. A change that sends `version` is refused if the calendar has changed meanwhile. */
export type CalendarYear = {
  calendar: Calendar
  year: number
  version: number
  /** Whether the program's list covers the year. If not, only changed days are known. */
  isListed: boolean
  /** The number of dates with a regular session, by the hours of the first exchange. */
  tradingDays: number
  days: CalendarDay[]
}

export async function listCalendars(ctx: Platform, actor: Actor): Promise<(Calendar & { changed: number })[]> {
  await requireStaff(ctx, actor, 'calendar.list')
  const days = await store.changedDays(ctx.postgres.db)
  return calendarsOf(exchangesOf(ctx)).map((calendar) => ({
    ...calendar,
    changed: days.filter((day) => day.calendar === calendar.name).length,
  }))
}

export async function readCalendar(
  ctx: Platform,
  actor: Actor,
  { calendar: name, year }: { calendar: string; year: number },
): Promise<CalendarYear> {
  await requireStaff(ctx, actor, 'calendar.list')
  const version = await store.versionOf(ctx.postgres.db, name)
  // Other processes may have just changed days, and the result must include these changes.
  await loadTradingDays(ctx)
  const calendar = calendarNamed(ctx, name)
  const own = await store.changedDays(ctx.postgres.db, name)
  const [exchange] = calendar.exchanges
  const known = knownYears(exchange?.calendar ?? null)
  return {
    ...{ calendar, year, version },
    isListed: known !== null && year >= known.first && year <= known.last,
    tradingDays: exchange ? tradingDays(exchange, year) : 0,
    days: daysOfYear(calendar, own, year),
  }
}

/** `day`: the day to set. Null: the change of `date` is removed. */
export type DayChange = { calendar: string } & ({ day: DayInput } | { day: null; date: string })

export async function previewDay(ctx: Platform, actor: Actor, change: DayChange): Promise<ExchangeEffect[]> {
  await requireStaff(ctx, actor, 'calendar.list')
  await loadTradingDays(ctx)
  const { name, exchanges } = calendarNamed(ctx, change.calendar)
  const day = change.day && readDay(change.day, exchanges)
  const date = day ? day.date : readDate(change.day === null ? change.date : '')
  const stored = await store.changedDays(ctx.postgres.db)
  const rest = stored.filter((one) => one.calendar !== name || one.date !== date)
  if (!day && rest.length === stored.length) throw refuse('not_found')
  const changes = new Map<string, ChangedDay[]>()
  for (const { calendar, ...one } of [...rest, ...(day ? [{ ...day, calendar: name }] : [])])
    changes.set(calendar, [...(changes.get(calendar) ?? []), one])
  return effectOf(ctx, exchanges, changes, Date.parse(date))
}

/**
 * `version`: the version of the calendar that the person read. If the calendar has a newer version, the call is refused
 * with `changed_meanwhile`. Null: no check.
 */
export type Seen = { version: number | null }

/** Sets a day of a calendar. Every process is notified of the change. */
export async function setTradingDay(
  ctx: Platform,
  actor: Actor,
  { calendar, version, ...input }: { calendar: string } & DayInput & Seen,
): Promise<ChangedDay> {
  const by = await requireStaff(ctx, actor, 'calendar.set')
  const { name, exchanges } = calendarNamed(ctx, calendar)
  const day = readDay(input, exchanges)
  await changeCalendar(ctx, name, version, async (tx, before) => {
    await store.putDay(tx, name, day, ctx.clock.now())
    const old = before.get(day.date) ?? null
    await ctx.postgres.audit(tx, by, 'calendar.set', `${name} ${day.date}`, { before: old, after: day })
  })
  return day
}

/** Removes the change of a day, so that the program's list, or a change of the shared list, applies again. */
export async function removeTradingDay(
  ctx: Platform,
  actor: Actor,
  { calendar, date: text, version }: { calendar: string; date: string } & Seen,
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'calendar.remove')
  const { name } = calendarNamed(ctx, calendar)
  const date = readDate(text)
  await changeCalendar(ctx, name, version, async (tx, before) => {
    const old = before.get(date)
    if (!old) throw refuse('not_found')
    await store.deleteDay(tx, name, date)
    await ctx.postgres.audit(tx, by, 'calendar.remove', `${name} ${date}`, { before: old })
  })
}

/** Changes a calendar in one transaction. Every process is notified of the change. */
export async function changeCalendar(
  ctx: Platform,
  name: string,
  version: number | null,
  work: (tx: Tx, before: ReadonlyMap<string, ChangedDay>) => Promise<void>,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const raised = await store.raiseVersion(tx, name)
    if (version !== null && version !== raised - 1) throw refuse('changed_meanwhile')
    const days = await store.changedDays(tx, name)
    await work(tx, new Map(days.map(({ calendar: _, ...day }) => [day.date, day])))
    await notifyCalendarChange(ctx, tx)
  })
  await loadTradingDays(ctx)
}

export function calendarNamed(ctx: Platform, name: string): Calendar {
  const found = calendarsOf(exchangesOf(ctx)).find((calendar) => calendar.name === name)
  if (!found) throw refuse('not_found')
  return found
}
