import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type Account, defaultNotices } from '../account/account.ts'
import * as store from '../account/store.ts'
import { removePasskeys } from '../factors/passkey-store.ts'
import { removeRecoveryCodes } from '../factors/totp-store.ts'
import { sendNotice } from '../mails/notify.ts'
import { knowsBrowser, noteBrowser } from '../sessions/browsers.ts'
import { openFlow } from '../sessions/flow.ts'
import type { SignInMethod } from '../sessions/session.ts'
import { knowsDevice } from '../sessions/session-store.ts'
import { type Client, endSessions, type OpenedSession, openSession, type SignInProof } from '../sessions/sessions.ts'

/**
 * `welcome` adds data of other domains, such as the free key, in the transaction that creates an account. `browser`:
 * the number of the caller's browser (`browserOf`). `timeZone`: the time zone of a new account, taken from the browser.
 */
export type Caller = {
  client: Client
  locale: Locale
  timeZone: string
  browser: string | null
  welcome: (tx: Tx, accountId: string) => Promise<void>
}

export type Entered = { account: Account; browser: string | null } & OpenedSession

/** A sign-in that still requires the second factor. */
export type SecondFactorFlow = { method: SignInMethod; link?: Link }

const secondFactorLifeMs = 10 * minuteMs

/**
 * Creates an account with a proven mailbox. Returns null when the address is in use: of concurrent sign-ups one
 * succeeds.
 */
export async function createAccount(
  ctx: Platform,
  tx: Tx,
  caller: Caller,
  input: { email: string; passwordHash: string | null },
): Promise<Account | null> {
  const now = ctx.clock.now()
  const account: Account = {
    id: ctx.random.uuid(),
    email: input.email,
    emailProvenAt: now,
    passwordHash: input.passwordHash,
    imageUrl: null,
    locale: caller.locale,
    localeChosen: false,
    appearanceChosen: false,
    theme: 'light',
    upColour: 'auto',
    timeZone: caller.timeZone,
    notices: defaultNotices,
    totpSealed: null,
    totpConfirmedAt: null,
    createdAt: now,
    disabledAt: null,
    suspendedAt: null,
    deleteAfter: null,
  }
  if (!(await store.insertAccount(tx, account))) return null
  await ctx.postgres.auditPerson(tx, account.id)
  await ctx.postgres.audit(tx, { kind: 'system', name: 'accounts' }, 'account.create', account.id)
  await caller.welcome(tx, account.id)
  return account
}

/**
 * Marks the mailbox as proven by its owner. Somebody else may have registered the address before, so the account loses
 * its earlier password, second factor, passkeys, linked providers and sessions.
 */
export async function proveMailbox(ctx: Platform, tx: Tx, account: Account): Promise<Account> {
  if (account.emailProvenAt !== null) return account
  const now = ctx.clock.now()
  await store.updateAccount(tx, account.id, {
    email_proven_at: new Date(now),
    password_hash: null,
    totp_sealed: null,
    totp_confirmed_at: null,
  })
  await removeRecoveryCodes(tx, account.id)
  await removePasskeys(tx, account.id)
  await store.deleteIdentities(tx, account.id)
  await endSessions(ctx, tx, account.id, null)
  await ctx.postgres.audit(tx, { kind: 'system', name: 'accounts' }, 'account.cleaned', account.id)
  return { ...account, emailProvenAt: now, passwordHash: null, totpSealed: null, totpConfirmedAt: null }
}

/** An identity at a provider that is to be linked to an account. */
export type Link = { provider: string; providerName: string; issuer: string; subject: string; email: string }

/**
 * Additional work of a sign-in: `check` runs with the account locked, `run` in the transaction that opens the session.
 */
export type EntryStep = {
  link: Link
  check: (tx: Tx, account: Account) => Promise<Account>
  run: (tx: Tx, account: Account) => Promise<void>
}

/**
 * Signs a proven person in and runs `step`. If the second factor is still required, throws 401 with a ticket instead;
 * `enterBySecondFactor` then completes the sign-in and runs `step`.
 */
export async function enter(
  ctx: Platform,
  caller: Caller,
  accountId: string,
  proof: SignInProof,
  step?: EntryStep,
): Promise<Entered> {
  const result = await ctx.postgres.transaction(async (tx) => {
    const found = await store.lockAccount(tx, accountId)
    if (!found) return null
    const account = step ? await step.check(tx, found) : found
    if (proof.factor === 'first' && account.totpConfirmedAt !== null) return { due: account }
    await step?.run(tx, account)
    return enterWithin(ctx, tx, caller, account, proof)
  })
  if (!result) throw refuse('login_failed')
  if (!('due' in result)) return result
  const begun: SecondFactorFlow = { method: proof.method, ...(step ? { link: step.link } : {}) }
  const ticket = await openFlow(ctx, 'second-factor', begun, { accountId, lifeMs: secondFactorLifeMs })
  throw refuse('second_factor_required', { extra: { ticket } })
}

/** Opens the session in the caller's transaction and mails the owner about a new device. */
export async function enterWithin(
  ctx: Platform,
  tx: Tx,
  caller: Caller,
  account: Account,
  proof: SignInProof,
): Promise<Entered> {
  const isNew = proof.method !== 'signup' && (await isNewDevice(tx, caller, account.id))
  const opened = await openSession(ctx, tx, account, proof, caller.client)
  const { browser } = caller
  if (browser !== null) await noteBrowser(ctx, tx, account.id, browser)
  if (isNew) await sendNotice(ctx, tx, account, { kind: 'new-device', client: caller.client })
  return { account, browser, ...opened }
}

/**
 * Whether the device is new. A browser is known by its cookie. A customer's device is known by a session with the same
 * user agent, too. For a program of the staff, the network must be the same as well.
 */
async function isNewDevice(tx: Tx, { browser, client }: Caller, accountId: string): Promise<boolean> {
  if (browser !== null && (await knowsBrowser(tx, accountId, browser))) return false
  const isStaff = await store.isStaffAccount(tx, accountId)
  if (isStaff && browser !== null) return true
  const { userAgent, address } = client
  return !(await knowsDevice(tx, { accountId, userAgent, address: isStaff ? address : null }))
}
