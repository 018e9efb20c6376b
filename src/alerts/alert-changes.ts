import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const changes = 'alerts'
const firings = 'alert_firings'
const change = z.object({ id: z.string() })
const fired = z.object({ accountId: z.string(), ids: z.array(z.string()) })
/** A notification holds at most 7,000 bytes, which is enough for this number of ids. */
const idsMax = 100

export type FiredAlerts = z.infer<typeof fired>

export async function notifyAlertChange(ctx: Platform, tx: Tx, id: string): Promise<void> {
  await ctx.postgres.notify(tx, changes, { id })
}

export async function listenForAlertChanges(
  ctx: Platform,
  handler: (id: string) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) => {
    const parsed = change.safeParse(payload)
    if (parsed.success) handler(parsed.data.id)
  }
  return ctx.postgres.listen(changes, read, onGap)
}

export async function notifyFirings(ctx: Platform, tx: Tx, { accountId, ids }: FiredAlerts): Promise<void> {
  for (let at = 0; at < ids.length; at += idsMax)
    await ctx.postgres.notify(tx, firings, { accountId, ids: ids.slice(at, at + idsMax) })
}

export async function listenForFirings(
  ctx: Platform,
  handler: (alerts: FiredAlerts) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) => {
    const parsed = fired.safeParse(payload)
    if (parsed.success) handler(parsed.data)
  }
  return ctx.postgres.listen(firings, read, onGap)
}
