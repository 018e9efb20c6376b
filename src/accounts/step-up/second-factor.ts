import { Secret, TOTP } from 'otpauth'
import { refuse } from '#src/contract/errors.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import * as store from '../account/store.ts'
import { judgeGuess } from '../account/throttle.ts'
import { recoveryCodesLeft } from '../factors/totp-store.ts'
import { sendNotice } from '../mails/notify.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

const stepMs = 30_000

/**
 * Spends an app code (six digits) or an unused recovery code, or throws `second_factor_wrong`. `by`: the session that
 * guesses, or the network at a sign-in.
 */
export async function proveByCode(ctx: Platform, accountId: string, code: string, by: string): Promise<void> {
  const token = code.replaceAll(/\s/g, '')
  const secret = isAppCode(token) ? 'app-code' : 'recovery-code'
  const spend = secret === 'app-code' ? spendAppCode : spendRecovery
  await judgeGuess(ctx, { accountId, secret, by }, () =>
    ctx.postgres.transaction(async (tx) => {
      const account = await store.lockAccount(tx, accountId)
      const isOn = account !== null && account.totpConfirmedAt !== null
      if (!isOn || !(await spend(ctx, tx, account, token))) throw refuse('second_factor_wrong', { param: 'code' })
    }),
  )
}

/** Whether a code is an app code. Any other code is treated as a recovery code, which is too long to guess. */
export function isAppCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code.replaceAll(/\s/g, ''))
}

/** Spends an app code. Each 30-second step counts once, so that an observed code cannot be reused. */
export async function spendAppCode(ctx: Platform, tx: Tx, account: Account, code: string): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!account.totpSealed || !isAppCode(token)) return false
  const secret = ctx.keyring.open(account.totpSealed, sealContext(account.id))
  const timestamp = ctx.clock.now()
  const delta = totpOf(secret, '', '').validate({ token, timestamp, window: 1 })
  if (delta === null) return false
  return store.advanceTotpStep(tx, account.id, Math.floor(timestamp / stepMs) + delta)
}

async function spendRecovery(ctx: Platform, tx: Tx, account: Account, code: string): Promise<boolean> {
  if (!(await spendRecoveryCode(ctx, tx, account.id, code))) return false
  const left = await recoveryCodesLeft(tx, account.id)
  await sendNotice(ctx, tx, account, { kind: 'recovery-code-used', values: { left } })
  return true
}

export function totpOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: stepMs / 1000, digits: 6 })
}

export function sealContext(accountId: string): string {
  return `totp:${accountId}`
}
