import { brandOf, onNewBrand } from '#src/platform/brand/brand.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { packagesChannel, publishClients, readPackages, readSources } from './publish.ts'

/** The longest wait between two reads of the list, in case a notification was lost. */
const pollMs = 60_000

/**
 * Publishes the clients of this build under the brand's slug, and again after the slug changes. Reads the packages that
 * other processes publish. Calls `changed` after each change.
 */
export async function followClients(ctx: Platform, root: string, changed: () => void): Promise<AsyncDisposable> {
  const sources = await readSources(root)
  let published: string | null = null
  const failed = 'the client packages could not be published'
  const following = await follow(ctx, { channel: packagesChannel, everyMs: pollMs, failed }, async () => {
    const { slug } = brandOf(ctx)
    const isNew = slug !== published
    const isChanged = await (isNew ? publishClients(ctx, slug, sources) : readPackages(ctx, slug))
    published = slug
    if (isChanged) changed()
  })
  const rebranding = onNewBrand(ctx, () => following.ring())
  await following.first
  return {
    async [Symbol.asyncDispose]() {
      rebranding[Symbol.dispose]()
      await following[Symbol.asyncDispose]()
    },
  }
}
