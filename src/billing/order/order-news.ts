import { z } from 'zod'
import type { Platform, Tx } from '#src/platform/platform.ts'

const channel = 'orders'

/** Sent to every process on commit: an order must be looked at again. */
const orderNews = z.object({ orderNo: z.string(), accountId: z.string() })
export type OrderNews = z.infer<typeof orderNews>

export async function tellOrder(ctx: Platform, tx: Tx, order: OrderNews): Promise<void> {
  await ctx.postgres.notify(tx, channel, { orderNo: order.orderNo, accountId: order.accountId })
}

export async function listenForOrders(
  ctx: Platform,
  handler: (news: OrderNews) => void,
  onGap: () => void,
): Promise<AsyncDisposable> {
  return ctx.postgres.listen(
    channel,
    (payload) => {
      const news = orderNews.safeParse(payload)
      if (news.success) handler(news.data)
    },
    onGap,
  )
}
