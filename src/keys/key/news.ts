import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'keys'

/**
 * A change of a key, sent to every process on commit. `closeSockets`: sockets of the key must close now. `hashes` names secrets
 * whose meaning changed, so that a cached "unknown" is dropped too.
 */
const keyNews = z.object({
  keyId: z.string(),
  change: z.enum(['issued', 'plan', 'reset', 'revoked', 'scope', 'standing']),
  closeSockets: z.boolean(),
  hashes: z.array(z.string()),
})
export type KeyNews = z.infer<typeof keyNews>

export async function tellKeyNews(ctx: Platform, tx: Tx, news: KeyNews): Promise<void> {
  await ctx.postgres.notify(tx, channel, news)
}

export async function listenForKeyNews(
  ctx: Platform,
  handler: (news: KeyNews) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(
    channel,
    (payload) => {
      const parsed = keyNews.safeParse(payload)
      if (parsed.success) handler(parsed.data)
      else onGap()
    },
    onGap,
  )
}
