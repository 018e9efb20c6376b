import type { Locale } from '#src/contract/locale.ts'
import { simulatedFactors } from '#src/market/action-edits/simulated-factors.ts'
import { simulatedDividends } from '#src/market/companies/company-simulated.ts'
import {
  type ActionPage,
  type ActionQuery,
  type Dividend,
  type FactorRow,
  readDividends,
  readFactorRows,
  readSplits,
  type Split,
} from '#src/market/companies/corporate-actions.ts'
import { fedInstruments, isSimulated } from '#src/market/feed-keys/fed.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { nameIn } from '#src/market/instruments/instrument.ts'
import { listInstruments } from '#src/market/instruments/instruments.ts'
import { isSimulating } from '#src/market/settings.ts'
import { oneInstrument } from '../instruments/instrument-call.ts'
import { regionOf, regionsSeen, stockRegions } from '../instruments/symbol-scope.ts'
import type { SymbolDeps } from '../instruments/symbols.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { pageAnswer, readPage, slice } from '../wire/pages.ts'

/** The subject of a call: the company of `code`, or else one region, or else every region of the plan. */
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

/** `/stock/dividend`. If no dividends are imported, the dividends of simulated stocks are simulated. */
export async function stockDividends(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const subject = await subjectOf(deps, request)
  const imported = await readDividends(deps.ctx, subject.query)
  const { rows, total } = imported.total === 0 ? await simulated(deps, request, subject) : imported
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
  const { query, instrument } = await subjectOf(deps, request)
  // A file of factors may end with a row for a day far in the future. Such a row marks that later prices are
  // unadjusted.
  const past = { ...query, until: new Date(request.now).toISOString().slice(0, 10) }
  const stored = await readFactorRows(deps.ctx, past)
  const { rows, total } = stored.total === 0 && instrument ? await simulatedRows(deps, instrument, past) : stored
  const content = rows.map(({ d, pf, sf, rp, c, r, names, source }) => {
    return { d, pf, sf, rp, c, r, n: nameIn(names, request.locale), source }
  })
  return pageAnswer(content, total, query)
}

async function simulatedRows(
  { ctx }: SymbolDeps,
  instrument: Instrument,
  query: ActionQuery,
): Promise<ActionPage<FactorRow>> {
  const { region: r, code: c, names } = instrument
  const rows = (await simulatedFactors(ctx, instrument)).map(({ date: d, price: pf, split: sf, reference: rp }) => {
    return { d, pf, sf, rp, r, c, names, source: 'simulated' }
  })
  return { rows: slice(rows.reverse(), query), total: rows.length }
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
 * If the call names no company, only stocks of the catalogue are simulated, since imported instruments have no figures
 * for a simulation.
 */
async function simulated(
  { ctx }: SymbolDeps,
  request: DataRequest,
  { query, instrument }: Subject,
): Promise<ActionPage<Dividend>> {
  const shares: Instrument[] = instrument && (await isSimulated(ctx, instrument)) ? [instrument] : []
  if (!instrument && 'regions' in query.of && isSimulating(ctx)) {
    const { regions } = query.of
    const fed = await fedInstruments(ctx)
    for await (const page of listInstruments(ctx, { class: 'stock', source: 'catalogue' }))
      shares.push(
        ...page.filter(({ id, region, startPrice }) => regions.includes(region) && startPrice !== null && !fed.has(id)),
      )
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
