import { dayMs } from '#src/contract/time.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Company, Fundamentals } from './company.ts'
import type { Dividend } from './corporate-actions.ts'

/**
 * Plausible company data for the sandbox, always the same for a code and marked `simulated`. It does not describe the
 * real company.
 */
export function simulatedCompany(instrument: Instrument): Company {
  const draw = seeded(instrument, 'company')
  const shares = Math.round(10 ** (8 + draw() * 1.8))
  return {
    website: '',
    description: `Simulated profile of ${instrument.names.en}; import company data to replace it.`,
    employees: Math.round(10 ** (3 + draw() * 2)),
    shares,
    floatShares: Math.round(shares * (0.55 + draw() * 0.4)),
    dividendYield: Math.round(draw() * 400) / 100,
    source: 'simulated',
  }
}

/** Twelve quarters and three years before `now`. Revenue grows steadily with seasons; margins stay within a range. */
export function simulatedFundamentals(instrument: Instrument, now: number): Fundamentals[] {
  const draw = seeded(instrument, 'fundamentals')
  const scale = 10 ** (8.5 + draw() * 2)
  const growth = -0.01 + draw() * 0.05
  const margin = 0.06 + draw() * 0.22
  const { shares } = simulatedCompany(instrument)
  const quarters = Array.from({ length: 12 }, (_, back) => quarter(back)).filter(
    (row): row is Fundamentals => row !== null,
  )
  const years = [...new Set(quarters.map(({ d }) => new Date(d).getUTCFullYear()))]
    .map((year) => quarters.filter(({ d }) => new Date(d).getUTCFullYear() === year))
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

  function quarter(back: number): Fundamentals | null {
    const at = new Date(now)
    const index = at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3) - 1 - back
    const d = Date.UTC(Math.floor(index / 4), (index % 4) * 3 + 3, 0)
    const season = 1 + 0.08 * Math.sin((index % 4) * (Math.PI / 2))
    const revenue = scale * (1 + growth) ** -back * season * (0.98 + draw() * 0.04)
    return { ...figures(revenue, revenue * margin * (0.9 + draw() * 0.2)), d, period: 'quarter', source: 'simulated' }
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
      eps: shares ? Math.round((netIncome / shares) * 1e4) / 1e4 : null,
      assets: Math.round(assets),
      liabilities: Math.round(assets - equity),
      equity: Math.round(equity),
      operatingCashFlow: Math.round(netIncome * 1.2),
      netMargin: Math.round((netIncome / revenue) * 1e4) / 100,
      returnOnEquity: Math.round((netIncome / equity) * 1e4) / 100,
    }
  }
}

/** Eight quarterly payments before `now`, about one percent of the start price a year. */
export function simulatedDividends(instrument: Instrument, now: number): Omit<Dividend, 'r' | 'c' | 'names'>[] {
  const draw = seeded(instrument, 'dividends')
  const { dividendYield } = simulatedCompany(instrument)
  const yearly = ((instrument.startPrice ?? 20) * (dividendYield ?? 0)) / 100
  if (yearly === 0) return []

  const start = new Date(now)
  return Array.from({ length: 8 }, (_, back) => {
    const d = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1 - back * 3, 5 + Math.floor(draw() * 10))
    const a = Math.max(0.0001, Math.round((yearly / 4) * (1 - back * 0.01) * 1e4) / 1e4)
    return { d, a, cur: instrument.currency, rd: d + dayMs, pd: d + 21 * dayMs, source: 'simulated' }
  })
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
