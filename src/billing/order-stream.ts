import { isSessionAlive, listenForOwnEnd } from '#src/accounts/sessions/sessions.ts'
import { orderEventsRoute } from '#src/contract/account/billing.ts'
import type { Locale } from '#src/contract/locale.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { EventStreams } from '#src/platform/http/event-streams.ts'
import { Bell } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForOrders } from './order/order-news.ts'
import { ownOrder } from './orders.ts'
import { presentOrder } from './present/present-order.ts'

const beatMs = 15_000
/** The reader reconnects by itself. */
const lifeMs = 15 * minuteMs
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** `signal`: aborted when the reader leaves. */
type OrderReader = { orderNo: string; locale: Locale; signal: AbortSignal }

/** Server-sent events named `order`: the whole order now and after each change, for a quarter of an hour at most. */
export async function streamOrder(
  ctx: Platform,
  actor: AccountActor,
  input: OrderReader & { streams: EventStreams; headOnly: boolean },
): Promise<Response> {
  await ownOrder(ctx, actor, input.orderNo)
  // An answer to HEAD has no reader who would end its body.
  if (input.headOnly) return new Response(null, { headers })
  const place = await input.streams.enter(ctx, actor)
  const stop = new AbortController()
  const left = AbortSignal.any([stop.signal, input.signal])
  const signal = AbortSignal.any([left, place.ends])
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      run(ctx, actor, { ...input, signal }, (text) => controller.enqueue(new TextEncoder().encode(text)))
        .catch((cause: unknown) => {
          if (!signal.aborted) ctx.log.warn('an order stream ended', { orderNo: input.orderNo, cause })
        })
        .finally(async () => {
          await place[Symbol.asyncDispose]()
          if (!left.aborted) controller.close()
        })
    },
    cancel: () => stop.abort(),
  })
  return new Response(body, { headers })
}

async function run(
  ctx: Platform,
  actor: AccountActor,
  input: OrderReader,
  write: (text: string) => void,
): Promise<void> {
  const until = ctx.clock.now() + lifeMs
  const news = new Bell()
  const ring = () => news.ring()
  await using _news = await listenForOrders(ctx, ({ orderNo }) => orderNo === input.orderNo && ring(), ring)
  await using _ended = await listenForOwnEnd(ctx, actor, ring)
  write('retry: 2000\n\n')
  for (let isNew = true; !input.signal.aborted; isNew = await news.wait(ctx.clock, beatMs, input.signal)) {
    if (!(await isSessionAlive(ctx, actor, orderEventsRoute.team))) return
    if (isNew) {
      const order = await presentOrder(ctx, await ownOrder(ctx, actor, input.orderNo), input.locale)
      write(`event: order\ndata: ${JSON.stringify(order)}\n\n`)
    } else {
      write(': still here\n\n')
    }
    if (ctx.clock.now() >= until) return
  }
}
