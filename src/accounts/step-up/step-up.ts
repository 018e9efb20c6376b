import type { ProofWay } from '#src/contract/account/refused.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { isStaffAccount } from '../account/store.ts'
import { passkeysOf } from '../factors/passkey-store.ts'
import { accountOf } from '../sessions/profile.ts'
import { recentUntil } from '../sessions/recent.ts'
import { recentMs, staffSessionLifeMs } from '../sessions/session.ts'
import { factorOf } from '../sessions/session-store.ts'
import { type AccountAct, type Act, demands } from './demands.ts'
import { proveFactor, provePassword, waysOf } from './proofs.ts'

/** `proof`: the proof in the call. `tx`: the transaction of the act, if it is already open. */
type Given = { proof?: FactorProof & { currentPassword?: string | undefined }; tx?: Tx }

/**
 * Checks the proof that the table of demands requires of an act. An act that needs a proof in the call is checked
 * before its transaction. A right code is spent even if the act fails later, so check other input first.
 */
export async function demand(
  ctx: Platform,
  requester: AccountActor,
  act: AccountAct,
  { proof = {}, tx }: Given = {},
): Promise<void> {
  switch (demands[act]) {
    case 'factor':
      return demandFactor(ctx, requester, proof)
    case 'password':
      return demandPassword(ctx, requester, proof)
    default:
      return demandOfSession(ctx, requester, act, tx)
  }
}

/** The part of `demand` that only reads the session and spends no proof. It is sufficient for acts of staff. */
export async function demandOfSession(ctx: Platform, requester: AccountActor, act: Act, tx?: Tx): Promise<void> {
  switch (demands[act]) {
    case 'recent':
      return demandRecent(ctx, personOf(requester), tx)
    case 'factor-session':
      return demandSessionFactor(ctx, requester, staffSessionLifeMs)
    case 'factor-recent':
      return demandSessionFactor(ctx, requester, recentMs)
  }
}

/**
 * Requires a proof of identity in the last 15 minutes. Pass `tx` in a transaction: a second connection may starve the
 * pool.
 */
export async function demandRecent(ctx: Platform, actor: AccountActor, tx?: Tx): Promise<void> {
  if ((await recentUntil(ctx, actor, tx)) > ctx.clock.now()) return
  const db = tx ?? ctx.postgres.db
  const passkeys = await passkeysOf(db, actor.accountId)
  const { passwordHash } = await accountOf(ctx, actor, tx)
  const ways: ProofWay[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(passwordHash === null ? [] : (['password'] as const)),
    'mailCode',
  ]
  throw refuse('recent_signin_required', { extra: { ways } })
}

/** Requires the factor. Team members prove their own factor, and must have one if the account's holder has one. */
async function demandFactor(ctx: Platform, requester: AccountActor, proof: FactorProof): Promise<void> {
  const actor = personOf(requester)
  await demandRecent(ctx, actor)
  const account = await accountOf(ctx, actor)
  const isForOther = requester.accountId !== account.id
  if (isForOther && (await waysOf(ctx, account, false)).length === 0) {
    const holder = await accountOf(ctx, requester)
    if ((await waysOf(ctx, holder, false)).length > 0) throw refuse('own_factor_required')
  }
  // Only customers who act on their own account may prove the factor with a mailed code. Otherwise a person who reads
  // the mail of a member or of staff could act on other people's data.
  const mayMail = !isForOther && !(await isStaffAccount(ctx.postgres.db, account.id))
  await demandProof(ctx, actor, account, proof, mayMail)
}

async function demandPassword(ctx: Platform, actor: AccountActor, proof: NonNullable<Given['proof']>): Promise<void> {
  const account = await accountOf(ctx, actor)
  if (account.passwordHash !== null) {
    return provePassword(ctx, actor, account, { param: 'currentPassword', text: proof.currentPassword })
  }
  await demandRecent(ctx, actor)
  await demandProof(ctx, actor, account, proof, !(await isStaffAccount(ctx.postgres.db, account.id)))
}

async function demandSessionFactor(ctx: Platform, actor: AccountActor, ageMaxMs: number): Promise<void> {
  const now = ctx.clock.now()
  const session = await factorOf(ctx.postgres.db, actor, now)
  if (!session) throw refuse('not_signed_in')
  if (session.hasFactor && session.factorAt !== null && now - session.factorAt < ageMaxMs) return
  const ways = await waysOf(ctx, await accountOf(ctx, actor), false)
  if (ways.length === 0) throw refuse('second_factor_needed')
  throw refuse('fresh_factor_required', { extra: { ways } })
}

/** Requires no proof from an account without a factor. */
async function demandProof(
  ctx: Platform,
  actor: AccountActor,
  account: Account,
  proof: FactorProof,
  mayMail: boolean,
): Promise<void> {
  const ways = await waysOf(ctx, account, mayMail)
  if (ways.length > 0) await proveFactor(ctx, actor, { account, proof, ways })
}
