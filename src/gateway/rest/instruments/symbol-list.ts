import { listQuery } from '#src/contract/data/symbols.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { listInstruments } from '#src/market/instruments/instruments.ts'
import type { Scope } from '#src/market/search/search-table.ts'
import { boundsOf, type DataAnswer, type DataRequest } from '../wire/call.ts'
import { allowedClasses, classOf, regionOf, scopeOf } from './symbol-scope.ts'
import { nameOf, type SymbolDeps } from './symbols.ts'

const limits = boundsOf(listQuery.limit)
const foundMax = 100
/** The greatest id that an instrument can have. */
const idMax = 2 ** 31 - 1

type ListQuery = {
  assetClass: AssetClass | null
  region: string | null
  scope: Scope
  /** Null: no state is requested. */
  isWanted: ((instrument: Pick<Instrument, 'state'>) => boolean) | null
  warned: Beside
}

/**
 * With `code`: the best 100 hits of the search. Without `code`: a page of at most `limit` symbols, which has
 * `nextCursor` if the page is full.
 */
export async function symbolList(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.get('type')
  const assetClass = type === undefined ? null : classOf(type)
  const { region, ignored } = regionOf(request, assetClass)
  const scope = scopeOf(request, allowedClasses(request, assetClass, 'symbols'), region)
  const warned: Beside = ignored ? { warning: 'region_ignored' } : {}
  const delisted = request.query.choice('delisted', ['only', 'without'])
  const isWanted: ListQuery['isWanted'] =
    delisted === undefined ? null : ({ state }) => (state === 'delisted') === (delisted === 'only')
  const query = { assetClass, region, scope, isWanted, warned }
  const code = request.query.get('code')
  return code === undefined ? everything(deps, request, query) : found(deps, request, query, code)
}

async function found(
  { search }: SymbolDeps,
  request: DataRequest,
  { scope, isWanted, warned }: ListQuery,
  code: string,
): Promise<DataAnswer> {
  const size = request.query.integer('limit', { ...limits, standard: foundMax })
  const query = { text: code.slice(0, 60), scope, size: Math.min(size, foundMax) }
  const content = isWanted
    ? await search.searchWanted(query, isWanted)
    : (await search.search({ ...query, page: 1 })).content
  return answer(request, content, content.length === 0 ? { reason: 'unknown_symbol', ...warned } : warned)
}

async function everything(
  { ctx }: SymbolDeps,
  request: DataRequest,
  { assetClass, region, scope, isWanted, warned }: ListQuery,
): Promise<DataAnswer> {
  const cursor = request.query.get('cursor') ?? '0'
  const after = /^\d{1,10}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (!(after <= idMax)) throw refuse('invalid_cursor', { param: 'cursor' })
  const limit = request.query.integer('limit', limits)
  const rows: Instrument[] = []
  const filter = { class: assetClass ?? undefined, region: region ?? undefined, after }
  for await (const page of listInstruments(ctx, filter)) {
    for (const instrument of page) {
      if (!scope(instrument) || isWanted?.(instrument) === false) continue
      rows.push(instrument)
      if (rows.length === limit) return answer(request, rows, { nextCursor: String(instrument.id), ...warned })
    }
  }
  return answer(request, rows, rows.length === 0 ? { reason: 'no_data', ...warned } : warned)
}

function answer(request: DataRequest, instruments: readonly Instrument[], beside: Beside): DataAnswer {
  const rows = instruments.map((instrument) => listRow(instrument, request.locale))
  return { kind: 'rows', rows, columns: ['c', 'n', 't', 'e', 'r'], name: 'symbols', beside, timeless: true }
}

function listRow(instrument: Instrument, locale: Locale): Record<string, string> {
  return {
    c: instrument.code,
    n: nameOf(instrument, locale),
    t: instrument.class,
    e: instrument.exchange,
    r: instrument.region,
  }
}
