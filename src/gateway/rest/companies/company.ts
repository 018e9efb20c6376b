import { statementPeriods } from '#src/contract/data/company.ts'
import { type Fundamentals, readCompany, readFundamentals } from '#src/market/companies/company.ts'
import { simulatedCompany, simulatedFundamentals } from '#src/market/companies/company-simulated.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { type Entitled, oneInstrument } from '../instruments/instrument-call.ts'
import { nameOf, type SymbolDeps } from '../instruments/symbols.ts'
import { type LiveDeps, newestPrice } from '../prices/live.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { pageAnswer, readPage, slice } from '../wire/pages.ts'

type CompanyDeps = SymbolDeps & LiveDeps

/** A stock's company, valued at the newest price of the plan. Without an import, the sandbox simulates it. */
export async function stockInfo(deps: CompanyDeps, request: DataRequest): Promise<DataAnswer> {
  const entitled = await stock(deps, request, 'reference')
  const { instrument } = entitled
  const isSandbox = deps.ctx.settings.mode === 'sandbox'
  const company = (await readCompany(deps.ctx, instrument.id)) ?? (isSandbox ? simulatedCompany(instrument) : null)
  const earnings = trailingEarnings(await fundamentalsOf(deps, instrument, request.now))
  const price = (await newestPrice(deps, entitled, request.now))?.price ?? null
  const data = {
    c: instrument.code,
    n: nameOf(instrument, request.locale),
    t: instrument.class,
    e: instrument.exchange,
    s: instrument.sector,
    i: instrument.industry,
    r: instrument.region,
    bd: company?.description ?? '',
    wu: company?.website ?? '',
    mcb: price === null || !company?.shares ? null : Math.round(price * company.shares),
    tso: company?.shares ?? null,
    pet: price === null || earnings === null ? null : Math.round((price / earnings) * 100) / 100,
    fcc: instrument.currency,
    cur: instrument.currency,
    isin: instrument.isin,
    employees: company?.employees ?? null,
    shares: company?.shares ?? null,
    floatShares: company?.floatShares ?? null,
    dy: company?.dividendYield ?? null,
  }
  return { kind: 'data', data, beside: company ? { source: company.source } : { reason: 'no_data' } }
}

/** Earnings per share of the last four quarters, else of the last year; null when they are not positive. */
function trailingEarnings(rows: readonly Fundamentals[]): number | null {
  const of = (period: string, count: number) => {
    const known = rows.filter((row) => row.period === period).slice(0, count)
    const figures = known.map(({ eps }) => eps).filter((eps) => typeof eps === 'number')
    return figures.length === count ? figures.reduce((sum, eps) => sum + eps, 0) : null
  }
  const earnings = of('quarter', 4) ?? of('year', 1)
  return earnings !== null && earnings > 0 ? earnings : null
}

/** Fundamentals, newest first. The sandbox simulates them when none are imported. */
async function fundamentalsOf({ ctx }: SymbolDeps, instrument: Instrument, now: number): Promise<Fundamentals[]> {
  const imported = await readFundamentals(ctx, instrument.id)
  const isSimulated = imported.length === 0 && ctx.settings.mode === 'sandbox'
  return isSimulated ? simulatedFundamentals(instrument, now) : imported
}

export async function stockFundamentals(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'fundamentals')
  const period = request.query.choice('period', statementPeriods)
  const rows = await fundamentalsOf(deps, instrument, request.now)
  const matching = rows.filter((row) => period === undefined || row.period === period)
  const page = readPage(request)
  return pageAnswer(slice(matching, page), matching.length, page)
}

function stock(
  deps: SymbolDeps,
  request: DataRequest,
  call: 'reference' | 'fundamentals',
): Entitled | Promise<Entitled> {
  return oneInstrument(deps, request, 'stock', call)
}
