import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listOrders } from './orders.ts'
import { presentListedOrder } from './present/present-order.ts'

export async function presentOrderPage(
  ctx: Platform,
  actor: AccountActor,
  { page, size }: { page: number; size: number },
  locale: Locale,
) {
  const { orders, total } = await listOrders(ctx, actor, { page, size })
  const content = await Promise.all(orders.map((order) => presentListedOrder(ctx, order, locale)))
  return { content, page, size, last: page * size >= total, totalElements: total }
}
