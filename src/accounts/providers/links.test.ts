import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcServer, oidcServer } from '#test/fixtures/oidc.ts'
import { atProvider, back, type Left, leave, leaveToLink, type OidcSite, oidcSite } from '#test/fixtures/oidc-site.ts'
import { nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'

let server: OidcServer
const password = 'correct horse 42 battery'

beforeAll(async () => {
  server = await oidcServer('http://localhost:3000/callback')
})
afterAll(() => server[Symbol.asyncDispose]())

async function signedIn(email = 'ada@example.com') {
  const site = await oidcSite(server.issuer)
  const { cookie, data } = await site.signUp(email, password)
  const identities = async () => (await site.send('/api/security', { cookie })).data.identities
  return { site, ctx: site.ctx, cookie, user: data.user, identities }
}

const jar = (...cookies: string[]) => cookies.join('; ')

async function linkAs(site: OidcSite, login: string, cookie: string) {
  const left = await leaveToLink(site, cookie)
  const returned = await back(site, await atProvider(left.url, login), jar(cookie, left.binder))
  return { left, returned }
}

const consent = (site: OidcSite, left: Left, cookie: string, body: { ticket: string; agree?: boolean }) =>
  site.send('/api/auth/provider-consent', { body, cookie: jar(cookie, left.binder) })

test('a provider sign-in in a browser that is already signed in does not link the identity to the signed-in account', async () => {
  const { site, ctx, cookie, user, identities } = await signedIn('victim@example.com')
  await using _ = ctx
  const { url, binder } = await leave(site, cookie)
  const answer = await back(site, await atProvider(url, 'mallory'), jar(cookie, binder))
  expect(answer.data).toMatchObject({ outcome: 'entered', user: { email: 'mallory@example.com' } })
  expect(answer.data.user.id).not.toBe(user.id)
  expect(await identities()).toEqual([])
})

test('if another site starts a provider sign-in, the browser is redirected to the login page and gets no cookie', async () => {
  const { site, ctx, cookie } = await signedIn()
  await using _ = ctx
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await site.send('/api/auth/oidc?redirect=/pricing', { headers, cookie })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?redirect=%2Fpricing'])
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('linking an identity requires a same-site POST, a session and a recent sign-in', async () => {
  const { site, ctx, cookie } = await signedIn()
  await using _ = ctx
  const link = (sent: object) => site.send('/api/auth/oidc/link', { body: {}, cookie, ...sent })
  expect((await link({ cookie: '' })).error).toBe('not_signed_in')
  expect((await link({ headers: { 'sec-fetch-site': 'cross-site' } })).error).toBe('cross_site_refused')
  expect((await link({ headers: { origin: 'https://evil.example' } })).error).toBe('cross_site_refused')
  expect((await link({ headers: { 'content-type': 'text/plain' }, body: '{}' })).status).toBe(415)
  const byGet = await site.send('/api/auth/oidc/link', { cookie })
  expect([byGet.status, byGet.headers.get('allow')]).toEqual([405, 'POST'])
  await ctx.clock.advance(15 * 60_000)
  expect((await link({})).error).toBe('recent_signin_required')
})

test('an identity with the e-mail address of the account is linked at once, and the owner gets a mail', async () => {
  const { site, ctx, cookie, identities } = await signedIn()
  await using _ = ctx
  const { returned } = await linkAs(site, 'ada', cookie)
  expect(returned.data).toEqual({ outcome: 'linked', redirect: '/dashboard/security' })
  expect(returned.cookie).toBe('')
  expect(await identities()).toMatchObject([{ provider: 'oidc', email: 'ada@example.com' }])
  const [mail] = await ctx.mails('ada@example.com')
  expect(mail?.subject).toBe('Example ID was linked to your account')
  expect(mail?.text).toContain('ada@example.com')
  expect((await linkAs(site, 'ada', cookie)).returned.data.outcome).toBe('linked')
  expect(await identities()).toHaveLength(1)
})

test('an identity whose e-mail address differs from that of the account is linked only after the owner agrees', async () => {
  const { site, ctx, cookie, user, identities } = await signedIn('owner@example.com')
  await using _ = ctx
  const { left, returned } = await linkAs(site, 'ada', cookie)
  expect(returned.data).toMatchObject({
    outcome: 'consent',
    intent: 'link',
    email: 'ada@example.com',
    accountEmail: 'owner@example.com',
  })
  expect(await identities()).toEqual([])
  const { ticket } = returned.data
  const agreed = await consent(site, left, cookie, { ticket, agree: true })
  expect(agreed.data).toEqual({ outcome: 'linked', redirect: '/dashboard/security' })
  expect(await identities()).toMatchObject([{ email: 'ada@example.com' }])
  expect((await consent(site, left, cookie, { ticket, agree: true })).error).toBe('login_failed')
  const entering = await leave(site)
  const entered = await back(site, await atProvider(entering.url, 'ada'), entering.binder)
  expect(entered.data.user.id).toBe(user.id)
})

test('after the owner declines to link an identity, the same request can no longer be accepted', async () => {
  const { site, ctx, cookie, identities } = await signedIn('owner@example.com')
  await using _ = ctx
  const { left, returned } = await linkAs(site, 'ada', cookie)
  const { ticket } = returned.data
  const declined = await consent(site, left, cookie, { ticket, agree: false })
  expect(declined.data).toEqual({ outcome: 'declined', redirect: '/dashboard/security' })
  expect((await consent(site, left, cookie, { ticket })).error).toBe('login_failed')
  expect(await identities()).toEqual([])
})

test('an identity is not linked when the session, the browser or the account has changed since the linking began', async () => {
  const { site, ctx, cookie } = await signedIn('owner@example.com')
  await using _ = ctx
  const again = await site.send('/api/auth/signin', { body: { email: 'owner@example.com', password } })
  const eve = await site.signUp('eve@example.com', password)
  for (const other of [again.cookie, eve.cookie, '']) {
    const left = await leaveToLink(site, cookie)
    const search = await atProvider(left.url, 'ada')
    const refused = await back(site, search, jar(other, left.binder))
    expect([refused.code, refused.body.redirect]).toEqual([730, '/dashboard/security'])
    expect((await back(site, search, jar(cookie, left.binder))).error).toBe('login_failed')
  }
  const { left, returned } = await linkAs(site, 'ada', cookie)
  const { ticket } = returned.data
  expect((await consent(site, left, eve.cookie, { ticket })).error).toBe('login_failed')
  const foreign = await leaveToLink(site, cookie)
  const search = await atProvider(foreign.url, 'ada')
  expect((await back(site, search, jar(cookie, 'sign-in=another-browser'))).error).toBe('login_failed')
  for (const session of [cookie, eve.cookie])
    expect((await site.send('/api/security', { cookie: session })).data.identities).toEqual([])
})

test('a provider sign-in is refused if the browser gets another session while the person is at the provider', async () => {
  const { site, ctx, cookie } = await signedIn()
  await using _ = ctx
  const left = await leave(site)
  const answer = await back(site, await atProvider(left.url, 'mallory'), jar(cookie, left.binder))
  expect([answer.code, answer.cookie]).toEqual([730, ''])
})

test('an identity is not linked if it belongs to another account, has an unverified address or has a provider that is already linked', async () => {
  const { site, ctx, cookie, identities } = await signedIn('owner@example.com')
  await using _ = ctx
  const attempt = await leave(site)
  await back(site, await atProvider(attempt.url, 'ada'), attempt.binder)
  expect((await linkAs(site, 'ada', cookie)).returned.error).toBe('conflict')
  expect((await linkAs(site, 'unverified-owner', cookie)).returned.error).toBe('provider_unverified')
  expect(await identities()).toEqual([])
  expect((await linkAs(site, 'owner', cookie)).returned.data.outcome).toBe('linked')
  const second = await linkAs(site, 'mallory', cookie)
  const { ticket } = second.returned.data
  expect((await consent(site, second.left, cookie, { ticket })).error).toBe('conflict')
  expect(await identities()).toHaveLength(1)
})

test('after an account without a password has unlinked its provider, its owner can sign in by a mailed code', async () => {
  const site = await oidcSite(server.issuer)
  await using _ = site.ctx
  const left = await leave(site)
  const { cookie, data } = await back(site, await atProvider(left.url, 'ada'), left.binder)
  expect((await site.send('/api/security/providers/oidc/unlink', { body: {}, cookie })).code).toBe(0)
  const body = { email: 'ada@example.com', purpose: 'signin', verification: await site.verification() }
  await site.send('/api/auth/send-code', { body })
  const code = await site.codeFor('ada@example.com', 'signin')
  const entered = await site.send('/api/auth/signin-code', { body: { email: 'ada@example.com', code } })
  expect(entered.data.user.id).toBe(data.user.id)
})

test('a provider sign-in to an account with two-step sign-in links the identity only after the second factor', async () => {
  const { site, ctx, cookie, user, identities } = await signedIn()
  await using _ = ctx
  const { secret } = await turnOnTwoStep(ctx, site, cookie)
  const left = await leave(site)
  const { data } = await back(site, await atProvider(left.url, 'ada'), left.binder)
  const agreed = await consent(site, left, '', { ticket: data.ticket, agree: true })
  expect([agreed.status, agreed.error]).toEqual([401, 'second_factor_required'])
  expect(await identities()).toEqual([])
  const wrong = { ticket: agreed.body.ticket, code: '000000' }
  expect((await site.send('/api/auth/second-factor', { body: wrong })).error).toBe('second_factor_wrong')
  expect(await identities()).toEqual([])
  const right = { ticket: agreed.body.ticket, code: await nextAppCode(ctx, secret) }
  expect((await site.send('/api/auth/second-factor', { body: right })).data.user.id).toBe(user.id)
  expect(await identities()).toMatchObject([{ provider: 'oidc' }])
  expect((await ctx.mails('ada@example.com')).map(({ subject }) => subject)).toContain(
    'Example ID was linked to your account',
  )
})

test('a change of address unlinks the identity with the old address and mails the owner', async () => {
  const { site, ctx, cookie, identities } = await signedIn()
  await using _ = ctx
  await linkAs(site, 'ada', cookie)
  const [email, next] = ['ada@example.com', 'ada@new.example']
  await site.send('/api/security/email', { body: { email: next }, cookie })
  const [currentCode, newCode] = [await site.codeFor(email, 'email-old'), await site.codeFor(next, 'email-new')]
  const change = await site.send('/api/security/email/confirm', { body: { email: next, currentCode, newCode }, cookie })
  expect(change.code).toBe(0)
  expect(await identities()).toEqual([])
  expect((await ctx.mails(email)).map(({ subject }) => subject)).toContain('Example ID was unlinked from your account')
})
