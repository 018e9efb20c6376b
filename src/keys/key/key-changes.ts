import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'keys'

/**
 * A change of a key, sent to every process on commit. `closeSockets`: sockets of the key must close at once. `hashes`:
 * digests of secrets that became valid or invalid, so that the results cached for them are dropped, too.
 */
const keyChange = z.object({
  keyId: z.string(),
  change: z.enum(['issued', 'plan', 'reset', 'revoked', 'scope', 'standing', 'link']),
  closeSockets: z.boolean(),
  hashes: z.array(z.string()),
})
export type KeyChange = z.infer<typeof keyChange>

export async function notifyKeyChange(ctx: Platform, tx: Tx, change: KeyChange): Promise<void> {
  await ctx.postgres.notify(tx, channel, change)
}

export async function listenForKeyChanges(
  ctx: Platform,
  handler: (change: KeyChange) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(
    channel,
    (payload) => {
      const parsed = keyChange.safeParse(payload)
      if (parsed.success) handler(parsed.data)
      else onGap()
    },
    onGap,
  )
}
