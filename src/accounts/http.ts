import {
  challengeRoute,
  linkProviderRoute,
  passkeyOptionsRoute,
  passkeySignInRoute,
  preferencesRoute,
  providerConsentRoute,
  providerReturnRoute,
  providerRoute,
  providersRoute,
  readPreferencesRoute,
  resetPasswordRoute,
  secondFactorRoute,
  sendCodeRoute,
  signInCodeRoute,
  signInRoute,
  signOutRoute,
  signUpRoute,
} from '#src/contract/account/accounts.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type CookieScope, languageCookies } from '#src/contract/privacy/shared-cookies.ts'
import { pathInSite } from '#src/contract/values/return-path.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import { isSameSite } from '#src/platform/http/request.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { presentUser } from './account/account.ts'
import { throttleNetwork } from './account/throttle.ts'
import { issueChallenge } from './factors/bot-check.ts'
import { sendCode } from './factors/codes.ts'
import { hashCapacityRefusal } from './factors/password-hash.ts'
import { binderCookie, startLink, startSignIn } from './providers/departure.ts'
import type { Providers } from './providers/providers.ts'
import { answerConsent, type ConsentOutcome, finishProvider, type Returning } from './providers/return.ts'
import { browserCookie, browserOf, timeZoneOf } from './sessions/browsers.ts'
import { preferenceCookies } from './sessions/preference-cookies.ts'
import { preferencesOf, setPreferences } from './sessions/profile.ts'
import { isBrowser, isSecure, setSession } from './sessions/session.ts'
import { type Client, signOut } from './sessions/sessions.ts'
import type { Caller, Entered } from './sign-in/entrance.ts'
import { signInByPasskey, startPasskeySignIn } from './sign-in/passkeys.ts'
import { resetPassword, signIn, signInByCode, signUp } from './sign-in/sign-in.ts'
import { enterBySecondFactor } from './sign-in/totp.ts'

/** Adds data of other domains, such as the free key, in the transaction that creates an account. */
export type Welcome = (ctx: Platform, tx: Tx, accountId: string) => Promise<void>

type EnteredByProvider = Extract<ConsentOutcome, { outcome: 'entered' }>
type AccountCall = { client: Client; locale: Locale; request: Request; headers: Headers }

/** `cookieDomain`: the parent domain on which the cookies of language and theme are shared. */
type Mounted = { welcome: Welcome; providers: Providers; cookieDomain: string | null }

