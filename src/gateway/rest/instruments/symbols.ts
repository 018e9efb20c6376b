import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { nextChange, sessionAt } from '#src/market/calendar/session.ts'
import { datedContracts, mainContract } from '#src/market/catalogue/dated-contracts.ts'
import { decimalsOf, type Instrument, nameIn } from '#src/market/instruments/instrument.ts'
import { readSymbol } from '#src/market/instruments/symbol.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle } from '../../entitlement.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import type { Directory } from './directory.ts'
import { oneInstrument, requireEntitlement } from './instrument-call.ts'
import { classOf } from './symbol-scope.ts'

export type SymbolDeps = { ctx: Platform; directory: Directory; search: SearchIndex }

/** `/symbol/info`: one instrument with its hours. `code` may have an exchange prefix: `NASDAQ:AAPL`. */
export async function symbolInfo(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const instrument = await namedInstrument(deps, request)
  if (request.key.kind === 'key') requireEntitlement(request, instrument, 'symbols')
  return infoAnswer(deps, instrument, request)
}

/**
 * The name of the plan that has the prices, if the caller's plan lacks them; empty if there is no such plan. Null: the
 * caller's plan has the prices. With this name, pages show the lock without a request for prices.
 */
function lockOf(request: DataRequest, { class: assetClass, region, code }: Instrument): string | null {
  const verdict = entitle(request, { class: assetClass, region, code, call: 'quote' })
  if (verdict.allowed) return null
  return verdict.wouldAllow ? planName(verdict.wouldAllow, request.locale) : ''
}

/** `/forex/base` and its siblings: older paths with the response of `/symbol/info`. */
export async function baseInfo(deps: SymbolDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  return infoAnswer(deps, (await oneInstrument(deps, request, assetClass, 'symbols')).instrument, request)
}

function infoAnswer({ ctx }: SymbolDeps, instrument: Instrument, request: DataRequest): DataAnswer {
  const info = infoOf(ctx, instrument, request.locale, request.now)
  const locked = lockOf(request, instrument)
  // A response with a lock is not cached, because signing in or buying a plan removes the lock.
  return locked !== null ? { kind: 'data', data: { ...info, locked } } : { kind: 'data', data: info, maxAge: 60 }
}

/** The instrument named by a ticker (`NASDAQ:AAPL`, `crypto:BTCUSD`), or by code, type and region. */
export async function namedInstrument(
  { directory, search }: SymbolDeps,
  request: DataRequest,
  name: 'code' | 'symbol' = 'code',
): Promise<Instrument> {
  const text = request.query.need(name, 'code', 'symbol')
  const type = request.query.get('type')
  const assetClass = type === undefined ? null : classOf(type)
  const region = request.query.get('region')
  const colon = text.indexOf(':')
  const prefix = colon > 0 ? text.slice(0, colon) : undefined
  const code = colon > 0 ? text.slice(colon + 1) : text
  const prefixClass = prefix === undefined ? null : (assetClasses.find((name) => name === prefix.toLowerCase()) ?? null)
  const exchange = request.query.get('exchange') ?? (prefixClass ? undefined : prefix)
  const found =
    (await directory.find(assetClass ?? prefixClass, code, region, exchange)) ??
    // A whole ticker finds the listing of one venue: `OKX:BTCUSD`.
    (prefix === undefined ? null : await directory.find(assetClass, text, region)) ??
    (exchange === undefined ? null : await directory.find(assetClass ?? prefixClass, code, region))
  if (found) return found
  if (readSymbol(assetClass, code, region ?? null).length === 0) throw refuse('invalid_symbol', { param: name })
  const suggestions = await search.suggest(assetClass ?? 'stock', code, 5)
  throw refuse('unknown_symbol', { param: name, extra: { reason: 'unknown_symbol', suggestions } })
}

export function nameOf(instrument: Instrument, locale: Locale): string {
  return nameIn(instrument.names, locale)
}

function infoOf(ctx: Platform, instrument: Instrument, locale: Locale, now: number) {
  const exchange = exchangeOf(ctx, instrument)
  const decimals = decimalsOf(instrument.priceStep)
  const scale = 10 ** decimals
  return {
    c: instrument.code,
    // Charts of the old protocol request bars by `n` and display `b`.
    n: instrument.code,
    b: nameOf(instrument, locale),
    d: instrument.names.en,
    t: instrument.class,
    e: instrument.exchange,
    r: instrument.region,
    tz: exchange.timeZone,
    m: Math.round(instrument.priceStep * scale),
    ps: scale,
    si: 'regular',
    sb: sessionsOf(exchange),
    cur: instrument.currency,
    lot: instrument.lot,
    id: String(instrument.id),
    state: instrument.state,
    isin: instrument.isin,
    ...(instrument.root ? { root: instrument.root } : {}),
    ...mainOf(instrument, now),
    ...(instrument.expiresOn === null ? {} : { expires: new Date(instrument.expiresOn).toISOString().slice(0, 10) }),
    status: sessionAt(exchange, now),
    next: nextChange(exchange, now),
  }
}

/** The current main contract of a future's root, by the roll rule. */
function mainOf(instrument: Instrument, now: number): { main?: string } {
  if (instrument.class !== 'future' || instrument.root !== null) return {}
  const { class: assetClass, region, exchange, code, names } = instrument
  const main = mainContract(datedContracts({ class: assetClass, region, exchange, code, name: names.en }, now), now)
  return main ? { main: main.code } : {}
}

/** Sessions in TradingView's notation: Monday to Friday by default, other weekdays after a colon, 1 = Sunday. */
export function sessionsOf(exchange: Exchange): { id: string; session: string }[] {
  if (exchange.hours.kind === 'utc') return [{ id: 'regular', session: '24x7' }]
  const { weekdays } = exchange
  const days = weekdays.join() === '1,2,3,4,5' ? '' : `:${weekdays.map((day) => day + 1).join('')}`
  const text = (spans: readonly { open: number; close: number }[]) =>
    spans.map(({ open, close }) => `${clock(open)}-${clock(close)}`).join(',') + days
  return [
    { id: 'regular', session: text(exchange.regular) },
    ...(exchange.pre ? [{ id: 'premarket', session: text([exchange.pre]) }] : []),
    ...(exchange.after ? [{ id: 'postmarket', session: text([exchange.after]) }] : []),
  ]
}

function clock(minute: number): string {
  const at = ((minute % 1440) + 1440) % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}${String(at % 60).padStart(2, '0')}`
}
