import type { MarketEvent } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'

/** Live trades of a source wait at most this long, ms, for missed ones before them. */
export const heldBackMsMax = 15_000

/** What a source reports, in its order. Times in ms. */
export type SourceEvent =
  /** Events of one instrument. `place`: where the source goes on behind them; null where they change nothing about that. */
  | { kind: 'events'; key: string; events: MarketEvent[]; position: string | null }
  /** The connection lives, whether or not anything trades. */
  | { kind: 'alive' }
  | { kind: 'state'; state: 'connecting' | 'live' | 'waiting'; note: string }
  /** Something was missed. `id`: the source's own number, under which `filled` ends it. */
  | { kind: 'gap'; id: number; key: string; from: number; to: number }
  | { kind: 'filled'; id: number; by: 'trades' | 'bars' }

/** A gap that was named before the source was opened, and not filled since. `filled` ends it by this `id`. */
export type OpenGap = { id: number; from: number; to: number }

/** What a source is given when it is opened, again after each end. */
export type SourceContext = {
  ctx: Platform
  signal: AbortSignal
  /** The place of the instrument's newest event on the tape; null before the first. */
  positionOf(key: string): Promise<string | null>
  /** Open gaps of the instrument. Those of a process that has ended, or of a connection that has, are filled with bars. */
  gapsOf(key: string): Promise<OpenGap[]>
}

/**
 * A source that the product follows by itself: `followSource` runs it under a lease, puts its events onto the tape once, and
 * notes its state. It ends by throwing, or when `signal` is aborted.
 */
export type Source = {
  /** As in the order of sources. */
  readonly name: string
  open(context: SourceContext): AsyncIterable<SourceEvent>
}

/** The other side does not want us, such as a wrong key: tried again, but seldom. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused'
}
