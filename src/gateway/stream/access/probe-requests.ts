import { z } from 'zod'
import type { Platform } from '#src/platform/platform.ts'

const channel = 'stream_probes'

/** Sends the other processes a request to probe the sockets of a key, so that dead sockets are released. */
export async function requestProbe(ctx: Platform, quotaId: string): Promise<void> {
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, channel, { quotaId }))
}

export async function listenForProbeRequests(
  ctx: Platform,
  handler: (quotaId: string) => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) => {
    const parsed = z.object({ quotaId: z.string() }).safeParse(payload)
    if (parsed.success) handler(parsed.data.quotaId)
  }
  // A lost request is repeated by the next socket that is refused.
  return ctx.postgres.listen(channel, read, () => {})
}
