import { authorizationCodeGrant } from 'openid-client'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from '../account/store.ts'
import { consumeFlow, openFlow } from '../sessions/flow.ts'
import { accountOf } from '../sessions/profile.ts'
import { type Caller, createAccount, type Entered, enter } from '../sign-in/entrance.ts'
import { insertIdentity, linkStep } from '../sign-in/identity-link.ts'
import { assertSameSession, type Begun, isSameBrowser, type ProviderFlow } from './departure.ts'
import { type Identity, readIdentity } from './identity.ts'
import { linkIdentity } from './links.ts'
import type { Providers } from './providers.ts'

const consentLifeMs = 10 * minuteMs

type Consent = Begun & { identity: Identity }

export type Returning = { caller: Caller; actor: AccountActor | null; cookie: string }

export type ProviderOutcome =
  | { outcome: 'entered'; entered: Entered; redirect: string }
  | { outcome: 'linked'; redirect: string }
  | {
      /** The owner must agree that `email`, the address at the provider, is linked to the account `accountEmail`. */
      outcome: 'consent'
      intent: Begun['intent']
      ticket: string
      email: string
      accountEmail: string
      providerName: string
    }
export type ConsentOutcome =
  | Exclude<ProviderOutcome, { outcome: 'consent' }>
  | { outcome: 'declined'; redirect: string }

/**
 * Finishes the flow at `/callback`. Throws `login_failed` for a denial, a forged or used state, a wrong nonce or
 * issuer, and another browser or session. Throws `provider_unverified` for an unproven address.
 */
export async function finishProvider(
  ctx: Platform,
  providers: Providers,
  returning: Returning,
  search: URLSearchParams,
): Promise<ProviderOutcome> {
  const state = search.get('state') ?? ''
  const flow = await consumeFlow<ProviderFlow>(ctx, 'provider', state)
  if (!flow || !isSameBrowser(ctx.settings, returning.cookie, flow.data)) throw refuse('login_failed')
  return keepingWayBack(flow.data.redirect, async () => {
    assertSameSession(returning.actor, flow.data)
    const identity = await readReturn(ctx, providers, flow.data, state, search)
    if (!identity.emailVerified) throw refuse('provider_unverified')
    const { intent, binderHash, sessionId, redirect } = flow.data
    const consent: Consent = { intent, binderHash, sessionId, redirect, identity }
    return intent === 'link' ? receiveLink(ctx, returning, consent) : receiveSignIn(ctx, returning, consent)
  })
}

async function receiveSignIn(ctx: Platform, { caller }: Returning, consent: Consent): Promise<ProviderOutcome> {
  const { identity, redirect } = consent
  const accountId =
    (await store.identityOf(ctx.postgres.db, identity.issuer, identity.subject)) ??
    (await createFromIdentity(ctx, caller, identity))
  if (accountId === null) return requestConsent(ctx, consent, identity.email)
  return {
    outcome: 'entered',
    entered: await enter(ctx, caller, accountId, { method: 'provider', factor: 'first' }),
    redirect,
  }
}

async function receiveLink(ctx: Platform, { caller, actor }: Returning, consent: Consent): Promise<ProviderOutcome> {
  if (!actor) throw refuse('login_failed')
  const { identity, redirect } = consent
  const owner = await store.identityOf(ctx.postgres.db, identity.issuer, identity.subject)
  if (owner !== null && owner !== actor.accountId) throw refuse('conflict')
  const account = await accountOf(ctx, actor)
  if (owner === null && identity.email !== account.email) return requestConsent(ctx, consent, account.email)
  if (owner === null) await linkIdentity(ctx, actor, caller.client, account.id, identity)
  return { outcome: 'linked', redirect }
}

async function requestConsent(ctx: Platform, consent: Consent, accountEmail: string): Promise<ProviderOutcome> {
  const { intent, identity } = consent
  const ticket = await openFlow(ctx, 'provider-consent', consent, { lifeMs: consentLifeMs })
  return {
    outcome: 'consent',
    intent,
    ticket,
    email: identity.email,
    accountEmail,
    providerName: identity.providerName,
  }
}

/**
 * Handles the owner's decision. If the owner agreed, links the identity and signs in; otherwise discards the identity.
 * A ticket works once.
 */
export async function answerConsent(
  ctx: Platform,
  returning: Returning,
  input: { ticket: string; agree: boolean },
): Promise<ConsentOutcome> {
  const flow = await consumeFlow<Consent>(ctx, 'provider-consent', input.ticket)
  if (!flow || !isSameBrowser(ctx.settings, returning.cookie, flow.data)) throw refuse('login_failed')
  const { intent, identity, redirect } = flow.data
  return keepingWayBack(redirect, async () => {
    assertSameSession(returning.actor, flow.data)
    if (!input.agree) return { outcome: 'declined', redirect }
    return intent === 'link'
      ? agreeToLink(ctx, returning, identity, redirect)
      : agreeToSignIn(ctx, returning, identity, redirect)
  })
}

async function agreeToLink(
  ctx: Platform,
  { actor, caller }: Returning,
  identity: Identity,
  redirect: string,
): Promise<ConsentOutcome> {
  if (!actor) throw refuse('login_failed')
  await linkIdentity(ctx, actor, caller.client, actor.accountId, identity)
  return { outcome: 'linked', redirect }
}

async function agreeToSignIn(
  ctx: Platform,
  { caller }: Returning,
  identity: Identity,
  redirect: string,
): Promise<ConsentOutcome> {
  const account = await store.accountByEmail(ctx.postgres.db, identity.email)
  if (!account) throw refuse('login_failed')
  const step = linkStep(ctx, caller.client, identity)
  const entered = await enter(ctx, caller, account.id, { method: 'provider', factor: 'first' }, step)
  return { outcome: 'entered', entered, redirect }
}

/** Adds `redirect` to a refusal (second factor required, denied), because the spent state cannot be read again. */
async function keepingWayBack<T>(redirect: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw refuse(error.error, { ...error.detail, extra: { ...error.detail.extra, redirect } })
  }
}

async function readReturn(
  ctx: Platform,
  providers: Providers,
  flow: ProviderFlow,
  state: string,
  search: URLSearchParams,
): Promise<Identity> {
  const provider = providers.find(flow.provider)
  if (!provider) throw refuse('login_failed')
  try {
    const client = await providers.clientOf(provider)
    const url = new URL(`/callback?${search}`, ctx.settings.publicUrl)
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

/** Returns null when an account with the identity's address exists already. */
async function createFromIdentity(ctx: Platform, caller: Caller, identity: Identity): Promise<string | null> {
  return ctx.postgres.transaction(async (tx) => {
    if (await store.accountByEmail(tx, identity.email)) return null
    const account = await createAccount(ctx, tx, caller, { email: identity.email, passwordHash: null })
    if (!account) return null
    await insertIdentity(ctx, tx, account.id, identity)
    return account.id
  })
}
