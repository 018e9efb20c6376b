import type { ActivityCursor } from '#src/audit/activity.ts'
import { activityRoute } from '#src/contract/account/activity.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Api } from '#src/platform/http/api.ts'
import { ownActivity } from './activity.ts'

export function mountActivity(api: Api): void {
  api.handle(activityRoute, async (ctx, { actor, query, locale }) => {
    const { about, after } = query
    const { entries, next } = await ownActivity(ctx, actor, { about, after: readActivityCursor(after), locale })
    return { entries, next: next && `${next.at}-${next.shown}` }
  })
}

function readActivityCursor(text: string | undefined): ActivityCursor | null {
  if (text === undefined) return null
  const [, at, shown] = /^(\d{1,16})-(\d{1,6})$/.exec(text) ?? []
  if (!at || !shown) throw refuse('invalid_cursor', { param: 'after' })
  return { at: BigInt(at), shown: Number(shown) }
}
