import { minuteMs } from '#src/contract/time.ts'

/** Timeouts of the source, ms. */
export type Patience = {
  /** First retry delay; doubles up to `retryMaxMs`. */
  retryMs: number
  retryMaxMs: number
  /** A connection without any message for this long is dead. */
  silenceMs: number
  /** Live trades wait this long for missed ones; then they are published, and bars fill the gap later. */
  holdMs: number
  /** After a longer absence trades are not requested one by one: bars fill it. */
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
