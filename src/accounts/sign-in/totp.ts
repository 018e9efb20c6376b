import { Secret } from 'otpauth'
import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import * as store from '../account/store.ts'
import { judgeGuess } from '../account/throttle.ts'
import { insertRecoveryCodes, removeRecoveryCodes } from '../factors/totp-store.ts'
import { sendNotice } from '../mails/notify.ts'
import { consumeFlow, tryFlow } from '../sessions/flow.ts'
import { markFactor } from '../sessions/session-store.ts'
import type { Client } from '../sessions/sessions.ts'
import { sealedCode } from '../step-up/recovery-codes.ts'
import { sealContext, spendAppCode, totpOf } from '../step-up/second-factor.ts'
import { demand } from '../step-up/step-up.ts'
import { type Caller, type Entered, enter, type SecondFactorFlow } from './entrance.ts'
import { linkStep } from './identity-link.ts'
import { proveSecondFactor } from './wrong-factors.ts'

const recoveryCodeCount = 10
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Creates the secret for the app. Sign-ins require the app only after a first code has confirmed the secret. */
export async function startTotp(
  ctx: Platform,
  actor: AccountActor,
  proof: FactorProof,
): Promise<{ secret: string; uri: string }> {
  await demand(ctx, actor, 'totp.start', { proof })
  const secret = new Secret({ buffer: new Uint8Array(ctx.random.bytes(20)).buffer })
  return ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (account.totpConfirmedAt !== null) throw refuse('conflict')
    await store.updateAccount(tx, account.id, { totp_sealed: ctx.keyring.seal(secret.base32, sealContext(account.id)) })
    const uri = totpOf(secret.base32, brandOf(ctx).name, account.email).toString()
    return { secret: secret.base32, uri }
  })
}

/** Returns the recovery codes, which are never shown again. */
export async function confirmTotp(ctx: Platform, actor: AccountActor, client: Client, code: string): Promise<string[]> {
  await demand(ctx, actor, 'totp.confirm')
  return judgeGuess(ctx, { accountId: actor.accountId, secret: 'app-code', by: actor.sessionId }, () =>
    ctx.postgres.transaction(async (tx) => {
      const account = await lockOwnAccount(tx, actor)
      if (account.totpConfirmedAt !== null || account.totpSealed === null) throw refuse('conflict')
      if (!(await spendAppCode(ctx, tx, account, code))) throw refuse('second_factor_wrong', { param: 'code' })
      await store.updateAccount(tx, account.id, { totp_confirmed_at: new Date(ctx.clock.now()) })
      await markFactor(tx, actor.sessionId, ctx.clock.now())
      await ctx.postgres.audit(tx, actor, 'account.totp_on', account.id)
      await sendNotice(ctx, tx, account, { kind: 'totp-on', client })
      return replaceRecoveryCodes(ctx, tx, account.id)
    }),
  )
}

export async function disableTotp(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  proof: FactorProof,
): Promise<void> {
  await demand(ctx, actor, 'totp.disable', { proof })
  await ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (account.totpConfirmedAt === null) throw refuse('conflict')
    await store.updateAccount(tx, account.id, { totp_sealed: null, totp_confirmed_at: null })
    await removeRecoveryCodes(tx, account.id)
    await ctx.postgres.audit(tx, actor, 'account.totp_off', account.id)
    await sendNotice(ctx, tx, account, { kind: 'totp-off', client })
  })
}

export async function renewRecoveryCodes(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  proof: FactorProof,
): Promise<string[]> {
  await demand(ctx, actor, 'recovery-codes.renew', { proof })
  return ctx.postgres.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    if (account.totpConfirmedAt === null) throw refuse('conflict')
    await ctx.postgres.audit(tx, actor, 'account.recovery_codes', account.id)
    await sendNotice(ctx, tx, account, { kind: 'recovery-codes', client })
    return replaceRecoveryCodes(ctx, tx, account.id)
  })
}

/** Completes a sign-in answered with 401 `second_factor_required`. A ticket has five tries and works once. */
export async function enterBySecondFactor(
  ctx: Platform,
  caller: Caller,
  input: { ticket: string; code: string },
): Promise<Entered> {
  const flow = await tryFlow<SecondFactorFlow>(ctx, 'second-factor', input.ticket)
  if (!flow?.accountId) throw refuse('login_failed')
  await proveSecondFactor(ctx, caller, { accountId: flow.accountId, method: flow.data.method, code: input.code })
  if (!(await consumeFlow(ctx, 'second-factor', input.ticket))) throw refuse('login_failed')
  const { method, link } = flow.data
  const step = link && linkStep(ctx, caller.client, link)
  return enter(ctx, caller, flow.accountId, { method, factor: 'both' }, step)
}

async function replaceRecoveryCodes(ctx: Platform, tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${drawGroup(ctx)}-${drawGroup(ctx)}`)
  await removeRecoveryCodes(tx, accountId)
  await insertRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => sealedCode(ctx, accountId, code)),
  )
  return codes
}

function drawGroup(ctx: Platform): string {
  return Array.from({ length: 5 }, () => recoveryAlphabet[ctx.random.int(recoveryAlphabet.length)]).join('')
}
