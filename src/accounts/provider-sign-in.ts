import { timingSafeEqual } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { cookieNameOn, cookies, cookieText } from '#src/contract/browser-data.ts'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { readCookie } from '#src/platform/cookie.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import { type Caller, createAccount, type Entered, enter, proveMailbox } from './entrance.ts'
import { openFlow, takeFlow } from './flow.ts'
import { sendNotice } from './notify.ts'
import { type Identity, readIdentity } from './provider-identity.ts'
import { clientOf, providerById } from './providers.ts'
import { assertRecentSignIn } from './recent.ts'
import { hashToken, isSecure } from './session.ts'
import type { AccountActor, Client } from './sessions.ts'
import * as store from './store.ts'

const flowLifeMs = cookies['sign-in'].seconds * 1_000
const consentLifeMs = 10 * 60_000

type ProviderFlow = {
  provider: string
  nonce: string
  verifier: string
  redirect: string
  binderHash: string
  /** Set when a signed-in account asked for the link itself. */
  linkTo: string | null
}
type Consent = { identity: Identity; redirect: string; binderHash: string }

/** What the return from a provider comes to. */
export type ProviderOutcome =
  | { kind: 'entered'; entered: Entered; redirect: string }
  | { kind: 'linked'; redirect: string }
  /** An account with this address is there already: its owner has to agree to the link. */
  | { kind: 'consent'; ticket: string; email: string; providerName: string }

export type StartProvider = { provider: string; redirect: string; locale: Locale; actor: AccountActor | null }

/**
 * Where to send the browser, and the value that binds the flow to it (`binderCookie`). State, nonce and PKCE verifier stay
 * here; state works once. A signed-in caller with a recent sign-in links the provider to the account.
 */
export async function startProvider(ctx: Platform, input: StartProvider): Promise<{ url: URL; binder: string }> {
  const provider = providerById(ctx, input.provider)
  if (!provider) throw refuse('login_failed')
  if (input.actor) await assertRecentSignIn(ctx, input.actor)
  const client = await clientOf(ctx, provider).catch((error: unknown) => {
    ctx.log.warn('a sign-in provider cannot be reached', { provider: provider.id, cause: error })
    throw refuse('login_failed')
  })
  const [binder, nonce, verifier] = [
    ctx.random.bytes(32).toString('base64url'),
    randomNonce(),
    randomPKCECodeVerifier(),
  ]
  const flow: ProviderFlow = {
    provider: provider.id,
    nonce,
    verifier,
    redirect: input.redirect,
    binderHash: hashToken(binder),
    linkTo: input.actor?.accountId ?? null,
  }
  const state = await openFlow(ctx, 'provider', flow, { lifeMs: flowLifeMs })
  const url = buildAuthorizationUrl(client, {
    redirect_uri: `${ctx.settings.site.publicUrl}/callback`,
    scope: provider.kind === 'github' ? 'read:user user:email' : 'openid email profile',
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'github' ? {} : { nonce, ui_locales: input.locale }),
  })
  return { url, binder }
}

/** Finishes at `/callback`. Throws `login_failed` for denial, forged or used state, a wrong nonce or issuer; `provider_unverified` for an unproven address. */
export async function finishProvider(
  ctx: Platform,
  caller: Caller,
  input: { search: URLSearchParams; cookie: string },
): Promise<ProviderOutcome> {
  const state = input.search.get('state') ?? ''
  const flow = await takeFlow<ProviderFlow>(ctx, 'provider', state)
  if (!flow || !isBound(ctx.settings, input.cookie, flow.data.binderHash)) throw refuse('login_failed')
  return keepingWayBack(flow.data.redirect, async () => {
    const identity = await readReturn(ctx, flow.data, state, input.search)
    return receive(ctx, caller, flow.data, identity)
  })
}

async function receive(
  ctx: Platform,
  caller: Caller,
  flow: ProviderFlow,
  identity: Identity,
): Promise<ProviderOutcome> {
  if (!identity.emailVerified) throw refuse('provider_unverified')
  const { redirect, linkTo, binderHash } = flow
  const owner = await store.identityOf(ctx.postgres.db, identity.issuer, identity.subject)
  if (linkTo) {
    if (owner && owner !== linkTo) throw refuse('conflict')
    if (!owner) await linkIdentity(ctx, caller.client, linkTo, identity)
    return { kind: 'linked', redirect }
  }
  if (owner) return { kind: 'entered', entered: await enter(ctx, caller, owner, 'provider', 'first'), redirect }
  const accountId = await createFromIdentity(ctx, caller, identity)
  if (accountId) return { kind: 'entered', entered: await enter(ctx, caller, accountId, 'provider', 'first'), redirect }
  const consent: Consent = { identity, redirect, binderHash }
  const ticket = await openFlow(ctx, 'provider-consent', consent, { lifeMs: consentLifeMs })
  return { kind: 'consent', ticket, email: identity.email, providerName: identity.providerName }
}

