import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { type StreamReader, streamEvents } from '#src/platform/http/streams/event-stream.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readLive } from './live.ts'
import { readNeeds } from './needs.ts'

/** The tasks that need a person are sent with every fifteenth event of live figures. */
const needsEvery = 15

/**
 * Server-sent events: `live` (live figures) every two seconds, and `needs` (tasks that need a person) every half
 * minute. The stream ends when the reader signs out or loses the permission.
 */
export async function streamLive(
  ctx: Platform,
  actor: AccountActor,
  reader: StreamReader & { locale: Locale },
): Promise<Response> {
  const first = await readLive(ctx, actor)
  let round = 0
  return streamEvents(ctx, actor, reader, {
    name: 'a stream of live figures',
    everyMs: 2_000,
    listen: async () => new AsyncDisposableStack(),
    async next(isNew) {
      if (isNew) return [{ event: 'live', data: first }]
      const live = { event: 'live', data: await readLive(ctx, actor) }
      round += 1
      if (round % needsEvery !== 0) return [live]
      return [live, { event: 'needs', data: await readNeeds(ctx, actor, reader.locale) }]
    },
  })
}
