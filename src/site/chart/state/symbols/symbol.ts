import type { DataOutput } from '#src/contract/data/data.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { isRecord, namesOf } from '#src/contract/record.ts'

/** One record of the symbol search. Its `type` may be a class that this code does not list. */
export type SymbolRecord = Omit<DataOutput<'search'>['content'][number], 'type'> & { type: string }

export function tickerOf(record: Pick<SymbolRecord, 'exchange' | 'prefix' | 'symbol'>): string {
  return `${record.exchange || record.prefix}:${record.symbol}`.toUpperCase()
}

/** `NASDAQ:AAPL` → `AAPL`. */
export function codeOf(ticker: string): string {
  return ticker.slice(ticker.indexOf(':') + 1)
}

export function classOf(record: Pick<SymbolRecord, 'type'>): AssetClass | null {
  return assetClasses.find((name) => name === record.type) ?? null
}

/** Crypto, forex and indices have no exchange that readers know, so their rows show the asset class instead. */
export function showsProduct(record: Pick<SymbolRecord, 'type'>): boolean {
  return record.type === 'crypto' || record.type === 'forex' || record.type === 'indices'
}

function logoUrl(logoid: string): string {
  return logoid.startsWith('/') ? logoid : `/img/${logoid}.svg`
}

/**
 * Up to two logos: the logos of both currencies of a pair, or the logo of the instrument. Forex and crypto without a
 * logo show their class.
 */
export function logoUrls(record: SymbolRecord): string[] {
  const pair = [record.baseCurrencyLogoid, record.currencyLogoid].filter((id) => id !== '')
  if (pair.length > 0) return pair.slice(0, 2).map(logoUrl)
  if (record.logoid !== '') return [logoUrl(record.logoid)]
  return record.type === 'forex' || record.type === 'crypto' ? [`/images/symbol/${record.type}.svg`] : []
}

export function exchangeLogoUrl(record: SymbolRecord): string {
  return showsProduct(record)
    ? `/images/symbol/${record.type}.svg`
    : `/images/symbol/exchange/${(record.exchange || record.prefix).toUpperCase()}.svg`
}

/**
 * The flag of the instrument's country; null without a country, and for crypto, forex and indices. Hong Kong and Taiwan
 * have their own flags.
 */
export function flagUrl(record: Pick<SymbolRecord, 'country' | 'type'>): string | null {
  const country = record.country.toUpperCase()
  return /^[A-Z]{2}$/.test(country) && !showsProduct(record) ? `/img/country/${country}.svg` : null
}

/** Splits `text` around the matches of `sought`, ignoring case. Elements at odd indexes are the matches. */
export function highlight(text: string, sought: string): string[] {
  const wanted = sought.trim().toUpperCase()
  if (wanted === '') return [text]
  const upper = text.toUpperCase()
  const parts: string[] = []
  let from = 0
  for (let at = upper.indexOf(wanted); at !== -1; at = upper.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...parts, text.slice(from)]
}

const fields: Record<keyof SymbolRecord, true> = {
  id: true,
  symbol: true,
  description: true,
  type: true,
  exchange: true,
  prefix: true,
  country: true,
  logoid: true,
  baseCurrencyLogoid: true,
  currencyLogoid: true,
  providerId: true,
}

/** Checks all fields of a record. Values stored in a browser may be old or edited. */
export function isKnownRecord(value: unknown): value is SymbolRecord {
  return isRecord(value) && namesOf(fields).every((name) => typeof value[name] === 'string')
}
