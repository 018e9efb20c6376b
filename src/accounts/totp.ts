import { Secret, TOTP } from 'otpauth'
import { refuse } from '#src/contract/errors.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from './account.ts'
import { type Caller, type Entered, enter } from './entrance.ts'
import { takeFlow, tryFlow } from './flow.ts'
import { sendNotice } from './notify.ts'
import { assertRecentSignIn } from './recent.ts'
import type { SignInMethod } from './session.ts'
import type { AccountActor, Client } from './sessions.ts'
import * as store from './store.ts'
import { countProofTry } from './throttle.ts'
import { insertRecoveryCodes, recoveryCodesLeft, removeRecoveryCodes, spendRecoveryCode } from './totp-store.ts'

const stepMs = 30_000
const recoveryCodeCount = 10
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Draws a secret for an authenticator app. Nothing is asked of sign-ins until a first code confirms it. */
export async function startTotp(ctx: Platform, actor: AccountActor): Promise<{ secret: string; uri: string }> {
  await assertRecentSignIn(ctx, actor)
  const secret = new Secret({ buffer: new Uint8Array(ctx.random.bytes(20)).buffer })
  return ctx.postgres.transaction(async (tx) => {
    const account = await requireAccount(tx, actor)
    if (account.totpConfirmedAt !== null) throw refuse('conflict')
    await store.updateAccount(tx, account.id, { totp_sealed: ctx.keyring.seal(secret.base32, sealContext(account.id)) })
    const uri = totpOf(secret.base32, ctx.settings.brand.name, account.email).toString()
    return { secret: secret.base32, uri }
  })
}

/** Turns the second factor on with a first code, and hands out the recovery codes, which are shown this once. */
export async function confirmTotp(ctx: Platform, actor: AccountActor, client: Client, code: string): Promise<string[]> {
  await assertRecentSignIn(ctx, actor)
  await countProofTry(ctx, actor.accountId)
  return ctx.postgres.transaction(async (tx) => {
    const account = await requireAccount(tx, actor)
    if (account.totpConfirmedAt !== null || account.totpSealed === null) throw refuse('conflict')
    if (!(await spendTotp(ctx, tx, account, code))) throw refuse('second_factor_wrong', { param: 'code' })
    await store.updateAccount(tx, account.id, { totp_confirmed_at: new Date(ctx.clock.now()) })
    await ctx.postgres.audit(tx, actor, 'account.totp_on', account.id)
    await sendNotice(ctx, tx, account, { kind: 'totp-on', client })
    return replaceRecoveryCodes(ctx, tx, account.id)
  })
}

export async function disableTotp(ctx: Platform, actor: AccountActor, client: Client, code: string): Promise<void> {
  await assertRecentSignIn(ctx, actor)
  await countProofTry(ctx, actor.accountId)
  await ctx.postgres.transaction(async (tx) => {
    const account = await requireAccount(tx, actor)
    if (account.totpConfirmedAt === null) throw refuse('conflict')
    if (!(await spendSecondFactor(ctx, tx, account, code))) throw refuse('second_factor_wrong', { param: 'code' })
    await store.updateAccount(tx, account.id, { totp_sealed: null, totp_confirmed_at: null })
    await removeRecoveryCodes(tx, account.id)
    await ctx.postgres.audit(tx, actor, 'account.totp_off', account.id)
    await sendNotice(ctx, tx, account, { kind: 'totp-off', client })
  })
}

/** Ten new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(ctx: Platform, actor: AccountActor, client: Client): Promise<string[]> {
  await assertRecentSignIn(ctx, actor)
  return ctx.postgres.transaction(async (tx) => {
    const account = await requireAccount(tx, actor)
    if (account.totpConfirmedAt === null) throw refuse('conflict')
    await ctx.postgres.audit(tx, actor, 'account.recovery_codes', account.id)
    await sendNotice(ctx, tx, account, { kind: 'recovery-codes', client })
    return replaceRecoveryCodes(ctx, tx, account.id)
  })
}

/** Finishes a sign-in that answered 401 `second_factor_required`. Five tries a ticket; the ticket works once. */
export async function enterBySecondFactor(
  ctx: Platform,
  caller: Caller,
  input: { ticket: string; code: string },
): Promise<Entered> {
  const flow = await tryFlow<{ method: SignInMethod }>(ctx, 'second-factor', input.ticket)
  if (!flow?.accountId) throw refuse('login_failed')
  const { accountId } = flow
  await countProofTry(ctx, accountId)
  const right = await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId)
    if (!account || !(await spendSecondFactor(ctx, tx, account, input.code))) return false
    return true
  })
  if (!right) throw refuse('second_factor_wrong', { param: 'code' })
  if (!(await takeFlow(ctx, 'second-factor', input.ticket))) throw refuse('login_failed')
  await ctx.limiter.clear(`accounts:proof:${accountId}`)
  return enter(ctx, caller, accountId, flow.data.method, 'both')
}

/** A code of the app, or an unused recovery code, whose use the owner is told of. */
async function spendSecondFactor(ctx: Platform, tx: Tx, account: Account, code: string): Promise<boolean> {
  if (await spendTotp(ctx, tx, account, code)) return true
  const mac = recoveryMac(ctx, account.id, code)
  if (!(await spendRecoveryCode(tx, account.id, mac, ctx.clock.now()))) return false
  const left = await recoveryCodesLeft(tx, account.id)
  await sendNotice(ctx, tx, account, { kind: 'recovery-code-used', values: { left } })
  return true
}

/** Each 30-second step counts once, so that a code seen over a shoulder is worth nothing. */
async function spendTotp(ctx: Platform, tx: Tx, account: Account, code: string): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!account.totpSealed || !/^[0-9]{6}$/.test(token)) return false
  const secret = ctx.keyring.open(account.totpSealed, sealContext(account.id))
  const timestamp = ctx.clock.now()
  const delta = totpOf(secret, '', '').validate({ token, timestamp, window: 1 })
  if (delta === null) return false
  return store.advanceTotpStep(tx, account.id, Math.floor(timestamp / stepMs) + delta)
}

async function replaceRecoveryCodes(ctx: Platform, tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${drawPart(ctx)}-${drawPart(ctx)}`)
  await removeRecoveryCodes(tx, accountId)
  await insertRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryMac(ctx, accountId, code)),
  )
  return codes
}

function drawPart(ctx: Platform): string {
  return Array.from({ length: 5 }, () => recoveryAlphabet[ctx.random.int(recoveryAlphabet.length)]).join('')
}

function recoveryMac(ctx: Platform, accountId: string, code: string): string {
  return ctx.keyring.mac(`${accountId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`, 'recovery-code')
}

function totpOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepMs / 1000, digits: 6 })
}

function sealContext(accountId: string): string {
  return `totp:${accountId}`
}

async function requireAccount(tx: Tx, actor: AccountActor): Promise<Account> {
  const account = await store.lockAccount(tx, actor.accountId)
  if (!account) throw refuse('not_signed_in')
  return account
}
