import { dayMs } from '#src/contract/time.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Company, Fundamentals } from './company.ts'
import type { Dividend } from './corporate-actions.ts'

/** The yearly figures from which a company's simulated data is computed. `earnings`, `dividend`: per share. */
type Business = {
  shares: number
  earnings: number
  dividend: number
  margin: number
  growth: number
  employees: number
}

/** Rounded exchange rates to one US dollar, only to make company sizes plausible. Other currencies count as 1. */
const unitsPerDollar: Readonly<Record<string, number>> = {
  ...{ JPY: 150, KRW: 1_350, INR: 84, TWD: 32, HKD: 7.8, CNY: 7.2, THB: 35, PHP: 57, IDR: 16_000, VND: 25_000 },
  ...{ BRL: 5.4, MXN: 18, ZAR: 18, SEK: 10.5, NOK: 10.7, DKK: 6.9, MYR: 4.5, RUB: 95, TRY: 34, PLN: 4, CZK: 23 },
}

/**
 * The price is 12 to 32 times the earnings. The dividend is 10 % to 60 % of the earnings, or 0.
 */
function businessOf(instrument: Instrument): Business {
  const draw = seeded(instrument, 'company')
  const price = instrument.startPrice ?? 20
  const dollars = 10 ** (9 + draw() * 2.5)
  const shares = Math.max(1, Math.round((dollars * (unitsPerDollar[instrument.currency] ?? 1)) / price))
  const yearly = 12 + draw() * 20
  const payout = draw() * 0.6
  const margin = 0.06 + draw() * 0.22
  const revenue = dollars / yearly / margin
  const employees = Math.round(revenue / (200_000 + draw() * 300_000))
  const earnings = price / yearly
  const growth = draw() * 0.03
  return { shares, earnings, dividend: payout < 0.1 ? 0 : earnings * payout, margin, growth, employees }
}

/**
 * Plausible company data for the sandbox, marked `simulated`. The data is the same on each call, and does not describe
 * the real company.
 */
export function simulatedCompany(instrument: Instrument): Company {
  const { shares, dividend, employees } = businessOf(instrument)
  const draw = seeded(instrument, 'float')
  return {
    website: `https://example.com/${encodeURIComponent(instrument.code)}`,
    description: `Simulated profile of ${instrument.names.en}; import company data to replace it.`,
    employees,
    shares,
    floatShares: Math.round(shares * (0.55 + draw() * 0.4)),
    dividendYield: Math.round((dividend / (instrument.startPrice ?? 20)) * 1e4) / 100,
    source: 'simulated',
  }
}

/** The sector and industry of an instrument if the catalogue has none. */
export const simulatedSector = { sector: 'Sandbox', industry: 'Simulated company' }

/**
 * The last twelve complete quarters before `now`, and the years of which all four quarters are among them. The earnings
 * of the last four quarters follow from the company's price.
 */
export function simulatedFundamentals(instrument: Instrument, now: number): Fundamentals[] {
  const { shares, earnings, margin, growth } = businessOf(instrument)
  const last = quarterOf(now) - 1
  const quarters = Array.from({ length: 12 }, (_, back) => quarter(last - back, back))
  const years = [...Map.groupBy(quarters, ({ d }) => new Date(d).getUTCFullYear()).values()]
    .filter((rows) => rows.length === 4)
    .map(
      (rows): Fundamentals => ({
        ...figures(sum(rows, 'revenue'), sum(rows, 'netIncome')),
        d: rows[0]?.d ?? 0,
        period: 'year',
        source: 'simulated',
      }),
    )
  return [...quarters, ...years].sort((a, b) => b.d - a.d || a.period.localeCompare(b.period))

  function quarter(index: number, back: number): Fundamentals {
    const draw = seeded(instrument, `quarter ${index}`)
    const season = 1 + 0.08 * Math.sin((index % 4) * (Math.PI / 2))
    const revenue = ((earnings * shares) / margin / 4) * (1 + growth) ** -back * season * (0.98 + draw() * 0.04)
    const income = revenue * margin * (0.95 + draw() * 0.1)
    const d = Date.UTC(Math.floor(index / 4), (index % 4) * 3 + 3, 0)
    return { ...figures(revenue, income), d, period: 'quarter', source: 'simulated' }
  }

  function figures(revenue: number, netIncome: number) {
    const operatingIncome = netIncome * 1.27
    const equity = revenue * 3.1
    const assets = equity * 2.2
    return {
      revenue: Math.round(revenue),
      grossProfit: Math.round(revenue * Math.min(0.85, margin + 0.25)),
      operatingIncome: Math.round(operatingIncome),
      netIncome: Math.round(netIncome),
      eps: Math.round((netIncome / shares) * 1e4) / 1e4,
      assets: Math.round(assets),
      liabilities: Math.round(assets - equity),
      equity: Math.round(equity),
      operatingCashFlow: Math.round(netIncome * 1.2),
      netMargin: Math.round((netIncome / revenue) * 1e4) / 100,
      returnOnEquity: Math.round((netIncome / equity) * 1e4) / 100,
    }
  }
}

export type SimulatedDividend = Omit<Dividend, 'r' | 'c' | 'names'>

/** The last eight quarterly payments, newest first, each in the second month of a quarter; empty if there are none. */
export function simulatedDividends(instrument: Instrument, now: number): SimulatedDividend[] {
  const { dividend, growth } = businessOf(instrument)
  if (dividend === 0) return []
  const last = quarterOf(now)
  return Array.from({ length: 9 }, (_, back) => payment(last - back, back))
    .filter(({ d }) => d <= now)
    .slice(0, 8)

  function payment(index: number, back: number): SimulatedDividend {
    const draw = seeded(instrument, `dividend ${index}`)
    const day = Date.UTC(Math.floor(index / 4), (index % 4) * 3 + 1, 5 + Math.floor(draw() * 10))
    const d = day + ([1, 0, 0, 0, 0, 0, 2][new Date(day).getUTCDay()] ?? 0) * dayMs
    const a = Math.max(0.0001, Math.round((dividend / 4) * (1 + growth) ** -back * 1e4) / 1e4)
    return { d, a, cur: instrument.currency, rd: d + dayMs, pd: d + 21 * dayMs, source: 'simulated' }
  }
}

/** The number of quarters since the year 0. */
function quarterOf(time: number): number {
  const at = new Date(time)
  return at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3)
}

function sum(rows: readonly Fundamentals[], figure: string): number {
  return rows.reduce((total, row) => total + Number(row[figure]), 0)
}

/** Numbers in [0, 1) that depend only on the instrument and the purpose (mulberry32). */
function seeded(instrument: Instrument, purpose: string): () => number {
  let state = 2_166_136_261
  for (const letter of `${instrument.class}${instrument.region}${instrument.code}${purpose}`) {
    state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
