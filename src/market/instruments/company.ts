import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'

/** Facts about a company beyond its listing. Share counts in units; the yield in percent. */
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

/** One period of a company's statements. `d`: last day of the period, ms at 00:00 UTC; money in the listing's currency. */
export type Fundamentals = { d: number; period: 'quarter' | 'year'; source: string; [figure: string]: unknown }

/** Common statement figures under the API's names; an import may have others. */
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

function number(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
