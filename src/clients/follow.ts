import { Bell } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { packagesChannel, publishClients, readPackages, readSources } from './publish.ts'
import { clientSlug } from './slug.ts'

/** The longest wait between two reads of the list, in case a notification was lost. */
const pollMs = 60_000

/** Publishes the clients of this build, and follows what other processes publish. Calls `changed` after each change. */
export async function followClients(ctx: Platform, root: string, changed: () => void): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const bell = new Bell()
  const ring = () => bell.ring()
  const tried = (work: Promise<boolean>) =>
    work.then(
      (isNew) => isNew && changed(),
      (cause: unknown) => ctx.log.warn('the client packages could not be published', { cause }),
    )
  const listener = await ctx.postgres.listen(packagesChannel, ring, ring)
  await tried(publishClients(ctx, await clientSlug(), await readSources(root)))
  const follow = async () => {
    while (!stop.signal.aborted) {
      await bell.wait(ctx.clock, pollMs, stop.signal)
      if (!stop.signal.aborted) await tried(readPackages(ctx, await clientSlug()))
    }
  }
  const following = follow()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await following
    },
  }
}
