import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, isWorldwide } from '#src/contract/market.ts'
import { entryOf } from '#src/contract/record.ts'
import type { Asked, Ticker } from '../vendor/route.ts'

const prefixes: Readonly<Record<string, AssetClass>> = { X: 'crypto', C: 'forex', I: 'indices' }
/** The vendor's name of a market, in the paths of snapshots and in lists. */
const markets: Readonly<Record<string, AssetClass>> = {
  stocks: 'stock',
  crypto: 'crypto',
  forex: 'forex',
  fx: 'forex',
  indices: 'indices',
}

/** The country of tickers without a prefix. */
export const region = 'US'

/** Reads `X:BTCUSD`, `C:EURUSD` and `I:SPX`. A ticker without a prefix is a US share or fund. */
export function readTicker(text: string): Ticker {
  const [, prefix = '', code = text] = /^([XCI]):(.+)$/i.exec(text) ?? []
  return { text, class: prefixes[prefix.toUpperCase()] ?? 'stock', code }
}

export function tickerOf(assetClass: AssetClass, code: string): string {
  const prefix = Object.entries(prefixes).find(([, name]) => name === assetClass)?.[0]
  return prefix === undefined ? code : `${prefix}:${code}`
}

export function one({ ticker }: Asked): Record<string, string | undefined> {
  return { code: ticker.code, region: regionOf(ticker.class) }
}

export function regionOf(assetClass: AssetClass): string | undefined {
  return isWorldwide(assetClass) ? undefined : region
}

/** The class of a market by the vendor's name; undefined for a market that we do not have. */
export function classOf(market: string | null | undefined): AssetClass | undefined {
  return entryOf(markets, market?.toLowerCase() ?? '')
}

export function marketOf(assetClass: string): string {
  if (assetClass === 'forex') return 'fx'
  return assetClass === 'crypto' || assetClass === 'indices' ? assetClass : 'stocks'
}

export function marketClass({ params }: Pick<Asked, 'params'>): AssetClass {
  const found = classOf(params.market)
  if (!found) throw refuse('unknown_class')
  return found
}
