import type { Exchange, OrderBook, Trade } from 'ccxt'
import type { DepthLevel } from '#src/contract/market.ts'
import { assertInstalled } from '#src/platform/packages/optional-package.ts'
import { SettingsError } from '#src/platform/settings.ts'
import type { VendorBar, VendorBook, VendorTrade } from '../vendor/vendor.ts'

export type Venue = Exchange

const levelsMax = 10

/** Opens the exchange of a ccxt id for REST and WebSocket. The library is large, so it is loaded on demand. */
export async function openVenue(id: string, config: Record<string, unknown> = {}): Promise<Venue> {
  assertInstalled('ccxt', `Following ${id}`)
  const { pro } = await import('ccxt')
  const Known: unknown = Object.hasOwn(pro, id) ? Reflect.get(pro, id) : undefined
  if (typeof Known !== 'function')
    throw new SettingsError(`EXCHANGE is "${id}", which is not an exchange that can be followed live.`)
  const venue: Venue = Reflect.construct(Known, [{ enableRateLimit: true, ...config }])
  const open = venue.client.bind(venue)
  // With throttling, a subscription that waits while the connection closes would be rejected without a handler. There
  // are few subscriptions, so throttling is off.
  venue.client = (url) => Object.assign(open(url), { throttle: undefined })
  const missing = ['watchTrades', 'fetchTrades', 'fetchOHLCV'].find((call) => !venue.has[call])
  if (missing) throw new SettingsError(`EXCHANGE is "${id}", which has no public ${missing}.`)
  return venue
}

/** Converts a trade. A missing or invalid number becomes NaN, which is refused and counted later. */
export function tradeOf({ id, timestamp, price, amount, side }: Trade): VendorTrade {
  return {
    id: id ?? [timestamp, price, amount, side].join('/'),
    time: timestamp ?? Number.NaN,
    price: price ?? Number.NaN,
    volume: amount ?? Number.NaN,
    side: side === 'buy' ? 2 : side === 'sell' ? 1 : 0,
  }
}

/** The best ten levels. Null if a side is empty or the best prices meet or cross, as briefly after a lost update. */
export function bookOf({ timestamp, asks, bids }: OrderBook, now: number): VendorBook | null {
  const book = { time: timestamp ?? now, asks: sideOf(asks), bids: sideOf(bids) }
  const [ask, bid] = [book.asks[0]?.price, book.bids[0]?.price]
  return ask === undefined || bid === undefined || bid >= ask ? null : book
}

function sideOf(levels: OrderBook['asks']): DepthLevel[] {
  return levels.slice(0, levelsMax).flatMap(([price, volume]) => {
    const isSound = Number(price) > 0 && Number(volume) > 0
    return isSound ? [{ price: Number(price), volume: Number(volume), orders: 0 }] : []
  })
}

export function barOf(candle: readonly (number | undefined)[]): VendorBar {
  const at = (column: number) => candle[column] ?? Number.NaN
  return { time: at(0), open: at(1), high: at(2), low: at(3), close: at(4), volume: at(5) }
}
