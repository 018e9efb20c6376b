import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'orders'

/** Sent to every process on commit: an order must be evaluated again. */
const changedOrder = z.object({ orderNo: z.string(), accountId: z.string() })
export type ChangedOrder = z.infer<typeof changedOrder>

export async function notifyOrderChange(ctx: Platform, tx: Tx, order: ChangedOrder): Promise<void> {
  await ctx.postgres.notify(tx, channel, { orderNo: order.orderNo, accountId: order.accountId })
}

export async function listenForOrderChanges(
  ctx: Platform,
  handler: (order: ChangedOrder) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(
    channel,
    (payload) => {
      const parsed = changedOrder.safeParse(payload)
      if (parsed.success) handler(parsed.data)
    },
    onGap,
  )
}
