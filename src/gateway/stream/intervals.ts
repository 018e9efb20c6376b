import type { BarEvent } from '#src/contract/market.ts'
import type { SubscriptionType } from '#src/contract/stream-names.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import type { Placed } from '../board.ts'

/** The wider bars that somebody listens to. */
export type Intervals = {
  want(key: string, type: SubscriptionType): void
  release(key: string, type: SubscriptionType): void
  state(key: string, type: SubscriptionType): Placed<BarEvent> | null
  take(entry: TapeEntry, bar: BarEvent): void
}
