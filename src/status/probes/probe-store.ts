import { sql } from 'kysely'
import type { ProbeState } from '#src/contract/status/status.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Probe } from './probe.ts'

/**
 * Writes one row for each component and round, whichever process calls it. A round whose time was written before, by a
 * clock that was ahead, replaces the states, and counts once.
 */
export async function writeProbes(tx: Tx, probes: readonly Probe[], at: number): Promise<void> {
  const names = probes.map(({ component }) => component)
  const states = probes.map(({ state }) => state)
  const times = probes.map(({ ms }) => ms)
  await sql`with written as (
      insert into status_probe (component, at, state, ms)
      select component, ${new Date(at)}::timestamptz, state, ms
      from unnest(${names}::text[], ${states}::text[], ${times}::integer[]) as probe (component, state, ms)
      on conflict (component, at) do update set state = excluded.state, ms = excluded.ms
      returning component, state, xmax = 0 as is_new)
    insert into status_day (component, day, up, degraded, down, idle)
    select component, ${dayOf(at)}::date, (state = 'up')::integer, (state = 'degraded')::integer,
      (state = 'down')::integer, (state = 'idle')::integer
    from written where is_new
    on conflict (component, day) do update set up = status_day.up + excluded.up,
      degraded = status_day.degraded + excluded.degraded, down = status_day.down + excluded.down,
      idle = status_day.idle + excluded.idle`.execute(tx)
}

export async function dropProbes(db: Db, { roundsBefore, daysBefore }: Record<'roundsBefore' | 'daysBefore', number>) {
  await sql`delete from status_probe where at < ${new Date(roundsBefore)}`.execute(db)
  await sql`delete from status_day where day < ${dayOf(daysBefore)}::date`.execute(db)
}

export type NewestProbe = { component: string; at: number; state: ProbeState; ms: number | null }

/** Ignores probes of a clock that was ahead of `until`. */
export async function newestProbes(
  db: Db,
  { since, until }: Record<'since' | 'until', number>,
): Promise<NewestProbe[]> {
  const { rows } = await sql<{ component: string; at: Date; state: ProbeState; ms: number | null }>`
    select distinct on (component) component, at, state, ms from status_probe
    where at between ${new Date(since)} and ${new Date(until)} order by component, at desc`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/** Number of probe rounds on a UTC day that found the component in each state. */
export type CountedDay = { component: string; day: string } & Record<ProbeState, number>

export async function countedDays(db: Db, since: number): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`select component, to_char(day, 'YYYY-MM-DD') as day, up, degraded, down, idle
    from status_day where day >= ${dayOf(since)}::date order by component, day`.execute(db)
  return rows
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
