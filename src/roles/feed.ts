import { openFeed } from '#src/feed/open-feed.ts'
import type { RoleContext, RunningRole } from './role.ts'

/** Sources, bar builder and recorder. */
export async function startFeed({ ctx }: RoleContext): Promise<RunningRole> {
  return openFeed(ctx)
}
