import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { assetClasses } from '#src/contract/market.ts'
import { datedContracts, mainContract } from '#src/market/catalogue/dated-contracts.ts'
import { type Exchange, exchangeOf } from '#src/market/exchange.ts'
import { decimalsOf, type Instrument } from '#src/market/instrument.ts'
import { listInstruments } from '#src/market/instruments.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import { nextChange, sessionAt } from '#src/market/session.ts'
import { readSymbol } from '#src/market/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { DataAnswer, DataRequest } from './call.ts'
import type { Directory } from './directory.ts'
import { grant } from './instrument-call.ts'
import { allowedClasses, classOf, regionOf, scopeOf } from './symbol-scope.ts'

export type SymbolDeps = { ctx: Platform; directory: Directory; search: SearchIndex }

const listMax = 20_000

/** `/symbol/list`: instruments of a class and region, or the ones behind a code. Beyond 20,000 it goes on at `nextCursor`. */
export async function symbolList({ ctx, directory }: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.get('type')
  const assetClass = type === undefined ? null : classOf(type)
  const region = request.query.get('region')
  const code = request.query.get('code')
  const { region: place, ignored } = regionOf(request, assetClass)
  const scope = scopeOf(request, allowedClasses(request, assetClass, 'symbols'), place)
  const warned = ignored ? { warning: 'region_ignored' } : {}
  const columns = ['c', 'n', 't', 'e', 'r']
  if (code !== undefined) {
    const found = await directory.find(assetClass, code, region)
    const rows = found && scope(found) ? [listRow(found, request.locale)] : []
    return {
      kind: 'rows',
      rows,
      columns,
      name: 'symbols',
      beside: rows.length === 0 ? { reason: 'unknown_symbol', ...warned } : warned,
    }
  }
  const after = Number(request.query.get('cursor') ?? 0)
  if (!Number.isSafeInteger(after) || after < 0) throw refuse('invalid_cursor', { param: 'cursor' })
  const limit = request.query.integer('limit', { min: 1, max: listMax, standard: listMax })
  const rows: Record<string, string>[] = []
  let last = 0
  const filter = {
    class: assetClass ?? undefined,
    region: place ?? undefined,
    after,
  }
  for await (const page of listInstruments(ctx, filter)) {
    for (const instrument of page) {
      if (!scope(instrument)) continue
      rows.push(listRow(instrument, request.locale))
      last = instrument.id
      if (rows.length === limit) {
        return { kind: 'rows', rows, columns, name: 'symbols', beside: { nextCursor: String(last), ...warned } }
      }
    }
  }
  return {
    kind: 'rows',
    rows,
    columns,
    name: 'symbols',
    beside: rows.length === 0 ? { reason: 'no_data', ...warned } : warned,
  }
}

/** `/symbol/info`: one instrument with its hours. `code` may carry its exchange in front: `NASDAQ:AAPL`. */
export async function symbolInfo(deps: SymbolDeps, request: DataRequest): Promise<DataAnswer> {
  const instrument = await namedInstrument(deps, request)
  grant(request, instrument, 'symbols')
  return { kind: 'data', data: infoOf(instrument, request.locale, request.now), maxAge: 60 }
}

/** The instrument that a ticker (`NASDAQ:AAPL`, `crypto:BTCUSD`), or code, type and region name. */
export async function namedInstrument({ directory, search }: SymbolDeps, request: DataRequest): Promise<Instrument> {
  const text = request.query.need('code', 'symbol')
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
    (exchange === undefined ? null : await directory.find(assetClass ?? prefixClass, code, region))
  if (found) return found
  if (readSymbol(assetClass, code, region ?? null).length === 0) throw refuse('invalid_symbol', { param: 'code' })
  const suggestions = await search.suggest(assetClass ?? 'stock', code, 5)
  throw refuse('unknown_symbol', { param: 'code', extra: { reason: 'unknown_symbol', suggestions } })
}

/** The name in the reader's language where one is known. */
export function nameOf(instrument: Instrument, locale: Locale): string {
  const { en, cn, hk } = instrument.names
  return (locale === 'zh-CN' ? cn : locale === 'zh-HK' ? hk || cn : '') || en
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

export function infoOf(instrument: Instrument, locale: Locale, now: number) {
  const exchange = exchangeOf(instrument)
  const decimals = decimalsOf(instrument.priceStep)
  const scale = 10 ** decimals
  return {
    c: instrument.code,
    n: nameOf(instrument, locale),
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

/** A future's root is its main contract under the roll rule: which one that is today. */
function mainOf(instrument: Instrument, now: number): { main?: string } {
  if (instrument.class !== 'future' || instrument.root !== null) return {}
  const { class: assetClass, region, exchange, code, names } = instrument
  const main = mainContract(datedContracts({ class: assetClass, region, exchange, code, name: names.en }, now), now)
  return main ? { main: main.code } : {}
}

/** TradingView's notation. It takes Monday to Friday for granted; other weekdays are written behind a colon, 1 = Sunday. */
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
