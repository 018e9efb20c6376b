import type { AssetClass } from '#src/contract/market.ts'
import type { DepthData, GapFrame, HeartbeatFrame, KlineData, QuoteData, TickData } from '#src/contract/stream.ts'

/** `stock:AAPL$US` as subscribed, beside the fields of the wire. */
type Named<T> = T & { symbol: string }

export type TickUpdate = Named<TickData>
export type QuoteUpdate = Named<QuoteData>
export type DepthUpdate = Named<DepthData>
export type KlineUpdate = Named<KlineData>
export type MarketUpdate = TickUpdate | QuoteUpdate | DepthUpdate | KlineUpdate

/** Numbers of one lane that were lost; `rest` is the path that fills them. */
export type Gap = Omit<GapFrame, 'type'> & { symbol: string; subscriptionType: string }

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
  heartbeat: { t: number; markets: HeartbeatFrame['markets'] }
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
  markets?: HeartbeatFrame['markets']
  limit?: number | null
  /** Of `subscribe`; for `resume` it is under `data`. */
  rejected?: { s: string; reason: string }[]
  /** An event, which alone is numbered, or what a reply adds. */
  data?: (MarketUpdate & { class?: AssetClass; rejected?: undefined }) | ReplyData
}
