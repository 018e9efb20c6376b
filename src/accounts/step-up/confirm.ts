import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { accountOf } from '../sessions/profile.ts'
import { recentMs } from '../sessions/session.ts'
import { markFactor, markProved } from '../sessions/session-store.ts'
import { proveByMail, proveFactor, provePassword, waysOf } from './proofs.ts'

/**
 * Proves identity again by password or mailed code. The session then counts as recent for 15 minutes; its second factor
 * does not count as proven.
 */
export async function confirmIdentity(
  ctx: Platform,
  actor: AccountActor,
  input: { password?: string | undefined; code?: string | undefined },
): Promise<{ recentUntil: number }> {
  const account = await accountOf(ctx, actor)
  if (input.code !== undefined) await proveByMail(ctx, actor, account, { param: 'code', text: input.code })
  else await provePassword(ctx, actor, account, { param: 'password', text: input.password ?? '' })
  const now = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await markProved(tx, actor.sessionId, now)
    await ctx.postgres.audit(tx, actor, 'session.proved', actor.sessionId)
  })
  return { recentUntil: now + recentMs }
}

/**
 * Proves the factor for acts of this session in the next 15 minutes. A passkey verifies the person, too, so it also
 * counts as a recent sign-in.
 */
export async function confirmFactor(
  ctx: Platform,
  actor: AccountActor,
  proof: FactorProof,
): Promise<{ factorUntil: number }> {
  const account = await accountOf(ctx, actor)
  const ways = await waysOf(ctx, account, false)
  if (ways.length === 0) throw refuse('not_found')
  const by = await proveFactor(ctx, actor, { account, proof, ways })
  const now = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await markFactor(tx, actor.sessionId, now)
    if (by === 'passkey') await markProved(tx, actor.sessionId, now)
    await ctx.postgres.audit(tx, actor, 'session.proved', actor.sessionId, { by })
  })
  return { factorUntil: now + recentMs }
}
