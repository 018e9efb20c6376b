import { isRefusal } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '../../actor.ts'
import { Bell } from '../../loop.ts'
import type { Platform } from '../../platform.ts'
import { type EventStreams, eventStreamsOf } from './event-streams.ts'

/** The longest life of a stream, ms. The browser then reconnects by itself. */
const lifeMs = 15 * minuteMs
const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** `signal` is aborted when the reader leaves. */
export type StreamReader = { signal: AbortSignal; headOnly: boolean; streams?: EventStreams }

type StreamEvent = { event: string; id?: string; data: unknown }

export type EventSource = {
  /** The name of the stream in the log. */
  name: string
  /** `next` is called after each `ring`, and at least once in this time, ms. */
  everyMs: number
  listen(ring: () => void): Promise<AsyncDisposable>
  /** `isNew`: true for the first call, and for the first call after each `ring`. Null and refusals end the stream. */
  next(isNew: boolean): Promise<readonly StreamEvent[] | null>
}

/** Server-sent events for at most a quarter of an hour. Comments keep a stream without events open. */
export async function streamEvents(
  ctx: Platform,
  actor: AccountActor,
  { signal: leaves, headOnly, streams = eventStreamsOf(ctx) }: StreamReader,
  source: EventSource,
): Promise<Response> {
  // A response to HEAD has no reader, so nothing would end its body.
  if (headOnly) return new Response(null, { headers })
  const place = await streams.enter(ctx, actor)
  const stop = new AbortController()
  const left = AbortSignal.any([stop.signal, leaves])
  const signal = AbortSignal.any([left, place.ends])
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      run(ctx, source, signal, (text) => controller.enqueue(encoder.encode(text)))
        .catch((cause: unknown) => {
          if (!signal.aborted && !isRefusal(cause)) ctx.log.warn(`${source.name} ended`, { cause })
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
  source: EventSource,
  signal: AbortSignal,
  write: (text: string) => void,
): Promise<void> {
  const until = ctx.clock.now() + lifeMs
  const news = new Bell()
  await using _listening = await source.listen(() => news.ring())
  write('retry: 2000\n\n: begun\n\n')
  for (let isNew = true; !signal.aborted; isNew = await news.wait(ctx.clock, source.everyMs, signal)) {
    const events = await source.next(isNew)
    if (events === null || signal.aborted) return
    for (const event of events) write(textOf(event))
    if (events.length === 0 && !isNew) write(': still here\n\n')
    if (ctx.clock.now() >= until) return
  }
}

function textOf({ event, id, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
