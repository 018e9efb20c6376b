import type { FactorProof, SecurityOverview } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireAddress } from './account/address.ts'
import { resendAfterMs } from './account/code.ts'
import * as store from './account/store.ts'
import { judgeGuess, throttleCode } from './account/throttle.ts'
import { flowOfSession, mailCode, spendCode } from './factors/codes.ts'
import { passkeysOf } from './factors/passkey-store.ts'
import { requirePassword } from './factors/password.ts'
import { hashPassword } from './factors/password-hash.ts'
import { recoveryCodesLeft } from './factors/totp-store.ts'
import { sendNotice } from './mails/notify.ts'
import { unlinkAddress } from './providers/links.ts'
import { providerName } from './providers/providers.ts'
import { accountOf } from './sessions/profile.ts'
import { recentUntil } from './sessions/recent.ts'
import * as sessionStore from './sessions/session-store.ts'
import { type Client, endSessions, listDevices } from './sessions/sessions.ts'
import { demand } from './step-up/step-up.ts'

export async function securityOverview(
  ctx: Platform,
  actor: AccountActor,
): Promise<Omit<SecurityOverview, 'credit' | 'openOrder'>> {
  const account = await accountOf(ctx, actor)
  const { db } = ctx.postgres
  const [passkeys, identities] = [await passkeysOf(db, account.id), await store.identitiesOf(db, account.id)]
  return {
    email: account.email,
    hasPassword: account.passwordHash !== null,
    recentUntil: await recentUntil(ctx, actor),
    totp: account.totpConfirmedAt !== null,
    recoveryCodesLeft: await recoveryCodesLeft(db, account.id),
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: created_at.getTime(),
      usedAt: used_at?.getTime() ?? null,
    })),
    identities: identities.map(({ provider, email, created_at }) => ({
      provider,
      name: providerName(ctx.settings, provider),
      email,
      createdAt: created_at.getTime(),
    })),
    devices: await listDevices(ctx, actor),
    deleteAfter: account.deleteAfter,
  }
}

/** Mails the signed-in owner a code that proves identity. Accounts without a password can use it, too. */
export async function sendProofCode(ctx: Platform, actor: AccountActor, client: Client, locale: Locale) {
  const { id: owner, email: to } = await accountOf(ctx, actor)
  await throttleCode(ctx, { to, use: 'signin', network: client.address, owner })
  await mailCode(ctx, { address: to, use: 'signin', by: flowOfSession(actor), locale })
  return { retryAfter: resendAfterMs / 1000 }
}

export type ChangePassword = FactorProof & {
  currentPassword?: string | undefined
  password: string
  confirmPassword: string
}

/** Changes the password and ends every other session. Requires the proof that the demand `password` states. */
export async function changePassword(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: ChangePassword,
): Promise<void> {
  const account = await accountOf(ctx, actor)
  const password = requirePassword(input.password, input.confirmPassword, account.email)
  await demand(ctx, actor, 'password.change', { proof: input })
  const passwordHash = await hashPassword(ctx, password)
  await ctx.postgres.transaction(async (tx) => {
    await store.updateAccount(tx, account.id, { password_hash: passwordHash })
    await sessionStore.markProved(tx, actor.sessionId, ctx.clock.now())
    await endSessions(ctx, tx, account.id, actor.sessionId)
    await ctx.postgres.audit(tx, actor, 'account.password', account.id)
    await sendNotice(ctx, tx, account, { kind: 'password-changed', client })
  })
}

/**
 * Mails one code to the current mailbox and another code to the new mailbox. Never reveals whether the new address is
 * in use.
 */
export async function startEmailChange(
  ctx: Platform,
  actor: AccountActor,
  caller: { client: Client; locale: Locale },
  input: FactorProof & { email: string },
): Promise<{ retryAfter: number }> {
  const next = requireAddress(input.email)
  const account = await accountOf(ctx, actor)
  await demand(ctx, actor, 'email.change', { proof: input })
  const network = caller.client.address
  await throttleCode(ctx, { to: account.email, use: 'email-old', network, owner: account.id })
  await throttleCode(ctx, { to: next, use: 'email-new', network, accountId: account.id })
  const by = flowOfSession(actor)
  const { locale } = caller
  await mailCode(ctx, { address: account.email, use: 'email-old', by, locale, newEmail: next })
  await mailCode(ctx, { address: next, use: 'email-new', by, locale })
  return { retryAfter: resendAfterMs / 1000 }
}

export type ConfirmEmail = { email: string; currentCode: string; newCode: string }

/**
 * When both codes are right, changes the address, ends other sessions and mails the old mailbox. Identities with the
 * old address are unlinked, because a later holder of that address could sign in at the provider.
 */
export async function confirmEmailChange(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  input: ConfirmEmail,
): Promise<{ email: string }> {
  const next = requireAddress(input.email)
  const account = await accountOf(ctx, actor)
  const by = flowOfSession(actor)
  const { newCode, currentCode } = input
  await judgeGuess(ctx, { accountId: account.id, secret: 'mail-code', by: actor.sessionId }, async () => {
    await spendCode(ctx, { address: next, use: 'email-new', code: newCode, by, param: 'newCode' })
    await spendCode(ctx, { address: account.email, use: 'email-old', code: currentCode, by, param: 'currentCode' })
  })
  await ctx.postgres.transaction(async (tx) => {
    if (!(await store.changeAddress(tx, account.id, next))) throw refuse('email_in_use', { param: 'email' })
    await unlinkAddress(ctx, tx, { actor, account, client })
    await endSessions(ctx, tx, account.id, actor.sessionId)
    await ctx.postgres.audit(tx, actor, 'account.email', account.id)
    await sendNotice(ctx, tx, account, { kind: 'email-changed', client, values: { newEmail: next }, about: next })
  })
  return { email: next }
}

export async function signOutEverywhere(ctx: Platform, actor: AccountActor, client: Client): Promise<void> {
  const account = await accountOf(ctx, actor)
  await ctx.postgres.transaction(async (tx) => {
    await endSessions(ctx, tx, account.id, null)
    await ctx.postgres.audit(tx, actor, 'session.end_all', account.id)
    await sendNotice(ctx, tx, account, { kind: 'signed-out-everywhere', client })
  })
}
