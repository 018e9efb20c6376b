import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'

/** What is known of a company beyond its listing. Share counts in units; the yield in percent. */
export type Company = {
  website: string
  description: string
  employees: number | null
  shares: number | null
  floatShares: number | null
  dividendYield: number | null
  source: string
}

type CompanyRow = {
  website: string
  description: string
  employees: number | null
  shares: string | null
  float_shares: string | null
  dividend_yield: number | null
  source: string
}

export async function readCompany(ctx: Platform, instrumentId: number): Promise<Company | null> {
  const { rows } = await sql<CompanyRow>`select * from companies where instrument_id = ${instrumentId}`.execute(
    ctx.postgres.db,
  )
  const row = rows[0]
  if (!row) return null
  const { website, description, employees, source } = row
  return {
    website,
    description,
    employees,
    source,
    shares: number(row.shares),
    floatShares: number(row.float_shares),
    dividendYield: row.dividend_yield,
  }
}

/** One period of a company's statements. `d` = last day of the period, ms at 00:00 UTC; money in the listing's currency. */
export type Fundamentals = { d: number; period: 'quarter' | 'year'; source: string; [figure: string]: unknown }

/** Figures that statements usually have, under the names that the API answers; an import may bring others. */
export const statementFigures = [
  ...['revenue', 'grossProfit', 'operatingIncome', 'netIncome', 'eps', 'assets', 'liabilities', 'equity'],
  ...['operatingCashFlow', 'netMargin', 'returnOnEquity'],
] as const

export async function readFundamentals(ctx: Platform, instrumentId: number): Promise<Fundamentals[]> {
  const { rows } = await sql<{
    day: string
    period: 'quarter' | 'year'
    values: Record<string, number>
    source: string
  }>`
    select to_char(period_end, 'YYYY-MM-DD') as day, period, values, source from fundamentals
    where instrument_id = ${instrumentId} order by period_end desc, period
  `.execute(ctx.postgres.db)
  return rows.map(({ day, period, values, source }) => ({ d: dayMs(day), period, ...values, source }))
}

/** New shares `n` for old ones `o` from the ex-date `d` on. */
export async function readSplits(
  ctx: Platform,
  instrumentId: number,
): Promise<{ d: number; n: number; o: number; source: string }[]> {
  const { rows } = await sql<{ day: string; new_shares: string; old_shares: string; source: string }>`
    select to_char(ex_date, 'YYYY-MM-DD') as day, new_shares, old_shares, source from splits
    where instrument_id = ${instrumentId} order by ex_date desc
  `.execute(ctx.postgres.db)
  return rows.map((row) => ({
    d: dayMs(row.day),
    n: Number(row.new_shares),
    o: Number(row.old_shares),
    source: row.source,
  }))
}

export type Dividend = { d: number; a: number; cur: string; rd: number | null; pd: number | null; source: string }

/** Amount `a` a share by ex-date `d`, with record and pay date where known. */
export async function readDividends(ctx: Platform, instrumentId: number): Promise<Dividend[]> {
  const { rows } = await sql<{
    day: string
    amount: string
    currency: string
    record_day: string | null
    pay_day: string | null
    source: string
  }>`
    select to_char(ex_date, 'YYYY-MM-DD') as day, amount, currency, to_char(record_date, 'YYYY-MM-DD') as record_day,
      to_char(pay_date, 'YYYY-MM-DD') as pay_day, source
    from dividends where instrument_id = ${instrumentId} order by ex_date desc
  `.execute(ctx.postgres.db)
  return rows.map((row) => ({
    d: dayMs(row.day),
    a: Number(row.amount),
    cur: row.currency,
    rd: row.record_day === null ? null : dayMs(row.record_day),
    pd: row.pay_day === null ? null : dayMs(row.pay_day),
    source: row.source,
  }))
}

/** Listings within a year of `now`, nearest first. */
export async function readIpos(
  ctx: Platform,
  query: { type: 'upcoming' | 'recent'; region: string | null; now: number },
) {
  const today = new Date(query.now).toISOString().slice(0, 10)
  const isUpcoming = query.type === 'upcoming'
  const { rows } = await sql<Record<string, string | null> & { day: string; source: string }>`
    select region, code, name, exchange, to_char(list_date, 'YYYY-MM-DD') as day, price_low, price_high, price, currency, shares, source
    from ipos where (${query.region}::text is null or region = ${query.region})
      and case when ${isUpcoming} then list_date >= ${today}::date else list_date < ${today}::date and list_date > ${today}::date - 365 end
    order by case when ${isUpcoming} then list_date - ${today}::date else ${today}::date - list_date end, code
  `.execute(ctx.postgres.db)
  return rows.map((row) => ({
    c: row.code,
    n: row.name,
    r: row.region,
    e: row.exchange,
    d: dayMs(row.day),
    pl: number(row.price_low),
    ph: number(row.price_high),
    p: number(row.price),
    cur: row.currency,
    sh: number(row.shares),
    source: row.source,
  }))
}

function number(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
