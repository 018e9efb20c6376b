import {
  closeHeldRoute,
  listHeldRoute,
  listOrdersOfAllRoute,
  orderStoryRoute,
  settleOrderRoute,
} from '#src/contract/operator/money/orders.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Api } from '#src/platform/http/api.ts'
import { closeHeld, heldPayments, settleByHand, unsettled } from '../operator/held-payments.ts'
import { listOrdersOfAll, orderCursorText, readOrderCursor } from '../operator/order-list.ts'
import { readOrderStory } from '../operator/order-story.ts'
import { presentHeld, presentOrders, presentStory } from './present-money.ts'

const rowsOfPage = 50

export function mountOrders(api: Api): void {
  api.handle(listOrdersOfAllRoute, async (ctx, { actor, query, locale }) => {
    const { q, state, network, from, to } = query
    const span = { from: from ? Date.parse(from) : undefined, until: to ? Date.parse(to) + dayMs : undefined }
    const filter = { text: q || undefined, state, network, ...span }
    const page = { limit: rowsOfPage, after: readOrderCursor(query.after) }
    const { orders, next, pending, held } = await listOrdersOfAll(ctx, actor, filter, page)
    return { orders: await presentOrders(ctx, orders, locale), next: next && orderCursorText(next), pending, held }
  })
  api.handle(listHeldRoute, async (ctx, { actor }) =>
    (await heldPayments(ctx, actor)).map((held) => presentHeld(ctx, held)),
  )
  api.handle(orderStoryRoute, async (ctx, { actor, params, locale }) =>
    presentStory(ctx, await readOrderStory(ctx, actor, params.no), locale),
  )
  api.handle(settleOrderRoute, async (ctx, { actor, params, body }) => {
    const settled = await settleByHand(ctx, actor, { orderNo: params.no, ...body })
    if ('problem' in settled) throw unsettled(settled)
  })
  api.handle(closeHeldRoute, (ctx, { actor, params, body }) => closeHeld(ctx, actor, params.id, body.note))
}
