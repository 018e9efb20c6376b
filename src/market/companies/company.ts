import type { Platform } from '#src/platform/platform.ts'
import { companyRow, fundamentalsRows } from './company-store.ts'

/** Data about a company beyond the fields of its instrument. Numbers of shares in units; the yield in percent. */
export type Company = {
  website: string
  description: string
  employees: number | null
  shares: number | null
  floatShares: number | null
  dividendYield: number | null
  source: string
}

export async function readCompany(ctx: Platform, instrumentId: number): Promise<Company | null> {
  const row = await companyRow(ctx.postgres.db, instrumentId)
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

/** One period of a company's statements. `d`: its last day, ms at 00:00 UTC. Money is in the instrument's currency. */
export type Fundamentals = { d: number; period: 'quarter' | 'year'; source: string; [figure: string]: unknown }

/** Common figures of statements by their API names. An import may contain others. */
export const statementFigures = [
  ...['revenue', 'grossProfit', 'operatingIncome', 'netIncome', 'eps', 'assets', 'liabilities', 'equity'],
  ...['operatingCashFlow', 'netMargin', 'returnOnEquity'],
] as const

export async function readFundamentals(ctx: Platform, instrumentId: number): Promise<Fundamentals[]> {
  const rows = await fundamentalsRows(ctx.postgres.db, instrumentId)
  return rows.map(({ day, period, values, source }) => ({ d: dayMs(day), period, ...values, source }))
}

function number(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
