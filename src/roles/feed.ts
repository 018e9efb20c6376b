import { leadAlerts } from '#src/alerts/evaluate/lead-alerts.ts'
import { moveAlerts } from '#src/alerts/move-alerts.ts'
import { openFeed } from '#src/feed/open-feed.ts'
import { alpacaSettings, massiveSettings, relaySettings } from '#src/feed/settings.ts'
import { followListings } from '#src/market/merge/follow-listings.ts'
import { moveWatchlists } from '#src/watchlists/move-watchlists.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startFeed({ ctx, secrets }: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { key: alpacaKey, secret: alpacaSecret } = secrets.of(alpacaSettings)
  const [relayKey, massiveKey] = [secrets.of(relaySettings).key, secrets.of(massiveSettings).key]
  stack.use(await openFeed(ctx, { relayKey, massiveKey, alpacaKey, alpacaSecret }))
  stack.use(await leadAlerts(ctx))
  stack.use(
    await followListings(ctx, async () => {
      await moveAlerts(ctx)
      await moveWatchlists(ctx)
    }),
  )
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
