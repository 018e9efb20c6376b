import { isSessionAlive, listenForOwnEnd } from '#src/accounts/sessions/sessions.ts'
import { orderEventsRoute } from '#src/contract/account/billing.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { type StreamReader, streamEvents } from '#src/platform/http/streams/event-stream.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForOrderChanges } from './order/order-changes.ts'
import { ownOrder } from './orders.ts'
import { presentOrder } from './present/present-order.ts'

/** Sends server-sent events named `order`: the whole order at once and after each change. */
export async function streamOrder(
  ctx: Platform,
  actor: AccountActor,
  input: StreamReader & { orderNo: string; locale: Locale },
): Promise<Response> {
  await ownOrder(ctx, actor, input.orderNo)
  return streamEvents(ctx, actor, input, {
    name: `a stream of order ${input.orderNo}`,
    everyMs: 15_000,
    async listen(ring) {
      await using stack = new AsyncDisposableStack()
      stack.use(await listenForOrderChanges(ctx, ({ orderNo }) => orderNo === input.orderNo && ring(), ring))
      stack.use(await listenForOwnEnd(ctx, actor, ring))
      return stack.move()
    },
    async next(isNew) {
      if (!(await isSessionAlive(ctx, actor, orderEventsRoute.team))) return null
      if (!isNew) return []
      const data = await presentOrder(ctx, await ownOrder(ctx, actor, input.orderNo), input.locale)
      return [{ event: 'order', data }]
    },
  })
}
