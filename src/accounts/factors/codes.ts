import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireAddress } from '../account/address.ts'
import { type CodeUse, codeLifeMs, codeRefusal, readDigits, resendAfterMs } from '../account/code.ts'
import * as store from '../account/store.ts'
import { throttleCode, throttleNetwork } from '../account/throttle.ts'
import { codeMail } from '../mails/code-mail.ts'
import type { Client } from '../sessions/sessions.ts'
import { signInSettings } from '../settings.ts'
import { requireBotCheck } from './bot-check.ts'
import { insertCode, tryCode } from './code-store.ts'

export type SendCode = { email: string; purpose: CodePurpose; verification?: string | undefined }

/**
 * Mails a code. In strict enumeration mode every address gets the same answer after the same work. In friendly mode,
 * a sign-up for a used address (710) and a reset for an unknown one (701) are refused after bot check and throttle.
 */
export async function sendCode(
  ctx: Platform,
  caller: { client: Client; locale: Locale },
  input: SendCode,
): Promise<{ retryAfter: number }> {
  const address = requireAddress(input.email)
  await throttleNetwork(ctx, caller.client.address)
  await requireBotCheck(ctx, input.verification)
  await throttleCode(ctx, address, input.purpose, caller.client.address)
  const account = await store.accountByEmail(ctx.postgres.db, address)
  if (ctx.settings.of(signInSettings).enumeration === 'friendly') {
    if (account && input.purpose === 'signup') throw refuse('email_in_use', { param: 'email' })
    if (!account && input.purpose === 'reset') throw refuse('email_unknown', { param: 'email' })
  }
  await mailCode(ctx, { address, use: input.purpose, locale: caller.locale })
  return { retryAfter: resendAfterMs / 1000 }
}

export async function mailCode(
  ctx: Platform,
  { address, use, locale, newEmail }: { address: string; use: CodeUse; locale: Locale; newEmail?: string },
): Promise<void> {
  const code = String(ctx.random.int(1_000_000)).padStart(6, '0')
  const createdAt = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await insertCode(tx, {
      address,
      use,
      mac: codeMac(ctx, address, use, code),
      createdAt,
      expiresAt: createdAt + codeLifeMs,
    })
    await ctx.mail.queue(
      tx,
      codeMail(ctx.settings, { to: address, locale, use, code, ...(newEmail ? { newEmail } : {}) }),
    )
  })
}

/** Spends the code of `address` for `use`, or throws that use's refusal. A later failure does not restore it. */
export async function spendCode(
  ctx: Platform,
  address: string,
  use: CodeUse,
  text: string,
  param = 'code',
): Promise<void> {
  const digits = requireDigits(use, text, param)
  const outcome = await tryCode(ctx.postgres.db, {
    address,
    use,
    mac: codeMac(ctx, address, use, digits),
    tryId: ctx.random.uuid(),
    now: ctx.clock.now(),
  })
  if (outcome === 'good') return
  const wait = outcome === 'too_many' ? { retryAfter: resendAfterMs / 1000 } : {}
  throw refuse(codeRefusal(use, outcome), { param, ...wait })
}

/** Returns the six digits, or throws the refusal `invalid` for that use before any try is counted. */
export function requireDigits(use: CodeUse, text: string, param = 'code'): string {
  const digits = readDigits(text)
  if (digits === null) throw refuse(codeRefusal(use, 'invalid'), { param })
  return digits
}

/** A MAC of the code. It is keyed, so that a stolen table reveals none of the million possible codes. */
function codeMac(ctx: Platform, address: string, use: CodeUse, digits: string): string {
  return ctx.keyring.mac(`${use}:${address}:${digits}`, 'account-code')
}
