import type { SubscriptionType } from '#src/contract/stream-names.ts'

/**
 * `second`: bars of one second. `book`: the order book, separate from its best prices. `revised`: changed minutes,
 * separate from minutes that have just ended. Only protocols of other vendors have these types.
 */
export type LaneType = SubscriptionType | 'second' | 'book' | 'revised'
