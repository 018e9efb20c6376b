import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import { storedHistory } from '../feed-keys/fed-store.ts'

const keptDays = 30

/** The order of preference of sources. `scope`: `*`, a class, or an instrument as `stock:AAPL$US`. */
export type SourceOrder = { scope: string; sources: string[] }

/** A change of an instrument's source. `at`: ms. */
export type SourceSwitch = { key: string; source: string; before: string; at: number }

/** A source whose programs push data. `instruments`: the number of instruments that it has fed. */
export type PushingSource = {
  source: string
  heardAt: number | null
  instruments: number
  state: 'live' | 'silent' | 'never'
}

export async function orders(db: Db): Promise<SourceOrder[]> {
  const { rows } = await sql<SourceOrder>`select scope, sources from source_order order by scope`.execute(db)
  return rows
}

/** Sets the order of a scope. Without `sources`, deletes the scope's own order. */
export async function setOrder(tx: Tx, scope: string, sources: readonly string[], now: number): Promise<void> {
  if (sources.length === 0) await sql`delete from source_order where scope = ${scope}`.execute(tx)
  else
    await sql`insert into source_order (scope, sources, changed_at)
      values (${scope}, ${[...sources]}::text[], ${new Date(now)})
      on conflict (scope) do update set sources = excluded.sources, changed_at = excluded.changed_at`.execute(tx)
}

export async function addSwitch(db: Db, instrumentId: number, { source, before, at }: SourceSwitch): Promise<void> {
  await sql`with old as (delete from source_switch where at < ${new Date(at)}::timestamptz - ${keptDays} * interval '1 day')
    insert into source_switch (instrument_id, source, before, at)
    values (${instrumentId}, ${source}, ${before}, ${new Date(at)})`.execute(db)
}

/** The latest changes of instruments' sources, newest first. */
export async function switches(db: Db, limit: number): Promise<SourceSwitch[]> {
  const { rows } = await sql<Omit<SourceSwitch, 'at'> & { at: Date }>`
    select i.class || ':' || i.code || '$' || i.region as key, s.source, s.before, s.at
    from source_switch s join instruments i on i.id = s.instrument_id order by s.at desc, s.id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }))
}

/** Every source that has a feed key or has fed an instrument, by name. */
export async function pushing(db: Db): Promise<Omit<PushingSource, 'state'>[]> {
  const { rows } = await sql<{ source: string; heard: Date | null; instruments: string }>`
    select source, max(heard) as heard, max(instruments)::text as instruments from (
      select k.source, p.heard_at as heard, 0 as instruments
      from feed_key k left join feed_producer p on p.key_id = k.id
      union all select source, null, count(*) from fed_instrument where source <> ${storedHistory} group by source) as known
    group by source order by source`.execute(db)
  return rows.map(({ source, heard, instruments }) => ({
    ...{ source, heardAt: heard?.getTime() ?? null, instruments: Number(instruments) },
  }))
}
