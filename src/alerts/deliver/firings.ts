import type { Platform, Tx } from '#src/platform/platform.ts'
import type { WrittenFiring } from '../alert.ts'
import { notifyFirings } from '../alert-changes.ts'
import { insertDeliveries } from './delivery-store.ts'

/** Inserts a delivery for each channel of an alert, and notifies open pages. Call it in the firings' transaction. */
export async function noteFirings(ctx: Platform, tx: Tx, firings: readonly WrittenFiring[]): Promise<void> {
  if (firings.length === 0) return
  await insertDeliveries(
    tx,
    firings.map(({ id }) => id),
    ctx.clock.now(),
  )
  const byAccount = Map.groupBy(firings, ({ accountId }) => accountId)
  for (const [accountId, own] of byAccount) await notifyFirings(ctx, tx, { accountId, ids: own.map(({ id }) => id) })
}
