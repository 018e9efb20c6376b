import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

/** The source of instruments with history from files. A feed key cannot have this name. */
export const storedHistory = ':files'

/** Records that a source feeds instruments. Returns the instruments that the source had not fed before. */
export async function addFed(tx: Tx, ids: readonly number[], source: string, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`insert into fed_instrument (instrument_id, source, since)
    select id, ${source}, ${new Date(now)}::timestamptz from unnest(${[...ids]}::int[]) as id
    on conflict do nothing returning instrument_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function fedAmong(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct instrument_id as id from fed_instrument where instrument_id = any(${[...ids]}::int[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function allFed(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct instrument_id as id from fed_instrument`.execute(db)
  return rows.map(({ id }) => id)
}

export async function keysOfFed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct i.class || ':' || i.code || '$' || i.region as key
    from fed_instrument f join instruments i on i.id = f.instrument_id`.execute(db)
  return rows.map(({ key }) => key)
}
