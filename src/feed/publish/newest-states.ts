import type { MarketEvent } from '#src/contract/market.ts'
import { marketTape } from '#src/market/tape.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'

/**
 * The newest event of each lane of the channel, from which another process continues to publish. Other sources may
 * append during the read.
 */
export async function newestStates(ctx: Pick<Platform, 'tape' | 'clock'>, channel: string): Promise<MarketEvent[]> {
  const tape = marketTape(ctx)
  const { states, from } = await tape.stateAt(channel, ctx.clock.now())
  const { newest } = await tape.bounds(channel)
  const found = new Map(states.map((entry) => [entry.lane, entry.event]))
  if (newest === null || hasReached(from, newest)) return [...found.values()]
  const stop = new AbortController()
  for await (const batch of tape.follow(channel, from, stop.signal)) {
    if (batch.kind === 'gap') continue
    for (const { lane, event } of batch.entries) found.set(lane, event)
    if (hasReached(batch.entries.at(-1)?.offset, newest)) stop.abort()
  }
  return [...found.values()]
}
