// Declares `Disposable` for projects with an older target.
/// <reference lib="esnext.disposable" preserve="true" />

export type { Backoff } from './backoff.ts'
export type * from './calls/inputs.ts'
export type { CallName, Calls, PagedName } from './calls/paths.ts'
export type * from './calls/shapes.ts'
export { type ErrorKind, MarketDataError } from './error.ts'
export { expiryDate, type KeySource } from './key.ts'
export {
  type Answer,
  type Beside,
  type CallOptions,
  type RateLimit,
  type RestOptions,
  type RowOf,
  MarketDataRest,
} from './rest.ts'
export { MarketDataCalls } from './rest-calls.ts'
export { type SocketLike, type StreamOptions, MarketDataStream } from './stream.ts'
export type * from './stream-events.ts'
export { MarketData, type MarketDataOptions } from './market-data.ts'
