import { leadAlerts } from '#src/alerts/evaluate/lead-alerts.ts'
import { openFeed } from '#src/feed/open-feed.ts'
import { relaySettings } from '#src/feed/settings.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startFeed({ ctx, secrets }: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  stack.use(await openFeed(ctx, { relayKey: secrets.of(relaySettings).key }))
  stack.use(await leadAlerts(ctx))
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