export function mountAccounts(api: Api, { welcome, providers, cookieDomain }: Mounted): void {
  const answer = (ctx: Platform, call: AccountCall, entered: Entered) => answerOf(ctx, call, entered, cookieDomain)
  const entered = (ctx: Platform, call: AccountCall, { outcome, redirect, entered }: EnteredByProvider) => ({
    outcome,
    redirect,
    ...answer(ctx, call, entered),
  })
  const callerOf = (ctx: Platform, { client, locale, request }: AccountCall): Caller => ({
    client,
    locale,
    timeZone: timeZoneOf(request.headers),
    browser: browserOf(ctx, request.headers),
    welcome: (tx, accountId) => welcome(ctx, tx, accountId),
  })
  const returning = (ctx: Platform, call: AccountCall & { actor: AccountActor | null }): Returning => ({
    caller: callerOf(ctx, call),
    actor: call.actor,
    cookie: call.request.headers.get('cookie') ?? '',
  })

  api.handle(challengeRoute, async (ctx, { client }) => {
    await throttleNetwork(ctx, client.address)
    return issueChallenge(ctx)
  })
  api.handle(sendCodeRoute, async (ctx, call) => {
    const browser = browserOf(ctx, call.request.headers)
    const sent = await sendCode(ctx, { ...call, browser }, call.body)
    if (browser !== null) call.headers.append('set-cookie', browserCookie(ctx.settings, browser))
    return sent
  })
  api.handle(signUpRoute, async (ctx, call) => answer(ctx, call, await signUp(ctx, callerOf(ctx, call), call.body)))
  api.handle(
    signInRoute,
    async (ctx, call) => answer(ctx, call, await signIn(ctx, callerOf(ctx, call), call.body)),
    hashCapacityRefusal,
  )
  api.handle(signInCodeRoute, async (ctx, call) =>
    answer(ctx, call, await signInByCode(ctx, callerOf(ctx, call), call.body)),
  )
  api.handle(secondFactorRoute, async (ctx, call) =>
    answer(ctx, call, await enterBySecondFactor(ctx, callerOf(ctx, call), call.body)),
  )
  api.handle(passkeyOptionsRoute, async (ctx, { client }) => {
    await throttleNetwork(ctx, client.address)
    return startPasskeySignIn(ctx)
  })
  api.handle(passkeySignInRoute, async (ctx, call) =>
    answer(ctx, call, await signInByPasskey(ctx, callerOf(ctx, call), call.body)),
  )
  api.handle(providerReturnRoute, async (ctx, call) => {
    const result = await finishProvider(ctx, providers, returning(ctx, call), new URLSearchParams(call.body.search))
    return result.outcome === 'entered' ? entered(ctx, call, result) : result
  })
  api.handle(providerConsentRoute, async (ctx, call) => {
    const { ticket, agree = true } = call.body
    const result = await answerConsent(ctx, returning(ctx, call), { ticket, agree })
    return result.outcome === 'entered' ? entered(ctx, call, result) : result
  })
  api.handle(resetPasswordRoute, (ctx, call) => resetPassword(ctx, callerOf(ctx, call), call.body))
  api.handle(signOutRoute, async (ctx, { actor, headers }) => {
    if (actor) await signOut(ctx, actor)
    setSession(headers, ctx.settings, null)
  })
  mountPreferences(api, cookieDomain)
  api.handle(providersRoute, async () => providers.names)
  api.handle(providerRoute, async (ctx, { params, query, actor, locale, client, request }) => {
    if (writeOnly.has(params.provider)) throw refuse('method_not_allowed', { headers: { allow: 'POST' } })
    const redirect = pathInSite(query.redirect ?? '')
    // Another site may link to the login page, but must not start a sign-in.
    if (!isSameSite(ctx.settings, request)) return sendTo(`/login?redirect=${encodeURIComponent(redirect)}`)
    await throttleNetwork(ctx, client.address)
    const { url, binder } = await startSignIn(ctx, providers, actor, { provider: params.provider, redirect, locale })
    return sendTo(url.href, binderCookie(ctx.settings, binder))
  })
  api.handle(linkProviderRoute, async (ctx, { params, body, actor, locale, headers }) => {
    const { redirect: to = '', ...proof } = body
    const start = { provider: params.provider, redirect: pathInSite(to), locale, proof }
    const { url, binder } = await startLink(ctx, providers, actor, start)
    headers.append('set-cookie', binderCookie(ctx.settings, binder))
    return { url: url.href }
  })
}

function mountPreferences(api: Api, cookieDomain: string | null): void {
  api.handle(readPreferencesRoute, (ctx, { actor }) => preferencesOf(ctx, actor))
  api.handle(preferencesRoute, async (ctx, { actor, body, headers }) => {
    const { locale } = await preferencesOf(ctx, actor)
    const set = await setPreferences(ctx, actor, body)
    // A language chosen for the account also becomes the language of this browser.
    if (set.locale !== locale)
      for (const cookie of languageCookies(set.locale, cookieScope(ctx, cookieDomain)))
        headers.append('set-cookie', cookie)
    return set
  })
}

function sendTo(location: string, cookie?: string): Response {
  return new Response(null, { status: 302, headers: { location, ...(cookie ? { 'set-cookie': cookie } : {}) } })
}

/** Paths below `/api/auth/` that do not name a provider and accept no GET. */
const writeOnly = new Set([
  'send-code',
  'signup',
  'signin',
  'signin-code',
  'reset',
  'signout',
  'second-factor',
  'provider-return',
  'provider-consent',
  'passkey',
])

/**
 * The response to a sign-in. The cookie contains the session. Only programs get the session in the body as well, since
 * they store no cookies.
 */
function answerOf(
  ctx: Platform,
  { headers, request }: AccountCall,
  { account, browser, token }: Entered,
  cookieDomain: string | null,
) {
  setSession(headers, ctx.settings, token)
  if (browser !== null) headers.append('set-cookie', browserCookie(ctx.settings, browser))
  for (const cookie of preferenceCookies(account, cookieScope(ctx, cookieDomain))) headers.append('set-cookie', cookie)
  const user = presentUser(account)
  return isBrowser(request.headers) ? { user } : { user, session: token }
}

function cookieScope({ settings }: Platform, domain: string | null): CookieScope {
  return { secure: isSecure(settings), domain }
}
