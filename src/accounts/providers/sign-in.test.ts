import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcServer, oidcServer } from '#test/fixtures/oidc.ts'
import { atProvider, back, leave, oidcSite } from '#test/fixtures/oidc-site.ts'

let server: OidcServer

beforeAll(async () => {
  server = await oidcServer('http://localhost:3000/callback')
})
afterAll(() => server[Symbol.asyncDispose]())

const testSite = (issuer = server.issuer) => oidcSite(issuer)

test('a new person who signs in through an identity provider gets an account with a key and is redirected to the requested page', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const { url, binder } = await leave(site)
  const answer = await back(site, await atProvider(url, 'ada'), binder)
  expect(answer.data).toMatchObject({
    outcome: 'entered',
    redirect: '/payment?plan=base',
    user: { email: 'ada@example.com' },
  })
  expect((await site.send('/api/keys', { cookie: answer.cookie })).data).toHaveLength(1)
  const again = await leave(site)
  const second = await back(site, await atProvider(again.url, 'ada'), again.binder)
  expect(second.data.user.id).toBe(answer.data.user.id)
})

test('a provider identity is linked to an account with the same address only after the owner of the account agrees', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const { data } = await site.signUp('ada@example.com')
  const { url, binder } = await leave(site)
  const response = await back(site, await atProvider(url, 'ada'), binder)
  expect(response.data).toMatchObject({ outcome: 'consent', email: 'ada@example.com', providerName: 'Example ID' })
  expect(response.cookie).toBe('')
  const { ticket } = response.data
  expect((await site.send('/api/auth/provider-consent', { body: { ticket }, cookie: 'sign-in=other' })).error).toBe(
    'login_failed',
  )
  const fresh = await leave(site)
  const once = await back(site, await atProvider(fresh.url, 'ada'), fresh.binder)
  const agreed = await site.send('/api/auth/provider-consent', {
    body: { ticket: once.data.ticket },
    cookie: fresh.binder,
  })
  expect(agreed.data.user.id).toBe(data.user.id)
  const overview = await site.send('/api/security', { cookie: agreed.cookie })
  expect(overview.data.identities).toMatchObject([{ provider: 'oidc', email: 'ada@example.com' }])
  await site.send('/api/security/providers/oidc/unlink', { body: {}, cookie: agreed.cookie })
  const subjects = (await site.ctx.mails('ada@example.com')).map(({ subject }) => subject)
  expect(subjects).toContain('Example ID was linked to your account')
  expect(subjects[0]).toBe('Example ID was unlinked from your account')
})

test('a provider sign-in with an address that the provider has not verified is refused', async () => {
  const site = await testSite()
  await using _ = site.ctx
  await site.signUp('ada@example.com')
  const { url, binder } = await leave(site)
  const answer = await back(site, await atProvider(url, 'unverified-ada'), binder)
  expect([answer.status, answer.code, answer.error]).toEqual([401, 730, 'provider_unverified'])
})

test('a provider sign-in is refused if the person denies the request at the provider', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const { url, binder } = await leave(site)
  const answer = await back(site, await atProvider(url, 'ada', 'abort'), binder)
  expect([answer.status, answer.code]).toEqual([401, 730])
})

test('a provider sign-in with a forged or used state, or with the state of another browser, is refused', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const { url, binder } = await leave(site)
  const search = await atProvider(url, 'ada')
  const forged = new URLSearchParams(search)
  forged.set('state', 'x'.repeat(43))
  expect((await back(site, String(forged), binder)).error).toBe('login_failed')
  expect((await back(site, 'error=access_denied&error_description=<b>x</b>', binder)).error).toBe('login_failed')
  expect((await back(site, search, 'sign-in=another-browser')).error).toBe('login_failed')
  expect((await back(site, search, binder)).error).toBe('login_failed')
  const fresh = await leave(site)
  const good = await atProvider(fresh.url, 'ada')
  expect((await back(site, good, fresh.binder)).code).toBe(0)
  expect((await back(site, good, fresh.binder)).error).toBe('login_failed')
})

test('a provider sign-in is refused if the issuer, the nonce or the code challenge does not match', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const first = await leave(site)
  const mixed = new URLSearchParams(await atProvider(first.url, 'ada'))
  mixed.set('iss', 'https://evil.example')
  expect((await back(site, String(mixed), first.binder)).error).toBe('login_failed')
  const second = await leave(site)
  const other = new URL(second.url)
  other.searchParams.set('nonce', 'somebody-else')
  expect((await back(site, await atProvider(other.href, 'ada'), second.binder)).error).toBe('login_failed')
  const third = await leave(site)
  const noChallenge = new URL(third.url)
  noChallenge.searchParams.set('code_challenge', 'A'.repeat(43))
  expect((await back(site, await atProvider(noChallenge.href, 'ada'), third.binder)).error).toBe('login_failed')
})

test('an ID token from the issuer is refused if it is signed with an unknown key', async () => {
  await using forger = await oidcServer('http://localhost:3000/callback', 'foreign')
  const site = await testSite(forger.issuer)
  await using _ = site.ctx
  const { url, binder } = await leave(site)
  const answer = await back(site, await atProvider(url, 'ada'), binder)
  expect([answer.status, answer.code, answer.cookie]).toEqual([401, 730, ''])
})

test('a provider sign-in is refused if the subject of the identity contains U+0000', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const { url, binder } = await leave(site)
  const answer = await back(site, await atProvider(url, 'ada\0'), binder)
  expect([answer.status, answer.error, answer.cookie]).toEqual([401, 'login_failed', ''])
})

test('a sign-in through an unreachable or unknown provider fails', async () => {
  const site = await testSite('http://127.0.0.1:9')
  await using _ = site.ctx
  expect((await site.send('/api/auth/oidc')).error).toBe('login_failed')
  expect((await site.send('/api/auth/nobody')).error).toBe('login_failed')
  expect((await site.send('/api/auth/providers')).data).toEqual([{ id: 'oidc', name: 'Example ID' }])
})

test('a provider sign-in to an account with two-step sign-in returns a ticket for the second factor and the requested redirect', async () => {
  const site = await testSite()
  await using _ = site.ctx
  const first = await leave(site)
  const { cookie } = await back(site, await atProvider(first.url, 'ada'), first.binder)
  const { data } = await site.send('/api/security/totp/start', { body: {}, cookie })
  const app = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const code = () => app.generate({ timestamp: site.ctx.clock.now() })
  await site.send('/api/security/totp/confirm', { body: { code: code() }, cookie })
  await site.ctx.clock.advance(60_000)
  const again = await leave(site)
  const due = await back(site, await atProvider(again.url, 'ada'), again.binder)
  expect(due.body).toMatchObject({ error: 'second_factor_required', redirect: '/payment?plan=base' })
  expect(due.cookie).toBe('')
  const entered = await site.send('/api/auth/second-factor', { body: { ticket: due.body.ticket, code: code() } })
  expect(entered.data.user.email).toBe('ada@example.com')
})
