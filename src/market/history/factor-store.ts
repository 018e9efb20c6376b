import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Factor } from './adjust.ts'

type Row = { date: string; price_factor: number; split_factor: number; reference_price: number }

/** The adjustment factors of an instrument, oldest first. */
export async function factorsOf(db: Db, instrumentId: number): Promise<Factor[]> {
  const { rows } = await sql<Row>`
    select to_char(date, 'YYYY-MM-DD') as date, price_factor, split_factor, reference_price
    from factors where instrument_id = ${instrumentId} order by factors.date
  `.execute(db)
  return rows.map((row) => ({
    date: Date.parse(`${row.date}T00:00:00Z`),
    price: row.price_factor,
    split: row.split_factor,
    reference: row.reference_price,
  }))
}

export async function setFactors(tx: Tx, instrumentId: number, factors: readonly Factor[]): Promise<void> {
  await sql`delete from factors where instrument_id = ${instrumentId}`.execute(tx)
  await sql`insert into factors (instrument_id, date, price_factor, split_factor, reference_price)
    select ${instrumentId}, * from unnest(
      ${factors.map(({ date }) => new Date(date).toISOString().slice(0, 10))}::date[], ${factors.map(({ price }) => price)}::float8[],
      ${factors.map(({ split }) => split)}::float8[], ${factors.map(({ reference }) => reference)}::float8[])`.execute(
    tx,
  )
}
