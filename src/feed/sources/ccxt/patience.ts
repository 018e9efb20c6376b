import { minuteMs } from '#src/contract/time.ts'

export type Patience = {
  /** First retry delay; doubles up to `retryMaxMs`. */
  retryMs: number
  retryMaxMs: number
  /** A connection without any message for this long is dead. */
  silenceMs: number
  /** Longest wait of live trades for missed ones. After it, live ones are published; bars fill the gap later. */
  holdMs: number
  /** Missed trades older than this, ms, are replaced by bars instead of being published one by one. */
  tradesBackMs: number
  /** Interval for publishing books and finishing minutes. */
  beatMs: number
}

export const usualPatience: Patience = {
  retryMs: 1_000,
  retryMaxMs: 30_000,
  silenceMs: minuteMs,
  holdMs: 30_000,
  tradesBackMs: 60 * minuteMs,
  beatMs: 250,
}