/** The owner agreed: links the identity to the account of its verified address, and signs in. */
export async function consentToLink(
  ctx: Platform,
  caller: Caller,
  input: { ticket: string; cookie: string },
): Promise<{ entered: Entered; redirect: string }> {
  const flow = await takeFlow<Consent>(ctx, 'provider-consent', input.ticket)
  if (!flow || !isBound(ctx.settings, input.cookie, flow.data.binderHash)) throw refuse('login_failed')
  const { identity, redirect } = flow.data
  return keepingWayBack(redirect, async () => {
    const account = await store.accountByEmail(ctx.postgres.db, identity.email)
    if (!account) throw refuse('login_failed')
    await linkIdentity(ctx, caller.client, account.id, identity)
    return { entered: await enter(ctx, caller, account.id, 'provider', 'first'), redirect }
  })
}

/** A refusal on the way (a second factor that is due, a denial) carries where the person was going: the state is spent by then. */
async function keepingWayBack<T>(redirect: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw refuse(error.error, { ...error.detail, extra: { ...error.detail.extra, redirect } })
  }
}

/** Takes a third-party sign-in off the account; the e-mailed code always remains. */
export async function unlinkProvider(
  ctx: Platform,
  actor: AccountActor,
  client: Client,
  provider: string,
): Promise<void> {
  await assertRecentSignIn(ctx, actor)
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, actor.accountId)
    const removed = await store.deleteIdentities(tx, actor.accountId, provider)
    if (!account || removed === 0) throw refuse('not_found')
    await ctx.postgres.audit(tx, actor, 'account.unlink', account.id, { provider })
    const name = providerById(ctx, provider)?.name ?? provider
    await sendNotice(ctx, tx, account, { kind: 'provider-unlinked', client, values: { name } })
  })
}

/** The cookie that says "this browser started the flow": without it a state from elsewhere is worth nothing. */
export function binderCookie(settings: Settings, binder: string): string {
  return cookieText('sign-in', binder, { secure: isSecure(settings), httpOnly: true })
}

function binderName(settings: Settings): string {
  return cookieNameOn(isSecure(settings), 'sign-in')
}

function isBound(settings: Settings, cookie: string, binderHash: string): boolean {
  const given = hashToken(readCookie(cookie, binderName(settings)) ?? '')
  return timingSafeEqual(Buffer.from(given), Buffer.from(binderHash))
}

async function readReturn(
  ctx: Platform,
  flow: ProviderFlow,
  state: string,
  search: URLSearchParams,
): Promise<Identity> {
  const provider = providerById(ctx, flow.provider)
  if (!provider) throw refuse('login_failed')
  try {
    const client = await clientOf(ctx, provider)
    const url = new URL(`/callback?${search}`, ctx.settings.site.publicUrl)
    const isOidc = provider.kind === 'oidc'
    const tokens = await authorizationCodeGrant(client, url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: state,
      ...(isOidc ? { expectedNonce: flow.nonce, idTokenExpected: true } : {}),
    })
    return await readIdentity(client, provider, tokens)
  } catch (error) {
    ctx.log.info('a third-party sign-in failed', { provider: provider.id, cause: error })
    throw refuse('login_failed')
  }
}

async function createFromIdentity(ctx: Platform, caller: Caller, identity: Identity): Promise<string | null> {
  return ctx.postgres.transaction(async (tx) => {
    if (await store.accountByEmail(tx, identity.email)) return null
    const account = await createAccount(ctx, tx, caller, { email: identity.email, passwordHash: null })
    if (!account) return null
    await insertIdentity(ctx, tx, account.id, identity)
    return account.id
  })
}

async function linkIdentity(ctx: Platform, client: Client, accountId: string, identity: Identity): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId)
    if (!account) throw refuse('login_failed')
    const proven = account.email === identity.email ? await proveMailbox(ctx, tx, account) : account
    await insertIdentity(ctx, tx, account.id, identity)
    const system = { kind: 'system', name: 'provider' } as const
    await ctx.postgres.audit(tx, system, 'account.link', account.id, { provider: identity.provider })
    await sendNotice(ctx, tx, proven, { kind: 'provider-linked', client, values: { name: identity.providerName } })
  })
}

async function insertIdentity(
  ctx: Platform,
  tx: Parameters<typeof store.insertIdentity>[0],
  accountId: string,
  identity: Identity,
) {
  const isNew = await store.insertIdentity(tx, {
    provider: identity.provider,
    issuer: identity.issuer,
    subject: identity.subject,
    account_id: accountId,
    email: identity.email,
    created_at: new Date(ctx.clock.now()),
  })
  if (!isNew) throw refuse('login_failed')
}
