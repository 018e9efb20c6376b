import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

/** Records that a source feeds an instrument; returns false when the source had fed it before. */
export async function addFed(tx: Tx, instrumentId: number, source: string, now: number): Promise<boolean> {
  const { rows } = await sql`insert into fed_instrument (instrument_id, source, since)
    values (${instrumentId}, ${source}, ${new Date(now)}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function allFed(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct instrument_id as id from fed_instrument`.execute(db)
  return rows.map(({ id }) => id)
}

export async function keysFedBy(db: Db, sources: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct i.class || ':' || i.code || '$' || i.region as key
    from fed_instrument f join instruments i on i.id = f.instrument_id where f.source = any(${[...sources]}::text[])`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
