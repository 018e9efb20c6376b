import { tapeChannels } from '#src/market/tape.ts'
import { shardNames } from '#src/platform/addressing/shards.ts'
import { listLeases } from '#src/platform/leases/lease.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { offsetOf } from './recorder-store.ts'

const pollMs = 100

/**
 * Waits until history holds everything that is on the tape at the call. Returns false after `maxMs`, or at once when
 * no process records a shard. A tape without entries counts as recorded.
 */
export async function untilRecorded(ctx: Platform, maxMs: number, signal: AbortSignal): Promise<boolean> {
  const until = ctx.clock.now() + maxMs
  for (const channel of tapeChannels(ctx)) {
    const { newest } = await ctx.tape.bounds(channel)
    if (newest === null) continue
    while (!hasReached(await offsetOf(ctx, channel), newest)) {
      signal.throwIfAborted()
      if (ctx.clock.now() > until || !(await isRecording(ctx))) return false
      await pause(ctx.clock, pollMs, signal)
    }
  }
  return true
}

async function isRecording({ postgres, tape }: Platform): Promise<boolean> {
  const held = (await listLeases(postgres.db)).flatMap(({ name, holder }) => (holder === null ? [] : [name]))
  return shardNames('recorder', tape.shards).every((name) => held.includes(name))
}
