import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { judgeGuess } from '../account/throttle.ts'
import { flowOfSession, spendCode } from '../factors/codes.ts'
import { passkeysOf } from '../factors/passkey-store.ts'
import { verifyPassword } from '../factors/password-hash.ts'
import { type FactorWay, factorWays } from './demands.ts'
import { proveByPasskey } from './passkey-proof.ts'
import { proveByCode } from './second-factor.ts'

/** A field of a call. `text`: undefined if the call lacks the field. */
type Given = { param: string; text: string | undefined }

export async function provePassword(
  ctx: Platform,
  { sessionId }: AccountActor,
  account: Account,
  { param, text }: Given,
): Promise<void> {
  if (text === undefined) throw refuse('missing_parameter', { param })
  await judgeGuess(ctx, { accountId: account.id, secret: 'password', by: sessionId }, async () => {
    if (!(await verifyPassword(text, account.passwordHash))) throw refuse('wrong_credentials', { param })
  })
}

export async function proveByMail(
  ctx: Platform,
  actor: AccountActor,
  account: Account,
  { param, text = '' }: Given,
): Promise<void> {
  const by = flowOfSession(actor)
  await judgeGuess(ctx, { accountId: account.id, secret: 'mail-code', by: actor.sessionId }, () =>
    spendCode(ctx, { address: account.email, use: 'signin', code: text, by, param }),
  )
}

/** The ways in which a person can prove the factor, with a mailed code only if `mayMail`. */
export async function waysOf(ctx: Platform, account: Account, mayMail: boolean): Promise<FactorWay[]> {
  const passkeys = await passkeysOf(ctx.postgres.db, account.id)
  const ways = factorWays({ totp: account.totpConfirmedAt !== null, passkey: passkeys.length > 0 })
  return mayMail ? ways : ways.filter((way) => way !== 'mailCode')
}

/**
 * Proves the factor and returns the way that the proof used. Throws `fresh_factor_required` without a proof and for a
 * wrong passkey; a wrong code throws its own refusal.
 */
export async function proveFactor(
  ctx: Platform,
  actor: AccountActor,
  { account, proof, ways }: { account: Account; proof: FactorProof; ways: readonly FactorWay[] },
): Promise<FactorWay> {
  const way = ways.find((one) => proof[one] !== undefined)
  if (way === undefined || !(await proves(ctx, actor, account, way, proof)))
    throw refuse('fresh_factor_required', { extra: { ways }, ...(way ? { param: way } : {}) })
  return way
}

/** Returns false for a missing or wrong passkey; a wrong code throws its refusal. */
async function proves(
  ctx: Platform,
  actor: AccountActor,
  account: Account,
  way: FactorWay,
  { code = '', mailCode = '', passkey }: FactorProof,
): Promise<boolean> {
  switch (way) {
    case 'code':
      await proveByCode(ctx, account.id, code, actor.sessionId)
      return true
    case 'mailCode':
      await proveByMail(ctx, actor, account, { param: 'mailCode', text: mailCode })
      return true
    case 'passkey':
      return passkey !== undefined && (await proveByPasskey(ctx, actor, passkey))
  }
}
