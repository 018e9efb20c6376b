import type { MarketEvent } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The maximum time for which a source may hold back live trades while it requests missed trades, ms. */
export const heldBackMsMax = 15_000

/** The reports of a source, in order. Times in ms. */
export type SourceEvent =
  /**
   * Events of one instrument. `position`: the position from which the source continues after these events; null:
   * unchanged.
   */
  | { kind: 'events'; key: string; events: MarketEvent[]; position: string | null }
  /** The connection is alive, whether or not anything trades. */
  | { kind: 'alive' }
  | { kind: 'state'; state: 'connecting' | 'live' | 'waiting'; note: string }
  /** Events were missed. A `filled` event with this `id`, the source's own number, closes the gap. */
  | { kind: 'gap'; id: number; key: string; from: number; to: number }
  | { kind: 'filled'; id: number; by: 'trades' | 'bars' }

/** An unfilled gap that was stored before the source was opened. A `filled` event with this `id` closes the gap. */
export type OpenGap = { id: number; from: number; to: number }

/** `isOnTape`: false if the tape was lost and `text` is the last stored position. */
export type Position = { text: string; isOnTape: boolean }

export type SourceContext = {
  ctx: Platform
  signal: AbortSignal
  /** The source's position after the instrument's newest event; null before the first event. */
  positionOf(key: string): Promise<Position | null>
  /** Open gaps of the instrument. Gaps of an ended process or connection are filled with bars. */
  gapsOf(key: string): Promise<OpenGap[]>
}

/**
 * A source to which the product connects. `Following` runs it under a lease, puts its events onto the tape once, and
 * stores its state. The iteration ends by throwing, or when `signal` is aborted.
 */
export type Source = {
  /** The source's name in the configured order of sources. */
  readonly name: string
  open(context: SourceContext): AsyncIterable<SourceEvent>
}

/**
 * Thrown when the other side refuses the connection, for instance because of a wrong key. The connection is retried
 * less often than after other errors.
 */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
}
