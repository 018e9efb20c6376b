import { isSessionAlive, listenForOwnEnd } from '#src/accounts/sessions/sessions.ts'
import { alertEventsRoute } from '#src/contract/account/alerts.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { type StreamReader, streamEvents } from '#src/platform/http/streams/event-stream.ts'
import type { Platform } from '#src/platform/platform.ts'
import { listenForFirings } from '../alert-changes.ts'
import { firingsOf } from '../alert-store.ts'

/**
 * Sends new firings as server-sent events named `firing`. The stream ends when firings may have been missed; its reader
 * then reconnects and reads the list.
 */
export async function streamFirings(ctx: Platform, actor: AccountActor, reader: StreamReader): Promise<Response> {
  const { accountId } = actor
  const waiting: string[] = []
  let hasGap = false
  return streamEvents(ctx, actor, reader, {
    name: 'a stream of firings',
    everyMs: 15_000,
    async listen(ring) {
      await using stack = new AsyncDisposableStack()
      const add = (bell: { accountId: string; ids: string[] }) => {
        if (bell.accountId !== accountId) return
        waiting.push(...bell.ids)
        ring()
      }
      const end = () => {
        hasGap = true
        ring()
      }
      stack.use(await listenForFirings(ctx, add, end))
      stack.use(await listenForOwnEnd(ctx, actor, ring))
      return stack.move()
    },
    async next() {
      if (hasGap || !(await isSessionAlive(ctx, actor, alertEventsRoute.team))) return null
      const ids = waiting.splice(0)
      const firings = ids.length === 0 ? [] : await firingsOf(ctx.postgres.db, accountId, ids)
      return firings.reverse().map((firing) => ({ event: 'firing', id: firing.id, data: firing }))
    },
  })
}
