import { isRefusal } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Live, Needs } from '#src/contract/operator/now.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { eventStreamsOf } from '#src/platform/http/event-streams.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readLive } from './live.ts'
import { readNeeds } from './needs.ts'

const everyMs = 2_000
/** What needs a person is looked at in each fifteenth round. */
const needsEvery = 15
/** The reader reconnects by itself. */
const lifeMs = 15 * minuteMs
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/**
 * Server-sent events: `live`, the live figures, every two seconds, and `needs`, what needs a person, every half minute; while the
 * reader stays, may read them and is signed in, at most a quarter of an hour. It takes one of the account's places for event streams.
 */
export async function streamLive(
  ctx: Platform,
  actor: AccountActor,
  { locale, signal: leaves, headOnly }: { locale: Locale; signal: AbortSignal; headOnly: boolean },
): Promise<Response> {
  const first = await readLive(ctx, actor)
  // An answer to HEAD has no reader who would end its body.
  if (headOnly) return new Response(null, { headers })
  const place = await eventStreamsOf(ctx).enter(ctx, actor)
  const stop = new AbortController()
  const left = AbortSignal.any([stop.signal, leaves])
  const signal = AbortSignal.any([left, place.ends])
  const until = ctx.clock.now() + lifeMs
  const run = async (write: (text: string) => void) => {
    write(`retry: 2000\n\n${event('live', first)}`)
    for (let round = 1; ; round += 1) {
      await pause(ctx.clock, everyMs, signal)
      if (signal.aborted || ctx.clock.now() >= until) return
      write(event('live', await readLive(ctx, actor)))
      if (round % needsEvery === 0) write(event('needs', await readNeeds(ctx, actor, locale)))
    }
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      run((text) => controller.enqueue(new TextEncoder().encode(text)))
        .catch((cause: unknown) => {
          // a session or a role that ended
          if (!signal.aborted && !isRefusal(cause)) ctx.log.warn('a stream of live figures ended', { cause })
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

function event(name: 'live' | 'needs', data: Live | Needs): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
