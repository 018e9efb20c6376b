import type { AccountActor } from '#src/accounts/sessions.ts'
import { isSessionAlive, listenForEndedSessions } from '#src/accounts/sessions.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForOrders } from './order-news.ts'
import { ownOrder } from './orders.ts'
import { presentOrder } from './present-order.ts'

const beatMs = 15_000

/** Server-sent events named `order`: the whole order now and after each change, for as long as the reader and the session last. */
export async function streamOrder(
  ctx: Platform,
  actor: AccountActor,
  input: { orderNo: string; locale: Locale; signal: AbortSignal },
): Promise<Response> {
  await ownOrder(ctx, actor, input.orderNo)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, input.signal])
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      run(ctx, actor, { ...input, signal }, (text) => controller.enqueue(new TextEncoder().encode(text)))
        .catch((cause: unknown) => {
          if (!signal.aborted) ctx.log.warn('an order stream ended', { orderNo: input.orderNo, cause })
        })
        .finally(() => {
          if (!signal.aborted) controller.close()
        })
    },
    cancel: () => stop.abort(),
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

async function run(
  ctx: Platform,
  actor: AccountActor,
  input: { orderNo: string; locale: Locale; signal: AbortSignal },
  write: (text: string) => void,
): Promise<void> {
  let dirty = true
  let wake = () => {}
  const touch = () => {
    dirty = true
    wake()
  }
  await using _news = await listenForOrders(ctx, (news) => news.orderNo === input.orderNo && touch(), touch)
  await using _sessions = await listenForEndedSessions(
    ctx,
    (news) => news.accountId === actor.accountId && touch(),
    touch,
  )
  write('retry: 2000\n\n')
  while (!input.signal.aborted) {
    if (!(await isSessionAlive(ctx, actor.sessionId))) return
    if (dirty) {
      dirty = false
      const order = await presentOrder(ctx, await ownOrder(ctx, actor, input.orderNo), input.locale)
      write(`event: order\ndata: ${JSON.stringify(order)}\n\n`)
    } else {
      write(': still here\n\n')
    }
    if (dirty) continue
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    const pause = new AbortController()
    await Promise.race([woken, ctx.clock.sleep(beatMs, AbortSignal.any([pause.signal, input.signal])).catch(() => {})])
    pause.abort()
  }
}
