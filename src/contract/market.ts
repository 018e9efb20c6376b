import { dayMs, minuteMs } from './time.ts'
/** The six asset classes, as in paths, plans and file names. */
export const assetClasses = ['stock', 'forex', 'indices', 'crypto', 'future', 'fund'] as const
export type AssetClass = (typeof assetClasses)[number]

/** Whether a class has no country (currencies, crypto, indices). Its instruments' region is ignored. */
export function isWorldwide(assetClass: AssetClass): boolean {
  return assetClass === 'forex' || assetClass === 'crypto' || assetClass === 'indices'
}

/** The intervals of kType 1…10 on the wire, in order. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '2h', '4h', '1d', '1w', '1M'] as const
export type Interval = (typeof intervals)[number]

/** Intervals without a kType that are never stored: their bars are built from bars of `intervals`. */
export const builtIntervals = ['3m', '10m', '45m', '3h', '6h', '8h', '12h', '3d', '1Q', '1y'] as const
export type BuiltInterval = (typeof builtIntervals)[number]

/** All intervals of bars that a caller may request. */
export type BarInterval = Interval | BuiltInterval
export const barIntervals: readonly BarInterval[] = [...intervals, ...builtIntervals]

/** Weeks and longer intervals have their usual length; `market/bars/bar-time.ts` computes their real ends. */
export const intervalMs: Readonly<Record<BarInterval, number>> = {
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
  '3m': 3 * minuteMs,
  '10m': 10 * minuteMs,
  '45m': 45 * minuteMs,
  '3h': 180 * minuteMs,
  '6h': 360 * minuteMs,
  '8h': 480 * minuteMs,
  '12h': 720 * minuteMs,
  '3d': 3 * dayMs,
  '1Q': 91 * dayMs,
  '1y': 365 * dayMs,
}

/** How bars are adjusted; `all`: for splits and dividends. */
export const adjustments = ['none', 'split', 'dividend', 'all'] as const
export type Adjustment = (typeof adjustments)[number]

/** The part of a stock's trading day that counts. `extended`: the time before and after the regular session. */
export const sessionChoices = ['regular', 'extended', 'all'] as const
export type SessionChoice = (typeof sessionChoices)[number]

/** How days of currencies are divided: at 00:00 UTC, or at 17:00 in New York (`fx`; metals at 18:00). */
export const dayChoices = ['utc', 'fx'] as const
export type DayChoice = (typeof dayChoices)[number]

/** The source of a data row. Imported rows have priority over simulated rows of the same instrument and interval. */
export const dataSources = ['import', 'exchange', 'replay', 'simulated', 'built', 'push'] as const
export type DataSource = (typeof dataSources)[number]

/** Identity of an instrument on the wire: canonical class, region and code (`stock`, `US`, `AAPL`). */
export type InstrumentId = { class: AssetClass; region: string; code: string }

/** The text form of an instrument, such as `stock:AAPL$US`, used for tape keys, subscriptions on `/stream` and logs. */
export function instrumentKey(id: InstrumentId): string {
  return `${id.class}:${id.code}$${id.region}`
}

/**
 * One trade or, for forex, one change of the mid price. `time`: ms UTC. `side`: 0 unknown, 1 sell, 2 buy. `session`: 0
 * regular, 1 pre, 2 after.
 */
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

/** The figures of the current session. `time`: ms UTC; `change`: against `previousClose`; `changePercent`: percent. */
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

/** The order book: best levels first, at most ten per side. */
export type DepthEvent = {
  type: 'depth'
  key: string
  time: number
  asks: DepthLevel[]
  bids: DepthLevel[]
  source: DataSource
}

/**
 * The running minute, or the minute that has just ended. `time`: its beginning, ms UTC. The tape has only `1m` bars;
 * readers build the wider intervals from them, and `closes` names the intervals whose bar ends with this event.
 */
export type BarEvent = {
  type: 'bar'
  key: string
  interval: BarInterval
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: number
  final: boolean
  closes?: BarInterval[]
  source: DataSource
}

/** From this event on, the instrument's events come from the named source; `before` is the source used until then. */
export type SwitchEvent = {
  type: 'switch'
  key: string
  time: number
  name: string
  before: string
  source: DataSource
}

/** Every event that the tape can contain. */
export type MarketEvent = TickEvent | QuoteEvent | DepthEvent | BarEvent | SwitchEvent

/** The tape lane of an event, also used as key of `resume`: `stock:AAPL$US:tick`, `stock:AAPL$US:kline@1`. */
export function laneOf(event: Pick<MarketEvent, 'type' | 'key'>): string {
  return event.type === 'bar' ? `${event.key}:kline@1` : `${event.key}:${event.type}`
}

/** The asset class of an instrument key. The tape has one channel for each class, or one for each shard of a class. */
export function channelOf(key: string): AssetClass {
  return key.slice(0, key.indexOf(':')) as AssetClass
}
