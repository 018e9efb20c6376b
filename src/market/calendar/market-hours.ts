import { type AssetClass, assetClasses, isWorldwide } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exchangeOf } from './exchange-of.ts'
import { sessionAt } from './session.ts'

/** A class in a country, such as `stock` in `US`. `region` is empty for classes without a country, such as `crypto`. */
export type Market = { class: AssetClass; region: string }

/** The gateway's figures with this prefix hold the time of the newest event of a market. */
export const marketPrefix = 'market:'

/** The name of an instrument's market: `stock:AAPL$US` → `stock$US`; `crypto$` for coins. */
export function marketOf(key: string): string {
  const assetClass = assetClasses.find((one) => key.startsWith(`${one}:`))
  if (!assetClass) return key
  return marketName({ class: assetClass, region: key.slice(key.lastIndexOf('$') + 1) })
}

export function marketName({ class: assetClass, region }: Market): string {
  return `${assetClass}$${isWorldwide(assetClass) ? '' : region}`
}

/** The market of a name such as `stock$US`; null if the name has no known class. */
export function readMarket(name: string): Market | null {
  const [head, region = ''] = name.split('$')
  const assetClass = assetClasses.find((one) => one === head)
  return assetClass ? { class: assetClass, region } : null
}

/** A market or one of its instruments. Without its own `exchange` the hours of the market's main exchange apply. */
export type Trading = Market & { exchange?: string; code?: string }

/**
 * Whether the regular session is open at a time, and was open `ms` earlier. Indices follow many exchanges, so their
 * market has the hours of Cboe.
 */
export function isTrading(ctx: Pick<Platform, 'kept'>, market: Trading, at: number, ms: number): boolean {
  const main = market.class === 'indices' ? 'CBOE' : ''
  const exchange = exchangeOf(ctx, { exchange: main, code: '', ...market })
  return sessionAt(exchange, at) === 'regular' && sessionAt(exchange, at - ms) === 'regular'
}
