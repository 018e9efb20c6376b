import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses, isWorldwide } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Instrument, NewInstrument } from './instrument.ts'
import type { ExchangeCount } from './instrument-store.ts'
import * as store from './instrument-store.ts'
import { byRanking } from './ranking.ts'
import { canonicalCode, canonicalRegion, isCode, lookupOf, readSymbol, type SymbolQuery } from './symbol.ts'

export type { ExchangeCount }

/** An instrument as a caller names it. `code`: in any usual spelling; `class` null: all classes are searched. */
export type InstrumentQuery = {
  class: AssetClass | null
  code: string
  region?: string | null | undefined
  exchange?: string | null | undefined
}

/**
 * The channel that reports changed instruments, so that every process clears its caches of instruments. Payload: null.
 */
export const instrumentsChannel = 'instruments'

/**
 * The order of exchanges. Of a code's listings in one region with equal liquidity, the first in this order is the home
 * listing. Exchanges that are not in the list follow by name.
 */
export const homeOrder = [
  'NASDAQ',
  'NYSE',
  'NYSEARCA',
  'AMEX',
  'NSE',
  'XETR',
  'TSX',
  'STO',
  'TWSE',
  'CBOE',
  'CCC',
  'FX',
]

/** The instrument of a spelling, or null. Examples: `700.HK`, `BRK-B`, `BTC/USDT`, `RELIANCE$NSE$IN`, a former code. */
export async function findInstrument(ctx: Platform, query: InstrumentQuery): Promise<Instrument | null> {
  const [found] = await findInstruments(ctx, [query])
  return found ?? null
}

/** The instruments of several queries, in the same order, with one SQL query. */
export async function findInstruments(
  ctx: Platform,
  queries: readonly InstrumentQuery[],
): Promise<(Instrument | null)[]> {
  const readings = queries.map(readingsOf)
  const lookups = new Set(readings.flatMap((ones) => ones.map(({ lookup }) => lookup)))
  if (lookups.size === 0) return queries.map(() => null)
  const byLookup = await store.byLookups(ctx.postgres.db, [...lookups])
  return queries.map((query, index) => {
    const ones = readings[index] ?? []
    const found = new Map(ones.flatMap(({ lookup }) => (byLookup.get(lookup) ?? []).map((one) => [one.id, one])))
    return chooseInstrument([...found.values()], query, ones)
  })
}

/** The query of a chart's ticker: `NASDAQ:AAPL`, `crypto:BTCUSD`, or a bare code. */
export function queryOfTicker(ticker: string): InstrumentQuery {
  const colon = ticker.indexOf(':')
  const prefix = ticker.slice(0, Math.max(colon, 0))
  const assetClass = assetClasses.find((name) => name === prefix.toLowerCase()) ?? null
  const exchange = assetClass === null && prefix !== '' ? prefix : null
  return { class: assetClass, code: ticker.slice(colon + 1), exchange }
}

/** Possible readings of a query's code; empty if the code is malformed. */
export function readingsOf(query: InstrumentQuery): SymbolQuery[] {
  const readings = readSymbol(query.class, query.code, query.region ?? null)
  return readings.map((reading) => ({ ...reading, exchange: query.exchange?.toUpperCase() ?? reading.exchange }))
}

/**
 * The likeliest of the instruments with the same lookup: by the order of `readings`, then exact spelling, then ranking.
 */
export function chooseInstrument(
  found: readonly Instrument[],
  query: Pick<InstrumentQuery, 'class'>,
  readings: readonly SymbolQuery[],
): Instrument | null {
  const ofClass = found.filter((instrument) => query.class === null || instrument.class === query.class)
  for (const reading of readings) {
    const fitting = inRegion(ofClass, reading.region).filter(
      ({ exchange }) => reading.exchange === null || exchange === reading.exchange,
    )
    const exact = fitting.filter((instrument) => instrument.code === reading.code)
    const spelled = fitting.filter((instrument) => lookupOf(instrument.code) === reading.lookup)
    const former = fitting.filter(
      (instrument) => lookupOf(instrument.code) !== reading.lookup && reading === readings[0],
    )
    const best = [...exact].sort(byRanking)[0] ?? [...spelled].sort(byRanking)[0] ?? former[0]
    if (best) return best
  }
  return null
}

