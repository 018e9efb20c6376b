import type { MarketEvent } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'

/** Longest time that a source may hold live trades back for missed earlier ones, ms. */
export const heldBackMsMax = 15_000

/** The reports of a source, in order. Times in ms. */
export type SourceEvent =
  /** Events of one instrument. `position`: where the source continues after these events; null: unchanged. */
  | { kind: 'events'; key: string; events: MarketEvent[]; position: string | null }
  /** The connection is alive, whether or not anything trades. */
  | { kind: 'alive' }
  | { kind: 'state'; state: 'connecting' | 'live' | 'waiting'; note: string }
  /** Something was missed. `id`: the source's own number, under which `filled` ends it. */
  | { kind: 'gap'; id: number; key: string; from: number; to: number }
  | { kind: 'filled'; id: number; by: 'trades' | 'bars' }

/** An unfilled gap that was stored before the source was opened. A `filled` event with this `id` closes the gap. */
export type OpenGap = { id: number; from: number; to: number }

/** `isOnTape`: false when the tape was lost, and this is the last position that was stored before. */
export type Position = { text: string; isOnTape: boolean }

export type SourceContext = {
  ctx: Platform
  signal: AbortSignal
  /** The source's position at the instrument's newest event; null before the first event. */
  positionOf(key: string): Promise<Position | null>
  /** Open gaps of the instrument. Gaps of an ended process or connection are filled with bars. */
  gapsOf(key: string): Promise<OpenGap[]>
}

/**
 * A source that the product connects to. `Following` runs it under a lease, puts its events onto the tape once, and
 * stores its state. The iteration ends by throwing, or when `signal` is aborted.
 */
export type Source = {
  /** The source's name, as in the configured order of sources. */
  readonly name: string
  open(context: SourceContext): AsyncIterable<SourceEvent>
}

/** The other side refuses the connection, e.g. for a wrong key. Retries are rarer than after other errors. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
}
