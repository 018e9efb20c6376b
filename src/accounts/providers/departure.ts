import { timingSafeEqual } from 'node:crypto'
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { cookieNameOn, cookies, cookieText } from '#src/contract/privacy/browser-data.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import { openFlow } from '../sessions/flow.ts'
import { hashToken, isSecure } from '../sessions/session.ts'
import { demand } from '../step-up/step-up.ts'
import type { Providers } from './providers.ts'

const flowLifeMs = cookies['sign-in'].seconds * 1_000

/**
 * The browser, session and purpose with which a flow began. Browser and session must stay the same at every later step:
 * a link belongs to the account of that session, and a sign-in does not replace a session that began after it.
 */
export type Begun = {
  intent: 'sign-in' | 'link'
  binderHash: string
  sessionId: string | null
  redirect: string
}

export type ProviderFlow = Begun & { provider: string; nonce: string; verifier: string }

export type Departure = { url: URL; binder: string }

type Start = { provider: string; redirect: string; locale: Locale }
type StartLink = Start & { proof: FactorProof }

/**
 * Starts a sign-in. The provider's identity decides which account is entered; a session of the browser has no
 * influence on that.
 */
export async function startSignIn(
  ctx: Platform,
  providers: Providers,
  actor: AccountActor | null,
  input: Start,
): Promise<Departure> {
  return depart(ctx, providers, actor, 'sign-in', input)
}

export async function startLink(
  ctx: Platform,
  providers: Providers,
  actor: AccountActor,
  input: StartLink,
): Promise<Departure> {
  await demand(ctx, actor, 'provider.link', { proof: input.proof })
  if (!providers.find(input.provider)) throw refuse('not_found')
  return depart(ctx, providers, actor, 'link', input)
}

/**
 * Returns the provider's URL with a state that works once. Nonce and PKCE verifier are stored on the server under the
 * state.
 */
async function depart(
  ctx: Platform,
  providers: Providers,
  actor: AccountActor | null,
  intent: Begun['intent'],
  { provider: id, redirect, locale }: Start,
): Promise<Departure> {
  const provider = providers.find(id)
  if (!provider) throw refuse('login_failed')
  const client = await providers.clientOf(provider).catch((error: unknown) => {
    ctx.log.warn('a sign-in provider cannot be reached', { provider: provider.id, cause: error })
    throw refuse('login_failed')
  })
  const binder = ctx.random.bytes(32).toString('base64url')
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()]
  const begun: Begun = { intent, binderHash: hashToken(binder), sessionId: actor?.sessionId ?? null, redirect }
  const flow: ProviderFlow = { ...begun, provider: provider.id, nonce, verifier }
  const state = await openFlow(ctx, 'provider', flow, { lifeMs: flowLifeMs })
  const url = buildAuthorizationUrl(client, {
    redirect_uri: `${ctx.settings.publicUrl}/callback`,
    scope: provider.kind === 'github' ? 'read:user user:email' : 'openid email profile',
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'github' ? {} : { nonce, ui_locales: locale }),
  })
  return { url, binder }
}

/** Binds the flow to the browser that started it: another browser cannot use the state. */
export function binderCookie(settings: Settings, binder: string): string {
  return cookieText('sign-in', binder, { secure: isSecure(settings), httpOnly: true })
}

export function isSameBrowser(settings: Settings, cookie: string, begun: Begun): boolean {
  const given = hashToken(readCookie(cookie, binderName(settings)) ?? '')
  return timingSafeEqual(Buffer.from(given), Buffer.from(begun.binderHash))
}

export function assertSameSession(actor: AccountActor | null, begun: Begun): void {
  if ((actor?.sessionId ?? null) !== begun.sessionId) throw refuse('login_failed')
}

function binderName(settings: Settings): string {
  return cookieNameOn(isSecure(settings), 'sign-in')
}
