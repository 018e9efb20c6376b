import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const changes = 'alerts'
const firings = 'alert_firings'
const change = z.object({ id: z.string() })
const fired = z.object({ accountId: z.string(), ids: z.array(z.string()) })
/** A notification holds at most 7,000 bytes. */
const idsMax = 100

export type FiringNews = z.infer<typeof fired>

/** Sent to every process on commit: an alert was created, changed or removed. */
export async function tellChange(ctx: Platform, tx: Tx, id: string): Promise<void> {
  await ctx.postgres.notify(tx, changes, { id })
}

export async function listenForChanges(
  ctx: Platform,
  handler: (id: string) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) => {
    const news = change.safeParse(payload)
    if (news.success) handler(news.data.id)
  }
  return ctx.postgres.listen(changes, read, onGap)
}

/** Alerts of an account have fired. */
export async function tellFirings(ctx: Platform, tx: Tx, { accountId, ids }: FiringNews): Promise<void> {
  await ctx.postgres.notify(tx, firings, { accountId, ids: ids.slice(0, idsMax) })
}

export async function listenForFirings(
  ctx: Platform,
  handler: (news: FiringNews) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) => {
    const news = fired.safeParse(payload)
    if (news.success) handler(news.data)
  }
  return ctx.postgres.listen(firings, read, onGap)
}
