import { z } from 'zod'
import type { Platform } from '#src/platform/platform.ts'

const channel = 'stream_probes'

/** Asks the other processes to probe the sockets of a key; dead ones free their places. */
export async function requestProbe(ctx: Platform, quotaId: string): Promise<void> {
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, channel, { quotaId }))
}

export async function listenForProbeRequests(
  ctx: Platform,
  handler: (quotaId: string) => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(channel, (payload) => {
    const parsed = z.object({ quotaId: z.string() }).safeParse(payload)
    if (parsed.success) handler(parsed.data.quotaId)
  })
}
