// Declares `Disposable` for projects with an older target.
/// <reference lib="esnext.disposable" preserve="true" />

export type { Backoff } from './backoff.ts'
export type * from './calls/inputs.ts'
export type { CallName, Calls, PagedName } from './calls/paths.ts'
export type * from './calls/shapes.ts'
export { Client, type ClientOptions } from './client.ts'
export { ApiError, type ErrorKind } from './error.ts'
export { expiryDate, type KeySource } from './key.ts'
export {
  type Answer,
  type Beside,
  type CallOptions,
  type RateLimit,
  Rest,
  type RestOptions,
  type RowOf,
} from './rest.ts'
export { RestCalls } from './rest-calls.ts'
export { type SocketLike, Stream, type StreamOptions } from './stream.ts'
export type * from './stream-events.ts'
