import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from '../sessions/session-store.ts'

/** How a session was proven: `provedAt` in ms, and whether a second factor was part of it. */
export type SessionProof = { provedAt: number; byFactor: boolean }

/**
 * The standing of a session; null when it has ended. With two-step sign-in every session has the factor. A passkey is a second
 * factor only of the sessions that it opened: without two-step sign-in an e-mailed code opens others.
 */
export async function sessionProof(
  ctx: Platform,
  actor: Pick<AccountActor, 'accountId' | 'sessionId'>,
): Promise<SessionProof | null> {
  return store.proofOf(ctx.postgres.db, actor, ctx.clock.now())
}
