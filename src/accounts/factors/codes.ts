import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireAddress } from '../account/address.ts'
import { type CodeUse, codeLifeMs, codeRefusal, readDigits, resendAfterMs } from '../account/code.ts'
import * as store from '../account/store.ts'
import { throttleCode, throttleNetwork } from '../account/throttle.ts'
import { codeMail } from '../mails/code-mail.ts'
import { ownerInBrowser } from '../sessions/browsers.ts'
import { hashToken } from '../sessions/session.ts'
import type { Client } from '../sessions/sessions.ts'
import { signInSettings } from '../settings.ts'
import { requireBotCheck } from './bot-check.ts'
import { findCode, insertCode, tryCode } from './code-store.ts'

/**
 * The person who requests or guesses a code. `flow`: the session, or a digest of the browser's number or of a program's
 * token. `network`: null for a session.
 */
export type CodeFlow = { flow: string | null; network: string | null }

/** The flow of a caller who is not signed in. `token`: the flow's token in the body, for programs without cookies. */
export function flowOf({ address }: Client, browser: string | null, token: string | undefined): CodeFlow {
  const secret = token ?? browser
  return { flow: secret === null ? null : hashToken(secret), network: address }
}

export function flowOfSession({ sessionId }: AccountActor): CodeFlow {
  return { flow: `session:${sessionId}`, network: null }
}

export type SendCode = {
  email: string
  purpose: CodePurpose
  verification?: string | undefined
  flow?: string | undefined
}
type Requester = { client: Client; locale: Locale; browser: string | null }

/**
 * Mails a code. In strict enumeration mode, known and unknown addresses get the same response after the same work. In
 * friendly mode, a sign-up with a used address (710) and a reset with an unknown address (701) are refused after bot
 * check and throttle.
 */
export async function sendCode(
  ctx: Platform,
  { client, locale, browser }: Requester,
  input: SendCode,
): Promise<{ retryAfter: number }> {
  const address = requireAddress(input.email)
  const use = input.purpose
  await throttleNetwork(ctx, client.address)
  await requireBotCheck(ctx, input.verification)
  const owner = browser === null ? null : await ownerInBrowser(ctx.postgres.db, address, browser)
  await throttleCode(ctx, { to: address, use, network: client.address, ...(owner ? { owner } : {}) })
  const account = await store.accountByEmail(ctx.postgres.db, address)
  if (ctx.settings.of(signInSettings).enumeration === 'friendly') {
    if (account && use === 'signup') throw refuse('email_in_use', { param: 'email' })
    if (!account && use === 'reset') throw refuse('email_unknown', { param: 'email' })
  }
  await mailCode(ctx, { address, use, locale, by: flowOf(client, browser, input.flow) })
  return { retryAfter: resendAfterMs / 1000 }
}

const everybody: CodeFlow = { flow: null, network: null }

type CodeToMail = { address: string; use: CodeUse; by?: CodeFlow; locale: Locale; newEmail?: string }

export async function mailCode(
  ctx: Platform,
  { address, use, by = everybody, locale, newEmail }: CodeToMail,
): Promise<void> {
  const code = String(ctx.random.int(1_000_000)).padStart(6, '0')
  const createdAt = ctx.clock.now()
  await ctx.postgres.transaction(async (tx) => {
    await insertCode(tx, {
      address,
      use,
      ...by,
      mac: ctx.keyring.sign(...codeText(address, use, code)),
      createdAt,
      expiresAt: createdAt + codeLifeMs,
    })
    await ctx.mail.queue(tx, codeMail(ctx, { to: address, locale, use, code, ...(newEmail ? { newEmail } : {}) }))
  })
}

export type SpendCode = { address: string; use: CodeUse; code: string; by: CodeFlow; param?: string }

/**
 * Spends the code of `address` for `use`, or throws that use's refusal. A later failure does not restore the code.
 * Guesses of the flow that requested the code, of its network and of all others are counted separately, five each, so
 * strangers cannot spend the owner's tries.
 */
export async function spendCode(ctx: Platform, { address, use, code, by, param = 'code' }: SpendCode): Promise<void> {
  const macs = ctx.keyring.signatures(...codeText(address, use, requireDigits(use, code, param)))
  const { db } = ctx.postgres
  const found = await findCode(db, { address, use, ...by })
  const outcome = found ? await tryCode(db, found, { macs, tryId: ctx.random.uuid(), now: ctx.clock.now() }) : 'wrong'
  if (outcome === 'good') return
  const wait = outcome === 'too_many' ? { retryAfter: resendAfterMs / 1000 } : {}
  throw refuse(codeRefusal(use, outcome), { param, ...wait })
}

/** Returns the six digits. For any other text it throws the refusal `invalid` of that use, without counting a try. */
export function requireDigits(use: CodeUse, text: string, param = 'code'): string {
  const digits = readDigits(text)
  if (digits === null) throw refuse(codeRefusal(use, 'invalid'), { param })
  return digits
}

/**
 * The text of a code's signature. The signature needs a key, so a stolen table does not reveal which of the million
 * possible codes is right.
 */
function codeText(address: string, use: CodeUse, digits: string): [string, string] {
  return [`${use}:${address}:${digits}`, 'account-code']
}
