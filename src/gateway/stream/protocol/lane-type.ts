import type { SubscriptionType } from '#src/contract/stream-names.ts'

/**
 * `second`: bars of one second; `book`: the order book beside its best prices; `revised`: minutes beside those that have
 * just ended. Only other vendors' protocols have them.
 */
export type LaneType = SubscriptionType | 'second' | 'book' | 'revised'
