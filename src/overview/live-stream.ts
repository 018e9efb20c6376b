import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { type StreamReader, streamEvents } from '#src/platform/http/streams/event-stream.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readLive } from './live.ts'
import { readNeeds } from './needs.ts'

/** What needs a person is read in each fifteenth round. */
const needsEvery = 15

/**
 * Server-sent events: `live`, the live figures, every two seconds, and `needs`, what needs a person, every half minute, while the
 * reader may read them and is signed in.
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
