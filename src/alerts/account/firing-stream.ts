import { isSessionAlive, listenForOwnEnd } from '#src/accounts/sessions/sessions.ts'
import { alertEventsRoute } from '#src/contract/account/alerts.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { eventStreamsOf } from '#src/platform/http/event-streams.ts'
import { Bell } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForFirings } from '../alert-news.ts'
import { firingsOf } from '../alert-store.ts'

const beatMs = 15_000
/** The reader reconnects by itself. */
const lifeMs = 15 * minuteMs
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Server-sent events named `firing`, one for each firing from now on, for a quarter of an hour at most. */
export async function streamFirings(
  ctx: Platform,
  actor: AccountActor,
  input: { signal: AbortSignal; headOnly: boolean },
): Promise<Response> {
  // An answer to HEAD has no reader who would end its body.
  if (input.headOnly) return new Response(null, { headers })
  const place = await eventStreamsOf(ctx).enter(ctx, actor)
  const stop = new AbortController()
  const left = AbortSignal.any([stop.signal, input.signal])
  const signal = AbortSignal.any([left, place.ends])
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      run(ctx, actor, signal, (text) => controller.enqueue(new TextEncoder().encode(text)))
        .catch((cause: unknown) => {
          if (!signal.aborted) ctx.log.warn('a stream of firings ended', { cause })
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
  signal: AbortSignal,
  write: (text: string) => void,
): Promise<void> {
  const { accountId } = actor
  const until = ctx.clock.now() + lifeMs
  const news = new Bell()
  const waiting: string[] = []
  const ring = () => news.ring()
  await using _firings = await listenForFirings(
    ctx,
    (it) => {
      if (it.accountId !== accountId) return
      waiting.push(...it.ids)
      news.ring()
    },
    ring,
  )
  await using _ended = await listenForOwnEnd(ctx, actor, ring)
  write('retry: 2000\n\n: begun\n\n')
  while (!signal.aborted) {
    const isNew = await news.wait(ctx.clock, beatMs, signal)
    if (signal.aborted || !(await isSessionAlive(ctx, actor, alertEventsRoute.team))) return
    const ids = waiting.splice(0)
    const firings = ids.length === 0 ? [] : await firingsOf(ctx.postgres.db, accountId, ids)
    for (const firing of firings.reverse())
      write(`event: firing\nid: ${firing.id}\ndata: ${JSON.stringify(firing)}\n\n`)
    if (!isNew) write(': still here\n\n')
    if (ctx.clock.now() >= until) return
  }
}
