import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from '../sessions/session-store.ts'

/** How a session was proven: `provedAt` in ms, and whether a second factor was part of it. */
export type SessionProof = { provedAt: number; byFactor: boolean }

/**
 * The proof of a session; null when the session has ended. With two-step sign-in every session includes the factor.
 * Without it, a passkey counts as second factor only for sessions that it opened, since a mailed code can open
 * others.
 */
export async function sessionProof(
  ctx: Platform,
  actor: Pick<AccountActor, 'accountId' | 'sessionId'>,
): Promise<SessionProof | null> {
  return store.proofOf(ctx.postgres.db, actor, ctx.clock.now())
}
