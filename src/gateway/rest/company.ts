import { refuse } from '#src/contract/errors.ts'
import { readCompany, readDividends, readFundamentals, readIpos, readSplits } from '#src/market/company.ts'
import { simulatedCompany, simulatedDividends, simulatedFundamentals } from '#src/market/company-simulated.ts'
import { readFactors } from '#src/market/factors.ts'
import { canonicalRegion } from '#src/market/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { DataAnswer, DataRequest } from './call.ts'
import { type Granted, oneInstrument } from './instrument-call.ts'
import { regionsSeen } from './symbol-scope.ts'
import type { SymbolDeps } from './symbols.ts'
import { nameOf } from './symbols.ts'

const sizeMax = 100

/** `/stock/info`: the company behind a share. In the sandbox, what nobody imported is simulated and says so in `source`. */
export async function stockInfo(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'reference')
  const isSandbox = deps.ctx.settings.mode === 'sandbox'
  const company = (await readCompany(deps.ctx, instrument.id)) ?? (isSandbox ? simulatedCompany(instrument) : null)
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
    cur: instrument.currency,
    isin: instrument.isin,
    employees: company?.employees ?? null,
    shares: company?.shares ?? null,
    floatShares: company?.floatShares ?? null,
    dy: company?.dividendYield ?? null,
  }
  return {
    kind: 'data',
    data,
    ...(company ? { beside: { source: company.source } } : { beside: { reason: 'no_data' } }),
  }
}

type Row = Record<string, unknown> & { source?: string }

/** `/stock/fundamentals`: statements and ratios by period, newest first. */
export async function stockFundamentals(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'fundamentals')
  const period = request.query.get('period')
  if (period !== undefined && period !== 'quarter' && period !== 'year') {
    throw refuse('invalid_parameter', { param: 'period', extra: { allowed: ['quarter', 'year'] } })
  }
  const imported = await readFundamentals(deps.ctx, instrument.id)
  const isSimulated = imported.length === 0 && deps.ctx.settings.mode === 'sandbox'
  const rows: Row[] = isSimulated ? simulatedFundamentals(instrument, request.now) : imported
  return page(
    request,
    rows.filter((row) => period === undefined || row.period === period),
  )
}

export async function stockSplits(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'corporate-actions')
  return page(request, await readSplits(deps.ctx, instrument.id))
}

export async function stockDividends(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'corporate-actions')
  const imported = await readDividends(deps.ctx, instrument.id)
  const isSimulated = imported.length === 0 && deps.ctx.settings.mode === 'sandbox'
  return page(request, isSimulated ? simulatedDividends(instrument, request.now) : imported)
}

/** `/stock/factors`: the adjustment factors that `adjust=` multiplies with, newest first. */
export async function stockFactors(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { instrument } = await stock(deps, request, 'corporate-actions')
  const factors = await readFactors(deps.ctx, instrument.id)
  const rows = factors
    .reverse()
    .map((factor) => ({ d: factor.date, pf: factor.price, sf: factor.split, rp: factor.reference, source: 'import' }))
  return page(request, rows)
}

/** `/stock/ipo`: listings to come (`upcoming`) or of late (`recent`), in the regions of the plan. */
export async function stockIpos({ ctx }: { ctx: Platform }, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.get('type') ?? 'upcoming'
  if (type !== 'upcoming' && type !== 'recent')
    throw refuse('invalid_parameter', { param: 'type', extra: { allowed: ['upcoming', 'recent'] } })
  const asked = request.query.get('region')
  const region = asked === undefined ? null : canonicalRegion(asked)
  const sees = regionsSeen(request, 'stock', region, 'corporate-actions')
  const rows = await readIpos(ctx, { type, region, now: request.now })
  return page(
    request,
    rows.filter(({ r }) => sees(r ?? '')),
  )
}

function stock(
  deps: SymbolDeps,
  request: DataRequest,
  call: 'reference' | 'fundamentals' | 'corporate-actions',
): Granted | Promise<Granted> {
  return oneInstrument(deps, request, 'stock', call)
}

function page(request: DataRequest, rows: readonly Row[]): DataAnswer {
  const number = request.query.integer('page', { min: 0, max: 100_000, standard: 0 })
  const size = request.query.integer('size', { min: 1, max: sizeMax, standard: 30 })
  const content = rows.slice(number * size, (number + 1) * size)
  const totalPages = Math.ceil(rows.length / size)
  const data = { content, totalPages, totalElements: rows.length, page: number, last: number + 1 >= totalPages, size }
  return { kind: 'data', data, beside: rows.length === 0 ? { reason: 'no_data' } : {} }
}
