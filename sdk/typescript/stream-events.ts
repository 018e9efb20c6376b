import type { AssetClass } from './calls/inputs.ts'
import type { DepthEvent, KlineEvent, QuoteEvent, TickEvent } from './calls/shapes.ts'

/** `kline@5m` and `kline@2` are the same. */
export type SubscriptionType = 'tick' | 'quote' | 'depth' | `kline@${string}`

/** `stock:AAPL$US` as subscribed, beside the fields of the wire. */
type Named<T> = T & { symbol: string }

export type TickUpdate = Named<TickEvent>
export type QuoteUpdate = Named<QuoteEvent>
export type DepthUpdate = Named<DepthEvent>
export type KlineUpdate = Named<KlineEvent>
export type MarketUpdate = TickUpdate | QuoteUpdate | DepthUpdate | KlineUpdate

/** Numbers of one lane that were lost; `rest` is the path that fills them. */
export type Gap = {
  s: string
  /** First and last missing `seq`. */
  from: number
  to: number
  rest: string
  symbol: string
  subscriptionType: string
}

/** Which classes trade now. */
type OpenMarkets = Partial<Record<AssetClass, 'open' | 'closed'>>
/** Seconds since the newest event of each class. */
type Ages = Partial<Record<AssetClass, number>>

/** The state of the connection. `waiting` has the time of the next attempt; `refused` is final. */
export type StreamState =
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'waiting'; ms: number; reason: string }
  | { kind: 'refused'; error: string; message: string }
  | { kind: 'closed' }

/** A symbol or request that the gateway refused; `limit`: the plan's, when it was exceeded. */
export type Rejection = { symbol: string | null; error: string; message: string; limit: number | null }

export type StreamEvents = {
  tick: TickUpdate
  quote: QuoteUpdate
  depth: DepthUpdate
  kline: KlineUpdate
  gap: Gap
  state: StreamState
  rejected: Rejection
  heartbeat: { t: number; markets: OpenMarkets; ages: Ages }
}

type ReplyData = { seq?: undefined; skipped?: number; rejected?: { s: string; reason: string }[] }

/** A frame before its kind is known. */
export type Incoming = {
  code?: number
  resAc?: string
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
  limit?: number | null
  /** Of `subscribe`; for `resume` it is under `data`. */
  rejected?: { s: string; reason: string }[]
  /** An event, which alone is numbered, or what a reply adds. */
  data?: (MarketUpdate & { class?: AssetClass; rejected?: undefined }) | ReplyData
}
