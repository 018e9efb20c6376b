import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type CompanyRow = {
  website: string
  description: string
  employees: number | null
  shares: string | null
  float_shares: string | null
  dividend_yield: number | null
  source: string
}

export async function companyRow(db: Db, instrumentId: number): Promise<CompanyRow | undefined> {
  const { rows } = await sql<CompanyRow>`select * from companies where instrument_id = ${instrumentId}`.execute(db)
  return rows[0]
}

export type FundamentalsRow = {
  day: string
  period: 'quarter' | 'year'
  values: Record<string, number>
  source: string
}

/** The financial statements of a company, newest first. `day`: `2026-01-31`. */
export async function fundamentalsRows(db: Db, instrumentId: number): Promise<FundamentalsRow[]> {
  const { rows } = await sql<FundamentalsRow>`
    select to_char(period_end, 'YYYY-MM-DD') as day, period, values, source from fundamentals
    where instrument_id = ${instrumentId} order by period_end desc, period
  `.execute(db)
  return rows
}

export type IpoRow = Record<'region' | 'code' | 'name' | 'exchange' | 'day' | 'currency' | 'source', string> &
  Record<'price_low' | 'price_high' | 'price' | 'shares', string | null>

/** IPOs from `today` (`2026-01-31`) on, or of the year before `today`, nearest to `today` first. */
export async function ipoRows(
  db: Db,
  { isUpcoming, region, today }: { isUpcoming: boolean; region: string | null; today: string },
): Promise<IpoRow[]> {
  const { rows } = await sql<IpoRow>`
    select region, code, name, exchange, to_char(list_date, 'YYYY-MM-DD') as day, price_low, price_high, price, currency, shares, source
    from ipos where (${region}::text is null or region = ${region})
      and case when ${isUpcoming} then list_date >= ${today}::date else list_date < ${today}::date and list_date > ${today}::date - 365 end
    order by case when ${isUpcoming} then list_date - ${today}::date else ${today}::date - list_date end, code, region
  `.execute(db)
  return rows
}

/** IPOs in a range of days (`2026-01-31`), both ends included, oldest first. */
export async function iposBetween(db: Db, { from, to }: { from: string; to: string }): Promise<IpoRow[]> {
  const { rows } = await sql<IpoRow>`
    select region, code, name, exchange, to_char(list_date, 'YYYY-MM-DD') as day, price_low, price_high, price, currency, shares, source
    from ipos where list_date between ${from}::date and ${to}::date order by list_date, region, code
  `.execute(db)
  return rows
}

/** The cells of an imported row by column. An empty cell means unknown, not zero. */
export type ImportedCells = {
  text(column: string): string
  date(column: string): string | null
  figure(column: string): number | null
}

export async function writeCompany(tx: Tx, instrumentId: number, { text, figure }: ImportedCells): Promise<void> {
  await sql`insert into companies (instrument_id, website, description, employees, shares, float_shares, dividend_yield, source)
    values (${instrumentId}, ${text('website')}, ${text('description')}, ${figure('employees')}, ${figure('shares')},
      ${figure('float_shares')}, ${figure('dividend_yield')}, 'import')
    on conflict (instrument_id) do update set website = excluded.website, description = excluded.description, employees = excluded.employees,
      shares = excluded.shares, float_shares = excluded.float_shares, dividend_yield = excluded.dividend_yield, source = 'import'`.execute(
    tx,
  )
}

export async function writeFundamentals(
  tx: Tx,
  instrumentId: number,
  { text, date }: ImportedCells,
  figures: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`insert into fundamentals (instrument_id, period_end, period, values, reported_on, source)
    values (${instrumentId}, ${date('period_end')}::date, ${text('period')}, ${JSON.stringify(figures)}::jsonb,
      ${date('report_date')}::date, 'import')
    on conflict (instrument_id, period_end, period) do update set values = excluded.values, source = 'import',
      reported_on = coalesce(excluded.reported_on, fundamentals.reported_on)`.execute(tx)
}

export async function writeIpo(
  tx: Tx,
  listing: { region: string; code: string },
  { text, date, figure }: ImportedCells,
): Promise<void> {
  await sql`insert into ipos (region, code, name, exchange, list_date, price_low, price_high, price, currency, shares, source)
    values (${listing.region}, ${listing.code}, ${text('name')}, ${text('exchange')}, ${date('list_date')}::date,
      ${figure('price_low')}, ${figure('price_high')}, ${figure('price')}, ${text('currency')}, ${figure('shares')}, 'import')
    on conflict (region, code, list_date) do update set name = excluded.name, exchange = excluded.exchange, price_low = excluded.price_low,
      price_high = excluded.price_high, price = excluded.price, currency = excluded.currency, shares = excluded.shares`.execute(
    tx,
  )
}
