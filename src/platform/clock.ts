/** Time as the product sees it. Domains never call `Date.now()`. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
  /** Resolves after `ms` of this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
