import { type AssetClass, assetClasses, isWorldwide } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exchangeOf } from './exchange-of.ts'
import { sessionAt } from './session.ts'

/** The instruments of a class, in a country where it has some: `stock` of `US`, `crypto` of nowhere. */
export type Market = { class: AssetClass; region: string }

/** Before the name of a market, among the figures that gateways share: when its newest event was published. */
export const marketPrefix = 'market:'

/** The name of the market that an instrument (`stock:AAPL$US`) belongs to: `stock$US`, `crypto$`. */
export function marketOf(key: string): string {
  const assetClass = assetClasses.find((one) => key.startsWith(`${one}:`))
  if (!assetClass) return key
  return marketName({ class: assetClass, region: key.slice(key.lastIndexOf('$') + 1) })
}

export function marketName({ class: assetClass, region }: Market): string {
  return `${assetClass}$${isWorldwide(assetClass) ? '' : region}`
}

/** Null for what names no market. */
export function readMarket(name: string): Market | null {
  const [head, region = ''] = name.split('$')
  const assetClass = assetClasses.find((one) => one === head)
  return assetClass ? { class: assetClass, region } : null
}

/**
 * Whether the regular session of a market's main exchange runs at a time and has run for `ms` before it; null where indices
 * follow the hours of many exchanges.
 */
export function isTrading(ctx: Pick<Platform, 'kept'>, market: Market, at: number, ms: number): boolean | null {
  if (market.class === 'indices') return null
  const exchange = exchangeOf(ctx, { ...market, exchange: '', code: '' })
  return sessionAt(exchange, at) === 'regular' && sessionAt(exchange, at - ms) === 'regular'
}