/**
 * The instruments listed in `region` (null: all). If there are none, the instruments of classes without a country, such
 * as crypto.
 */
function inRegion(found: readonly Instrument[], region: string | null): readonly Instrument[] {
  if (region === null) return found
  const listed = found.filter((instrument) => instrument.region === region)
  return listed.length > 0 ? listed : found.filter((instrument) => isWorldwide(instrument.class))
}

export async function instrumentsById(ctx: Platform, ids: readonly number[]): Promise<Instrument[]> {
  return ids.length === 0 ? [] : store.byIds(ctx.postgres.db, ids)
}

/** All matching instruments, in pages by id. */
export async function* listInstruments(
  ctx: Platform,
  filter: store.ListFilter & { after?: number } = {},
  pageSize = 5_000,
): AsyncGenerator<Instrument[]> {
  for (let after = filter.after ?? 0; ; ) {
    const page = await store.listAfter(ctx.postgres.db, filter, after, pageSize)
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

/** Adds or updates instruments. A code that no query could name is refused with `invalid_symbol`. */
export async function upsertInstruments(
  ctx: Platform,
  instruments: readonly NewInstrument[],
  source: string,
): Promise<number[]> {
  if (!instruments.every(({ code }) => isCode(code))) throw refuse('invalid_symbol', { param: 'code' })
  return ctx.postgres.transaction(async (tx) => {
    const { ids, changed } = await store.upsert(tx, instruments, source)
    if (changed) await ctx.postgres.notify(tx, instrumentsChannel, null)
    return ids
  })
}

/** The instrument that an import names. An unknown instrument is created, with its code as its name. */
export async function ensureInstrument(
  ctx: Platform,
  identity: { class: AssetClass; region: string; code: string },
): Promise<Instrument> {
  const known = await findInstrument(ctx, identity)
  if (known?.region === canonicalRegion(identity.region)) return known
  const code = canonicalCode(identity.code.trim().toUpperCase(), identity.region)
  const made = { ...identity, code, exchange: '', name: code, ...stepOf(identity.class, code) }
  const [id] = await upsertInstruments(ctx, [made], 'import')
  const [created] = id === undefined ? [] : await instrumentsById(ctx, [id])
  if (!created) throw new Error(`could not create ${identity.class} ${code}`)
  return created
}

/** The price step of an instrument of which nothing else is known; none: the default. */
function stepOf(assetClass: AssetClass, code: string): Pick<NewInstrument, 'priceStep'> {
  if (assetClass === 'crypto') return { priceStep: '0.00000001' }
  if (assetClass === 'forex') return { priceStep: code.endsWith('JPY') ? '0.001' : '0.00001' }
  return {}
}

/** Adds another spelling by which the instrument can be found. */
export async function alsoWritten(ctx: Platform, { id, class: name }: Instrument, spelling: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.addAlias(tx, id, name, lookupOf(spelling), null)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

/** Called after a large import: chooses the home listings again, and updates PostgreSQL's statistics of the table. */
export async function settleHomes(ctx: Platform): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.chooseHomes(tx, homeOrder)
    await store.analyze(tx)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

/** One page of the instruments of some regions, sorted by code, without delisted instruments. Pages count from 0. */
export async function marketPage(
  ctx: Platform,
  market: store.MarketFilter,
  page: { page: number; size: number },
): Promise<{ instruments: Instrument[]; total: number }> {
  return store.marketPage(ctx.postgres.db, market, page)
}

export async function currenciesOf(ctx: Platform, assetClass: AssetClass): Promise<Map<string, string>> {
  return store.currenciesOf(ctx.postgres.db, assetClass)
}

export async function countByExchange(ctx: Platform, assetClass?: AssetClass): Promise<ExchangeCount[]> {
  return store.countByExchange(ctx.postgres.db, assetClass)
}

export async function leadingInstruments(
  ctx: Platform,
  assetClass: AssetClass,
  size: number,
  regions?: readonly string[],
): Promise<Instrument[]> {
  return store.leadingInstruments(ctx.postgres.db, assetClass, size, regions)
}
