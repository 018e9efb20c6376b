import type { MarketEvent } from '#src/contract/market.ts'
import type { Platform, Tape, TapeBatch, TapeEntry } from '#src/platform/platform.ts'

export type MarketEntry<E extends MarketEvent = MarketEvent> = TapeEntry<E>
export type MarketBatch = TapeBatch<MarketEvent>

/** The tape as the market's. Only feeds append to it, and they check each event first, so readers need not parse it again. */
export function marketTape({ tape }: Pick<Platform, 'tape'>): Tape<MarketEvent> {
  return tape as Tape<MarketEvent>
}
