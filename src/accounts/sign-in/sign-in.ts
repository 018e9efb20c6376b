import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireAddress } from '../account/address.ts'
import * as store from '../account/store.ts'
import { clearPasswordTries, countPasswordTry, throttleNetwork } from '../account/throttle.ts'
import { requireBotCheck } from '../factors/bot-check.ts'
import { flowOf, requireDigits, spendCode } from '../factors/codes.ts'
import { passwordLengthMax, requirePassword } from '../factors/password.ts'
import { hashPassword, verifyPassword } from '../factors/password-hash.ts'
import { sendNotice } from '../mails/notify.ts'
import { endSessions } from '../sessions/sessions.ts'
import { type Caller, createAccount, type Entered, enter, enterWithin, proveMailbox } from './entrance.ts'

/** `flow`: the token that a program without cookies sent when it requested the code. */
type WithCode = { email: string; code: string; flow?: string | undefined }

export type SignUp = WithCode & { password: string; confirmPassword: string }

/** Creates an account with a free key and signs in. Reveals a used address (710) only for a right code. */
export async function signUp(ctx: Platform, caller: Caller, input: SignUp): Promise<Entered> {
  const email = requireAddress(input.email)
  requireDigits('signup', input.code)
  const password = requirePassword(input.password, input.confirmPassword, email)
  await throttleNetwork(ctx, caller.client.address)
  await spendCallersCode(ctx, caller, 'signup', { ...input, email })
  const passwordHash = await hashPassword(ctx, password, 'proven')
  return ctx.postgres.transaction(async (tx) => {
    const account = await createAccount(ctx, tx, caller, { email, passwordHash })
    if (account) return enterWithin(ctx, tx, caller, account, { method: 'signup', factor: 'first' })
    const there = await store.accountByEmail(tx, email)
    if (!there || there.emailProvenAt !== null) throw refuse('email_in_use', { param: 'email' })
    const proven = await proveMailbox(ctx, tx, there)
    await store.updateAccount(tx, there.id, { password_hash: passwordHash })
    return enterWithin(ctx, tx, caller, proven, { method: 'signup', factor: 'first' })
  })
}

export type SignIn = { email: string; password: string; verification?: string | undefined }

/** Signs in by a password. A wrong password and an unknown address cost the same work and get the same refusal. */
export async function signIn(ctx: Platform, caller: Caller, input: SignIn): Promise<Entered> {
  const email = requireAddress(input.email)
  const network = caller.client.address
  await throttleNetwork(ctx, network)
  if ((await countPasswordTry(ctx, email, network)) === 'bot-check') await requireBotCheck(ctx, input.verification)
  const account = await store.accountByEmail(ctx.postgres.db, email)
  const usable = account && account.emailProvenAt !== null ? account.passwordHash : null
  const password = input.password.length > 4 * passwordLengthMax ? '' : input.password
  const right = await verifyPassword(password, usable)
  if (!right || !account) throw refuse('wrong_credentials', { param: 'password' })
  await clearPasswordTries(ctx, email, network)
  return enter(ctx, caller, account.id, { method: 'password', factor: 'first' })
}

/** Signs in by a mailed code. An unknown address gets a new account without a password. */
export async function signInByCode(ctx: Platform, caller: Caller, input: WithCode): Promise<Entered> {
  const email = requireAddress(input.email)
  requireDigits('signin', input.code)
  await throttleNetwork(ctx, caller.client.address)
  await spendCallersCode(ctx, caller, 'signin', { ...input, email })
  const accountId = await ctx.postgres.transaction(async (tx) => {
    const account =
      (await store.accountByEmail(tx, email)) ??
      (await createAccount(ctx, tx, caller, { email, passwordHash: null })) ??
      // Another transaction created the account at the same time.
      (await store.accountByEmail(tx, email))
    if (!account) return null
    await proveMailbox(ctx, tx, account)
    return account.id
  })
  if (!accountId) throw refuse('login_failed')
  await clearPasswordTries(ctx, email, caller.client.address)
  return enter(ctx, caller, accountId, { method: 'code', factor: 'first' })
}

export type ResetPassword = SignUp

/** Sets a password by a mailed code and ends all sessions. Reveals an unknown address (701) only for a right code. */
export async function resetPassword(ctx: Platform, caller: Caller, input: ResetPassword): Promise<void> {
  const email = requireAddress(input.email)
  requireDigits('reset', input.code)
  const password = requirePassword(input.password, input.confirmPassword, email)
  await throttleNetwork(ctx, caller.client.address)
  await spendCallersCode(ctx, caller, 'reset', { ...input, email })
  const passwordHash = await hashPassword(ctx, password, 'proven')
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.accountByEmail(tx, email)
    if (!account) throw refuse('email_unknown', { param: 'email' })
    const proven = await proveMailbox(ctx, tx, account)
    await store.updateAccount(tx, account.id, { password_hash: passwordHash })
    await endSessions(ctx, tx, account.id, null)
    await ctx.postgres.audit(tx, { kind: 'system', name: 'reset by code' }, 'account.password', account.id)
    await sendNotice(ctx, tx, proven, { kind: 'password-changed', client: caller.client })
  })
  await clearPasswordTries(ctx, email, caller.client.address)
}

async function spendCallersCode(
  ctx: Platform,
  { client, browser }: Caller,
  use: CodePurpose,
  { email, code, flow }: WithCode,
): Promise<void> {
  await spendCode(ctx, { address: email, use, code, by: flowOf(client, browser, flow) })
}
