import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, isWorldwide } from '#src/contract/market.ts'
import type { Asked, Ticker } from '../vendor/route.ts'

const prefixes: Readonly<Record<string, AssetClass>> = { X: 'crypto', C: 'forex', I: 'indices' }
/** The market in the addresses of snapshots and in lists. */
const markets: Readonly<Record<string, AssetClass>> = {
  stocks: 'stock',
  crypto: 'crypto',
  forex: 'forex',
  fx: 'forex',
  indices: 'indices',
}

/** The country of plain tickers. */
export const region = 'US'

/** `X:BTCUSD`, `C:EURUSD`, `I:SPX`; a ticker without a prefix is a share or a fund of the United States. */
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

/** The class of a market by the vendor's name; undefined where we have no such market. */
export function classOf(market: string | null | undefined): AssetClass | undefined {
  return markets[market?.toLowerCase() ?? '']
}

export function marketOf(assetClass: string): string {
  if (assetClass === 'forex') return 'fx'
  return assetClass === 'crypto' || assetClass === 'indices' ? assetClass : 'stocks'
}

/** The class of the market in a path. */
export function marketClass({ params }: Pick<Asked, 'params'>): AssetClass {
  const found = classOf(params.market)
  if (!found) throw refuse('unknown_class')
  return found
}
