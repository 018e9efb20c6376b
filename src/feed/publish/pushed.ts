import type { MarketEvent } from '#src/contract/market.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The channel of the tape on which pushed events wait for the one process that publishes them. */
export const pushChannel = 'ingest'

/** One entry of that channel: what a producer of a source sent, in order; without events it is a sign of life. */
export type PushedBatch = { source: string; producer: string; events: MarketEvent[] }

/** Entries that wait for their publication; then those who append wait, too. */
const waitingMax = 64
const waitStepMs = 20

/** Waits while the publication is behind; false when `signal` is aborted before. */
export async function untilTapeCapacity({ tape, clock }: Platform, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const { oldest, newest } = await tape.bounds(pushChannel)
    if (oldest === null || newest === null || sequenceOf(newest) - sequenceOf(oldest) < waitingMax) return true
    if (signal.aborted) return false
    await pause(clock, waitStepMs, signal)
  }
}

function sequenceOf(offset: string): number {
  return Number(offset.slice(offset.indexOf('-') + 1))
}
