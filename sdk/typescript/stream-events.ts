import type { AssetClass } from './calls/inputs.ts'
import type { DepthEvent, KlineEvent, QuoteEvent, TickEvent } from './calls/shapes.ts'

/** The type of a subscription. `kline@5m` and `kline@2` mean the same. */
export type SubscriptionType = 'tick' | 'quote' | 'depth' | `kline@${string}`

/** An event with its symbol as subscribed, such as `stock:AAPL$US`. */
type Named<T> = T & { symbol: string }

export type TickUpdate = Named<TickEvent>
export type QuoteUpdate = Named<QuoteEvent>
export type DepthUpdate = Named<DepthEvent>
export type KlineUpdate = Named<KlineEvent>
export type MarketUpdate = TickUpdate | QuoteUpdate | DepthUpdate | KlineUpdate

/** Lost sequence numbers of one lane. `rest` is the path of the REST call that returns the lost events. */
export type Gap = {
  s: string
  /** The first missing `seq`; `to` is the last. */
  from: number
  to: number
  rest: string
  symbol: string
  subscriptionType: string
}

/** The present market state of each class. */
type OpenMarkets = Partial<Record<AssetClass, 'open' | 'closed'>>
/** Seconds since the newest event of each class. */
type Ages = Partial<Record<AssetClass, number>>

/** The state of the connection. `waiting`: `ms` until the next attempt. After `refused` there is no further attempt. */
export type StreamState =
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'waiting'; ms: number; reason: string }
  | { kind: 'refused'; error: string; message: string }
  | { kind: 'closed' }

/** A symbol or request that the gateway refused. `limit` is the plan's limit that was exceeded, otherwise null. */
export type Rejection = { symbol: string | null; error: string; message: string; limit: number | null }

export type StreamEvents = {
  tick: TickUpdate
  quote: QuoteUpdate
  depth: DepthUpdate
  kline: KlineUpdate
  gap: Gap
  state: StreamState
  rejected: Rejection
  /** `replaced`: subscribed symbols whose stored history was just replaced, such as by an import. */
  heartbeat: { t: number; markets: OpenMarkets; ages: Ages; replaced: string[] }
}

type ReplyData = { seq?: undefined; skipped?: number }

/** The fields of all kinds of frames. */
export type Incoming = {
  code?: number
  resAc?: string
  /** The number of the request to which the frame replies. */
  id?: number
  type?: string
  msg?: string
  error?: string
  s?: string
  from?: number
  to?: number
  rest?: string
  t?: number
  markets?: OpenMarkets
  ages?: Ages
  replaced?: string[]
  limit?: number | null
  /** The refused symbols and positions in a reply to `subscribe`. */
  rejected?: { s: string; reason: string }[]
  /** An event, or additional data of a reply. Only events have a `seq`. */
  data?: (MarketUpdate & { class?: AssetClass }) | ReplyData
}
