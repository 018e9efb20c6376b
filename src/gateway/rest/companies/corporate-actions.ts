import type { Locale } from '#src/contract/locale.ts'
import { simulatedDividends } from '#src/market/companies/company-simulated.ts'
import {
  type ActionPage,
  type ActionQuery,
  type Dividend,
  readDividends,
  readFactorRows,
  readSplits,
  type Split,
} from '#src/market/companies/corporate-actions.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { nameIn } from '#src/market/instruments/instrument.ts'
import { listInstruments } from '#src/market/instruments/instruments.ts'
import { oneInstrument } from '../instruments/instrument-call.ts'
import { regionOf, regionsSeen, stockRegions } from '../instruments/symbol-scope.ts'
import type { SymbolDeps } from '../instruments/symbols.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { pageAnswer, readPage, slice } from '../wire/pages.ts'

/** The subject of a call: the company of `code`, else one region, else every region of the plan. */
type Subject = { query: ActionQuery; instrument: Instrument | null }

export async function stockSplits(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = await subjectOf(deps, request)
  const { rows, total } = await readSplits(deps.ctx, query)
  return pageAnswer(
    rows.map((row) => splitRow(row, request.locale)),
    total,
    query,
  )
}

export function splitRow({ d, r, c, names, oldShares, newShares, source }: Split, locale: Locale) {
  return { d, r, n: nameIn(names, locale), c, v: `${oldShares}:${newShares}`, source }
}

/** `/stock/dividend`. The sandbox simulates dividends when none are imported. */
export async function stockDividends(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const subject = await subjectOf(deps, request)
  const imported = await readDividends(deps.ctx, subject.query)
  const isSimulated = imported.total === 0 && deps.ctx.settings.mode === 'sandbox'
  const { rows, total } = isSimulated ? await simulated(deps, request, subject) : imported
  return pageAnswer(
    rows.map((row) => dividendRow(row, request.locale)),
    total,
    subject.query,
  )
}

export function dividendRow({ d, a, cur, rd, pd, c, r, names, source }: Dividend, locale: Locale) {
  return { d, a, cur, rd, pd, c, r, n: nameIn(names, locale), source }
}

export async function stockFactors(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = await subjectOf(deps, request)
  const { rows, total } = await readFactorRows(deps.ctx, query)
  const content = rows.map(({ d, pf, sf, rp, c, r, names, source }) => {
    return { d, pf, sf, rp, c, r, n: nameIn(names, request.locale), source }
  })
  return pageAnswer(content, total, query)
}

async function subjectOf(deps: SymbolDeps, request: DataRequest): Promise<Subject> {
  const page = readPage(request)
  if (request.query.get('code', 'symbol') !== undefined) {
    const { instrument } = await oneInstrument(deps, request, 'stock', 'corporate-actions')
    return { query: { ...page, of: { instrumentId: instrument.id } }, instrument }
  }
  const { region } = regionOf(request, 'stock')
  const sees = regionsSeen(request, 'stock', region, 'corporate-actions')
  const regions = region === null ? stockRegions.filter(sees) : [region]
  return { query: { ...page, of: { regions } }, instrument: null }
}

/**
 * Without a company, only stocks of the catalogue are simulated, since instruments from imported lists have no
 * figures for a simulation.
 */
async function simulated(
  { ctx }: SymbolDeps,
  request: DataRequest,
  { query, instrument }: Subject,
): Promise<ActionPage<Dividend>> {
  const shares: Instrument[] = instrument ? [instrument] : []
  if (!instrument && 'regions' in query.of) {
    const { regions } = query.of
    for await (const page of listInstruments(ctx, { class: 'stock', source: 'catalogue' }))
      shares.push(...page.filter(({ region }) => regions.includes(region)))
  }
  const rows = shares
    .flatMap((share) =>
      simulatedDividends(share, request.now).map((row) => ({
        ...row,
        r: share.region,
        c: share.code,
        names: share.names,
      })),
    )
    .sort((a, b) => b.d - a.d || (a.c < b.c ? -1 : 1))
  return { rows: slice(rows, query), total: rows.length }
}
