import { dayMs, minuteMs } from './time.ts'
/** The six asset classes, as in paths, plans and file names. */
export const assetClasses = ['stock', 'forex', 'indices', 'crypto', 'future', 'fund'] as const
export type AssetClass = (typeof assetClasses)[number]

/** Currencies, crypto and indices belong to no country: a region beside them says nothing. */
export function isWorldwide(assetClass: AssetClass): boolean {
  return assetClass === 'forex' || assetClass === 'crypto' || assetClass === 'indices'
}

/** kType 1…10 of the wire, in order. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '2h', '4h', '1d', '1w', '1M'] as const
export type Interval = (typeof intervals)[number]

/** Length of an interval in ms; weeks and months by their usual length (`market/bars/bar-time.ts` knows where they end). */
export const intervalMs: Readonly<Record<Interval, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '2h': 120 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
  '1M': 30 * dayMs,
}

/** How bars are adjusted; `all` = splits and dividends. */
export const adjustments = ['none', 'split', 'dividend', 'all'] as const
export type Adjustment = (typeof adjustments)[number]

/** Where a row of data comes from; an import beats a simulation for the same instrument and interval. */
export const dataSources = ['import', 'exchange', 'replay', 'simulated', 'built'] as const
export type DataSource = (typeof dataSources)[number]

/** Identity of an instrument on the wire: canonical class, region and code (`stock`, `US`, `AAPL`). */
export type InstrumentId = { class: AssetClass; region: string; code: string }

/** `stock:AAPL$US`: the one text form used for tape keys, subscriptions on `/stream` and logs. */
export function instrumentKey(id: InstrumentId): string {
  return `${id.class}:${id.code}$${id.region}`
}

/** One trade (or, for forex, one mid-price change). `time` in ms UTC; `side` 0 unknown, 1 sell, 2 buy; `session` 0 regular, 1 pre, 2 after. */
export type TickEvent = {
  type: 'tick'
  key: string
  time: number
  price: number
  volume: number
  side: 0 | 1 | 2
  session: 0 | 1 | 2
  source: DataSource
}

/** The session's running figures. `time` in ms UTC; `change` absolute against `previousClose`, `changePercent` in percent. */
export type QuoteEvent = {
  type: 'quote'
  key: string
  time: number
  previousClose: number
  open: number
  high: number
  low: number
  last: number
  volume: number
  turnover: number
  tradingStatus: number
  change: number
  changePercent: number
  source: DataSource
}

export type DepthLevel = { price: number; volume: number; orders: number }

/** Best levels first, at most ten a side. */
export type DepthEvent = {
  type: 'depth'
  key: string
  time: number
  asks: DepthLevel[]
  bids: DepthLevel[]
  source: DataSource
}

/**
 * The running or just finished minute. `time` is the bar's open in ms UTC. The tape carries `1m` only; readers build the
 * wider intervals from it, and `closes` names the ones whose bar ends with this event.
 */
export type BarEvent = {
  type: 'bar'
  key: string
  interval: Interval
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: number
  final: boolean
  closes?: Interval[]
  source: DataSource
}

/** Everything the tape carries. */
export type MarketEvent = TickEvent | QuoteEvent | DepthEvent | BarEvent

/** The tape lane of an event, and the last part of a `resume` key: `stock:AAPL$US:tick`, `stock:AAPL$US:kline@1`. */
export function laneOf(event: MarketEvent): string {
  return event.type === 'bar' ? `${event.key}:kline@1` : `${event.key}:${event.type}`
}

/** The tape channel of an instrument key: its class. */
export function channelOf(key: string): AssetClass {
  return key.slice(0, key.indexOf(':')) as AssetClass
}
