import type { MarketEvent } from '#src/contract/market.ts'

/** The channel of the tape on which pushed events wait for the one process that publishes them. */
export const pushChannel = 'ingest'

/** One entry of that channel: what a producer of a source sent, in order; without events it is a sign of life. */
export type PushedBatch = { source: string; producer: string; events: MarketEvent[] }
