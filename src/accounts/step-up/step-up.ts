import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AccountActor, personOf } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import { judgeGuess } from '../account/throttle.ts'
import { spendCode } from '../factors/codes.ts'
import { passkeysOf } from '../factors/passkey-store.ts'
import { verifyPassword } from '../factors/password-hash.ts'
import { accountOf } from '../sessions/profile.ts'
import { assertRecentSignIn } from '../sessions/recent.ts'
import { type AccountAct, demands, type FactorWay, factorWays } from './demands.ts'
import { proveByPasskey } from './passkey-proof.ts'
import { proveByCode } from './second-factor.ts'

/** `proof`: what the call carries. `tx`: the transaction of the act, if it is already open. */
type Given = { proof?: FactorProof & { currentPassword?: string | undefined }; tx?: Tx }

/**
 * Checks what the table of demands requires of an act. An act that needs a proof in the call is checked before its
 * transaction. A right code is spent even if the act fails later, so check other input first.
 */
export async function demand(
  ctx: Platform,
  requester: AccountActor,
  act: AccountAct,
  { proof = {}, tx }: Given = {},
): Promise<void> {
  switch (demands[act]) {
    case 'session':
      return
    case 'recent':
      return assertRecentSignIn(ctx, requester, tx)
    case 'factor':
      return demandFactor(ctx, requester, proof)
    case 'password':
      return demandPassword(ctx, requester, proof)
  }
}

/** Team members prove their own factor, and need one if the account's holder has one. */
async function demandFactor(ctx: Platform, requester: AccountActor, proof: FactorProof): Promise<void> {
  const actor = personOf(requester)
  await assertRecentSignIn(ctx, actor)
  const account = await accountOf(ctx, actor)
  const isForOther = requester.accountId !== account.id
  if (isForOther && (await waysOf(ctx, account)).length === 0) {
    const holder = await accountOf(ctx, requester)
    if ((await waysOf(ctx, holder)).length > 0) throw refuse('own_factor_required')
  }
  // Somebody who reads a member's mail must not act in a team account, so a member without two-step sign-in must use
  // the passkey.
  await proveFactor(ctx, actor, account, proof, isForOther ? withoutMail : undefined)
}

async function demandPassword(ctx: Platform, actor: AccountActor, proof: NonNullable<Given['proof']>): Promise<void> {
  const account = await accountOf(ctx, actor)
  if (account.passwordHash !== null) return provePassword(ctx, account, 'currentPassword', proof.currentPassword)
  await assertRecentSignIn(ctx, actor)
  await proveFactor(ctx, actor, account, proof)
}

export async function provePassword(
  ctx: Platform,
  account: Account,
  param: string,
  given: string | undefined,
): Promise<void> {
  if (given === undefined) throw refuse('missing_parameter', { param })
  await judgeGuess(ctx, account.id, 'password', async () => {
    if (!(await verifyPassword(given, account.passwordHash))) throw refuse('wrong_credentials', { param })
  })
}

export async function proveByMail(ctx: Platform, account: Account, param: string, code: string): Promise<void> {
  await judgeGuess(ctx, account.id, 'mail-code', () => spendCode(ctx, account.email, 'signin', code, param))
}

const withoutMail = (way: FactorWay) => way !== 'mailCode'

async function proveFactor(
  ctx: Platform,
  actor: AccountActor,
  account: Account,
  proof: FactorProof,
  counts: (way: FactorWay) => boolean = () => true,
): Promise<void> {
  const ways = (await waysOf(ctx, account)).filter(counts)
  if (ways.length === 0) return
  const way = ways.find((one) => proof[one] !== undefined)
  if (way === undefined || !(await proves(ctx, actor, account, way, proof)))
    throw refuse('fresh_factor_required', { extra: { ways }, ...(way ? { param: way } : {}) })
}

async function waysOf(ctx: Platform, account: Account): Promise<FactorWay[]> {
  const passkeys = await passkeysOf(ctx.postgres.db, account.id)
  return factorWays({ totp: account.totpConfirmedAt !== null, passkey: passkeys.length > 0 })
}

/** False without any proof. A wrong code throws its own refusal. */
async function proves(
  ctx: Platform,
  actor: AccountActor,
  account: Account,
  way: FactorWay,
  { code = '', mailCode = '', passkey }: FactorProof,
): Promise<boolean> {
  switch (way) {
    case 'code':
      await proveByCode(ctx, account.id, code)
      return true
    case 'mailCode':
      await proveByMail(ctx, account, 'mailCode', mailCode)
      return true
    case 'passkey':
      return passkey !== undefined && (await proveByPasskey(ctx, actor, passkey))
  }
}
