import { Bell, complaints } from './loop.ts'
import type { Platform } from './platform.ts'

type Followed = {
  /** The notification after which `work` runs again. */
  channel: string
  /** Maximum ms between two runs, in case a notification was lost. */
  everyMs: number
  /** The log message for a failed run, which is repeated. */
  failed: string
}

export type Following = AsyncDisposable & {
  /** Lets `work` run again now. */
  ring(): void
  /** Settles after the first run, whether it failed or not. */
  first: Promise<void>
}

/** The wait after a failed run, which doubles with each further failure, up to `everyMs`. */
const failedMs = 1_000

/**
 * Runs `work` now, after notifications on `channel`, when notifications may be lost, and at the latest every `everyMs`,
 * until disposed. `work` may return the ms until it must run again, 0 for at once. Disposing waits for a run under way.
 */
export async function follow(
  ctx: Pick<Platform, 'clock' | 'log' | 'postgres'>,
  { channel, everyMs, failed }: Followed,
  work: (signal: AbortSignal) => Promise<number | undefined>,
): Promise<Following> {
  const stop = new AbortController()
  const bell = new Bell()
  const ring = () => bell.ring()
  const complain = complaints(ctx, failed)
  // Listens before the first run, so that no change after that run is missed.
  const listener = await ctx.postgres.listen(channel, ring, ring)
  let retryMs = failedMs
  const attempt = async (): Promise<number> => {
    try {
      const waitMs = (await work(stop.signal)) ?? everyMs
      retryMs = failedMs
      return Math.min(waitMs, everyMs)
    } catch (cause) {
      if (!stop.signal.aborted) complain(cause)
      const waitMs = retryMs
      retryMs = Math.min(2 * retryMs, everyMs)
      return Math.min(waitMs, everyMs)
    }
  }
  const started = attempt()
  const run = async () => {
    for (let waitMs = await started; !stop.signal.aborted; waitMs = await attempt()) {
      await bell.wait(ctx.clock, waitMs, stop.signal)
      if (stop.signal.aborted) return
    }
  }
  const running = run()
  return {
    ring,
    first: started.then(() => {}),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await running
    },
  }
}
