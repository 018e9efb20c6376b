import type { MarketEvent } from '#src/contract/market.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The tape channel on which pushed events wait for the process that publishes them. */
export const pushChannel = 'ingest'

/** One entry of `pushChannel`: events of one producer, in order. Without events it is a sign of life. */
export type PushedBatch = { source: string; producer: string; events: MarketEvent[] }

/** If more entries than this number wait for publication, appending processes wait, too. */
const waitingMax = 64
const waitStepMs = 20

/** Waits until at most `waitingMax` entries wait. Returns false if `signal` is aborted first. */
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
