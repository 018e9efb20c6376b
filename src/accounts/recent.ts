import { refuse } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { recentMs } from './session.ts'
import * as sessionStore from './session-store.ts'
import type { AccountActor } from './sessions.ts'

/** Until when this session counts as recently proved, ms; 0 when it has ended. */
export async function recentUntil(ctx: Platform, actor: AccountActor): Promise<number> {
  const session = await sessionStore.sessionById(ctx.postgres.db, actor.sessionId, ctx.clock.now())
  return session ? session.provedAt + recentMs : 0
}

/** Sensitive acts need proof of the last 15 minutes. */
export async function assertRecentSignIn(ctx: Platform, actor: AccountActor): Promise<void> {
  if ((await recentUntil(ctx, actor)) <= ctx.clock.now()) throw refuse('recent_signin_required')
}
