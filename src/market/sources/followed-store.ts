import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

const gapDays = 30

export type FollowedState = 'connecting' | 'live' | 'waiting' | 'refused' | 'stopped'

/** `key`: the key of an instrument. `place`: the position at which its source continues. */
export type SourcePosition = { key: string; place: string }

/**
 * Times in ms. `instruments`: the number of received instruments; `gaps`: the number of gaps in the last 24 hours;
 * `openGaps`: the number of unfilled gaps.
 */
export type FollowedRow = {
  source: string
  state: FollowedState
  note: string
  since: number
  heardAt: number | null
  instruments: number
  gaps: number
  openGaps: number
}

/** Keys of instruments: those that a source follows, and those of the settings that the exchange does not list. */
export type FollowedChoice = { keys: readonly string[]; missing: readonly string[] }

type StateChange = { source: string; state: FollowedState; note: string; at: number }

export async function setState(db: Db, { source, state, note, at }: StateChange): Promise<void> {
  const now = new Date(at)
  await sql`insert into followed_source as f (source, state, note, since) values (${source}, ${state}, ${note}, ${now})
    on conflict (source) do update set state = excluded.state, note = excluded.note,
      since = case when f.state = excluded.state then f.since else excluded.since end`.execute(db)
}

export async function setChoice(tx: Tx, source: string, { keys, missing }: FollowedChoice): Promise<void> {
  await sql`insert into followed_choice (source, keys, missing) values (${source}, ${[...keys]}, ${[...missing]})
    on conflict (source) do update set keys = excluded.keys, missing = excluded.missing`.execute(tx)
}

export async function choicesOf(db: Db, sources: readonly string[]): Promise<FollowedChoice[]> {
  const { rows } = await sql<FollowedChoice>`
    select keys, missing from followed_choice where source = any(${[...sources]}::text[])`.execute(db)
  return rows
}

export async function positionsOf(db: Db, source: string): Promise<SourcePosition[]> {
  const { rows } = await sql<SourcePosition>`select key, place from followed_place where source = ${source}`.execute(db)
  return rows
}

export async function notePositions(
  db: Db,
  source: string,
  positions: readonly SourcePosition[],
  heardAt: number,
): Promise<void> {
  await sql`with heard as (
      update followed_source set heard_at = ${new Date(heardAt)} where source = ${source})
    insert into followed_place (source, key, place)
    select ${source}, key, place
    from unnest(${positions.map(({ key }) => key)}::text[], ${positions.map(({ place }) => place)}::text[]) as given (key, place)
    on conflict (source, key) do update set place = excluded.place`.execute(db)
}

type Missed = { source: string; key: string; from: number; to: number; at: number }

export async function addGap(db: Db, { source, key, from, to, at }: Missed): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with old as (delete from followed_gap where noticed_at < ${new Date(at)}::timestamptz - ${gapDays} * interval '1 day')
    insert into followed_gap (source, key, first_at, last_at, noticed_at)
    values (${source}, ${key}, ${new Date(from)}, ${new Date(to)}, ${new Date(at)}) returning id::text`.execute(db)
  return rows[0]?.id ?? ''
}

/** The unfilled gaps of an instrument. Times in ms. */
export async function openGaps(
  db: Db,
  source: string,
  key: string,
): Promise<{ id: string; from: number; to: number }[]> {
  const { rows } = await sql<{ id: string; first_at: Date; last_at: Date }>`
    select id::text, first_at, last_at from followed_gap
    where source = ${source} and key = ${key} and filled_at is null order by id`.execute(db)
  return rows.map(({ id, first_at, last_at }) => ({ id, from: first_at.getTime(), to: last_at.getTime() }))
}

export async function closeGap(db: Db, id: string, by: 'trades' | 'bars', at: number): Promise<void> {
  await sql`update followed_gap set filled_at = ${new Date(at)}, filled_by = ${by} where id = ${id}`.execute(db)
}

export async function followed(db: Db, gapsSince: number): Promise<FollowedRow[]> {
  type Row = Omit<FollowedRow, 'since' | 'heardAt'> & { since: Date; heard_at: Date | null }
  const { rows } = await sql<Row>`
    select f.source, f.state, f.note, f.since, f.heard_at,
      (select count(*)::int from followed_place p where p.source = f.source) as instruments,
      (select count(*)::int from followed_gap g
        where g.source = f.source and g.noticed_at >= ${new Date(gapsSince)}) as gaps,
      (select count(*)::int from followed_gap g where g.source = f.source and g.filled_at is null) as "openGaps"
    from followed_source f order by f.source`.execute(db)
  return rows.map(({ since, heard_at, ...row }) => ({
    ...row,
    since: since.getTime(),
    heardAt: heard_at?.getTime() ?? null,
  }))
}
