import { openFeed } from '#src/feed/open-feed.ts'
import { relaySettings } from '#src/feed/settings.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startFeed({ ctx, secrets }: RoleContext): Promise<RunningRole> {
  return openFeed(ctx, { relayKey: secrets.of(relaySettings).key })
}
