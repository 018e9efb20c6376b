import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'
import type { Factor } from './adjust.ts'

type Row = { date: string; price_factor: number; split_factor: number; reference_price: number }

/** The adjustment factors of an instrument, oldest first. */
export async function readFactors(ctx: Platform, instrumentId: number): Promise<Factor[]> {
  const found = await sql<Row>`
    select to_char(date, 'YYYY-MM-DD') as date, price_factor, split_factor, reference_price
    from factors where instrument_id = ${instrumentId} order by factors.date
  `.execute(ctx.postgres.db)
  return found.rows.map((row) => ({
    date: Date.parse(`${row.date}T00:00:00Z`),
    price: row.price_factor,
    split: row.split_factor,
    reference: row.reference_price,
  }))
}
