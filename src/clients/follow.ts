import { brandOf, onNewBrand } from '#src/platform/brand/brand.ts'
import { Bell } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { packagesChannel, publishClients, readPackages, readSources } from './publish.ts'

/** The longest wait between two reads of the list, in case a notification was lost. */
const pollMs = 60_000

/**
 * Publishes the clients of this build under the slug of the brand, again when the brand has another one, and follows
 * what other processes publish. Calls `changed` after each change.
 */
export async function followClients(ctx: Platform, root: string, changed: () => void): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const bell = new Bell()
  const ring = () => bell.ring()
  const sources = await readSources(root)
  const tried = (work: Promise<boolean>) =>
    work.then(
      (isNew) => isNew && changed(),
      (cause: unknown) => ctx.log.warn('the client packages could not be published', { cause }),
    )
  const listener = await ctx.postgres.listen(packagesChannel, ring, ring)
  const rebranding = onNewBrand(ctx, ring)
  let published = brandOf(ctx).slug
  await tried(publishClients(ctx, published, sources))
  const follow = async () => {
    while (!stop.signal.aborted) {
      await bell.wait(ctx.clock, pollMs, stop.signal)
      if (stop.signal.aborted) return
      const { slug } = brandOf(ctx)
      const isNew = slug !== published
      published = slug
      await tried(isNew ? publishClients(ctx, slug, sources) : readPackages(ctx, slug))
    }
  }
  const following = follow()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      rebranding[Symbol.dispose]()
      await listener[Symbol.asyncDispose]()
      await following
    },
  }
}
