import type { Exchange, OrderBook, Trade } from 'ccxt'
import type { DepthEvent, DepthLevel, TickEvent } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { assertInstalled } from '#src/platform/packages/optional-package.ts'
import { SettingsError } from '#src/platform/settings.ts'

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
  // A throttled subscription would reject unhandled while the connection closes. We send few subscriptions, so
  // throttling is off.
  venue.client = (url) => Object.assign(open(url), { throttle: undefined })
  const missing = ['watchTrades', 'fetchTrades', 'fetchOHLCV'].find((call) => !venue.has[call])
  if (missing) throw new SettingsError(`EXCHANGE is "${id}", which has no public ${missing}.`)
  return venue
}

/** Converts a trade to a tick. A missing or invalid number becomes NaN, which the publisher refuses and counts. */
export function tickOf(key: string, trade: Trade): TickEvent {
  return {
    type: 'tick',
    key,
    time: trade.timestamp ?? Number.NaN,
    price: trade.price ?? Number.NaN,
    volume: trade.amount ?? Number.NaN,
    side: trade.side === 'buy' ? 2 : trade.side === 'sell' ? 1 : 0,
    session: 0,
    source: 'exchange',
  }
}

/** The best ten levels; null for an empty or crossed book, which occurs for a moment after a lost update. */
export function depthOf(key: string, book: OrderBook, now: number): DepthEvent | null {
  const [asks, bids] = [sideOf(book.asks), sideOf(book.bids)]
  const [ask, bid] = [asks[0]?.price, bids[0]?.price]
  if (ask === undefined || bid === undefined || bid >= ask) return null
  return { type: 'depth', key, time: book.timestamp ?? now, asks, bids, source: 'exchange' }
}

function sideOf(levels: OrderBook['asks']): DepthLevel[] {
  return levels.slice(0, levelsMax).flatMap(([price, volume]) => {
    const isSound = Number(price) > 0 && Number(volume) > 0
    return isSound ? [{ price: Number(price), volume: Number(volume), orders: 0 }] : []
  })
}

/** Converts a candle to a bar. Some exchanges omit turnover, which then stays unknown. */
export function barOf(candle: readonly (number | undefined)[]): Bar {
  const [time, open, high, low, close, volume] = candle.map((value) => value ?? Number.NaN)
  const none = Number.NaN
  return {
    time: time ?? none,
    open: open ?? none,
    high: high ?? none,
    low: low ?? none,
    close: close ?? none,
    volume: volume ?? none,
    turnover: 0,
    source: 'exchange',
  }
}
