import { sql } from 'kysely'
import type { CalendarDayKind } from '#src/contract/values/calendar-day.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { ChangedDay, Span } from '../calendar/changed-day.ts'

type Row = { calendar: string; date: string; kind: CalendarDayKind; name: string; minutes: number[] }

export type StoredDay = ChangedDay & { calendar: string }

/** The changed days of one calendar or of all calendars, ordered by calendar and date. */
export async function changedDays(db: Db | Tx, calendar: string | null = null): Promise<StoredDay[]> {
  const { rows } = await sql<Row>`
    select calendar, to_char(date, 'YYYY-MM-DD') as date, kind, name, minutes from calendar_day
    where ${calendar}::text is null or calendar = ${calendar} order by calendar, calendar_day.date`.execute(db)
  return rows.map(toDay)
}

/** The version of a calendar; 0 if it was never changed. */
export async function versionOf(db: Db, calendar: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from calendar_version where calendar = ${calendar}`.execute(db)
  return rows[0]?.version ?? 0
}

/** The number of changes that were ever made to all calendars. */
export async function changesSeen(db: Db): Promise<number> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(version), 0)::text as sum from calendar_version`.execute(db)
  return Number(rows[0]?.sum)
}

/** Raises the version and locks the calendar until the transaction ends, so that changes are made one at a time. */
export async function raiseVersion(tx: Tx, calendar: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into calendar_version (calendar, version) values (${calendar}, 1)
    on conflict (calendar) do update set version = calendar_version.version + 1 returning version`.execute(tx)
  return rows[0]?.version ?? 1
}

export async function putDay(tx: Tx, calendar: string, day: ChangedDay, now: number): Promise<void> {
  await sql`insert into calendar_day (calendar, date, kind, name, minutes, changed_at)
    values (${calendar}, ${day.date}::date, ${day.kind}, ${day.name}, ${minutesOf(day)}::integer[], ${new Date(now)})
    on conflict (calendar, date) do update set kind = excluded.kind, name = excluded.name, minutes = excluded.minutes,
      changed_at = excluded.changed_at`.execute(tx)
}

export async function deleteDay(tx: Tx, calendar: string, date: string): Promise<void> {
  await sql`delete from calendar_day where calendar = ${calendar} and date = ${date}::date`.execute(tx)
}

function minutesOf(day: ChangedDay): number[] {
  if (day.kind === 'early') return [day.close]
  return day.kind === 'special' ? day.sessions.flatMap(({ open, close }) => [open, close]) : []
}

function toDay({ calendar, date, kind, name, minutes }: Row): StoredDay {
  const about = { calendar, date, name }
  switch (kind) {
    case 'early':
      return { ...about, kind, close: minutes[0] ?? 0 }
    case 'special':
      return { ...about, kind, sessions: pairs(minutes) }
    default:
      return { ...about, kind }
  }
}

function pairs(minutes: readonly number[]): Span[] {
  return Array.from({ length: minutes.length / 2 }, (_, turn) => ({
    open: minutes[2 * turn] ?? 0,
    close: minutes[2 * turn + 1] ?? 0,
  }))
}
