import { Bell, every, pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { instrumentsChannel } from '../instruments/instruments.ts'

const follow = { everyMs: 0, failed: 'what refers to instruments could not follow their changes; tried again' }
const pollMs = 5 * 60_000
/** The delay before work begins, ms, because an import changes instruments many times in a row. */
const settleMs = 1_000

/** Runs `work` at the start, soon after instruments changed, and every few minutes, in case a notification was lost. */
export async function followListings(ctx: Platform, work: () => Promise<unknown>): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const changed = new Bell()
  changed.ring()
  const ring = () => changed.ring()
  stack.use(await ctx.postgres.listen(instrumentsChannel, ring, ring))
  stack.use(
    every(ctx, follow, async (signal) => {
      await changed.wait(ctx.clock, pollMs, signal)
      await pause(ctx.clock, settleMs, signal)
      if (!signal.aborted) await work()
    }),
  )
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
