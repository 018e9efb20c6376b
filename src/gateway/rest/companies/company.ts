import { statementPeriods } from '#src/contract/data/company.ts'
import { type Fundamentals, readCompany, readFundamentals } from '#src/market/companies/company.ts'
import { simulatedCompany, simulatedFundamentals, simulatedSector } from '#src/market/companies/company-simulated.ts'
import { isSimulated } from '#src/market/feed-keys/fed.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { type Entitled, oneInstrument } from '../instruments/instrument-call.ts'
import { nameOf, type SymbolDeps } from '../instruments/symbols.ts'
import { type LiveDeps, newestPrice } from '../prices/live.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { pageAnswer, readPage, slice } from '../wire/pages.ts'

type CompanyDeps = SymbolDeps & LiveDeps

/**
 * A stock's company, valued at the newest price that the plan allows. If the sandbox simulates the instrument, missing
 * data of the company is simulated, too.
 */
export async function stockInfo(deps: CompanyDeps, request: DataRequest): Promise<DataAnswer> {
  const entitled = await stock(deps, request, 'reference')
  const { instrument } = entitled
  const known = await readCompany(deps.ctx, instrument.id)
  const company = known ?? ((await isSimulated(deps.ctx, instrument)) ? simulatedCompany(instrument) : null)
  const given = company?.source === 'simulated' ? simulatedSector : { sector: '', industry: '' }
  const earnings = trailingEarnings(await fundamentalsOf(deps, instrument, request.now))
  const price = (await newestPrice(deps, entitled, request.now))?.price ?? null
  const data = {
    c: instrument.code,
    n: nameOf(instrument, request.locale),
    t: instrument.class,
    e: instrument.exchange,
    s: instrument.sector || given.sector,
    i: instrument.industry || given.industry,
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

/** Earnings per share of the last four quarters, or else of the last year; null if they are unknown or not positive. */
function trailingEarnings(rows: readonly Fundamentals[]): number | null {
  const of = (period: string, count: number) => {
    const known = rows.filter((row) => row.period === period).slice(0, count)
    const figures = known.map(({ eps }) => eps).filter((eps) => typeof eps === 'number')
    return figures.length === count ? figures.reduce((sum, eps) => sum + eps, 0) : null
  }
  const earnings = of('quarter', 4) ?? of('year', 1)
  return earnings !== null && earnings > 0 ? earnings : null
}

/** Fundamentals, newest first. If none are imported and the sandbox simulates the instrument, they are simulated. */
async function fundamentalsOf({ ctx }: SymbolDeps, instrument: Instrument, now: number): Promise<Fundamentals[]> {
  const imported = await readFundamentals(ctx, instrument.id)
  if (imported.length > 0 || !(await isSimulated(ctx, instrument))) return imported
  return simulatedFundamentals(instrument, now)
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
