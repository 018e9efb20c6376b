import { openFeed } from '#src/feed/open-feed.ts'
import type { RoleContext, RunningRole } from './role.ts'

export async function startFeed({ ctx }: RoleContext): Promise<RunningRole> {
  return openFeed(ctx)
}
