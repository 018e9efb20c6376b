import { sql } from 'kysely'
import type { AssetClass } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from './instrument.ts'
import { columns, type InstrumentRow, toInstrument } from './instrument-store.ts'

/** Listed instruments on one exchange of a region. */
export type ExchangeCount = { class: AssetClass; region: string; exchange: string; instruments: number }

/** Counts of the catalogue, largest exchange first. */
export async function countByExchange(ctx: Platform, assetClass?: AssetClass): Promise<ExchangeCount[]> {
  const found = await sql<ExchangeCount>`
    select class, region, exchange, count(*)::int as instruments from instruments
    where state = 'listed' ${assetClass ? sql`and class = ${assetClass}` : sql``}
    group by class, region, exchange order by instruments desc, region, exchange
  `.execute(ctx.postgres.db)
  return found.rows
}

/** The best-known instruments of a class, main contracts instead of dated ones. */
export async function leadingInstruments(ctx: Platform, assetClass: AssetClass, size: number): Promise<Instrument[]> {
  const found = await sql<InstrumentRow>`
    select ${columns} from instruments i
    where class = ${assetClass} and state = 'listed' and root is null and home
    order by liquidity desc, id limit ${size}
  `.execute(ctx.postgres.db)
  return found.rows.map(toInstrument)
}

/** Rows in the history store, imported and simulated. */
export async function countBars(ctx: Platform): Promise<number> {
  const [row] = await ctx.clickhouse.query<{ bars: string }>('SELECT count() AS bars FROM bars')
  return Number(row?.bars ?? 0)
}
