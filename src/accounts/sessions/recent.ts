import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { recentMs } from './session.ts'
import * as sessionStore from './session-store.ts'

/** The time in ms until which this session counts as recently proven; 0 if the session has ended. */
export async function recentUntil(ctx: Platform, actor: AccountActor, tx?: Tx): Promise<number> {
  const session = await sessionStore.sessionById(tx ?? ctx.postgres.db, actor.sessionId, ctx.clock.now())
  return session ? session.provedAt + recentMs : 0
}
