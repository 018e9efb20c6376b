import { expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { addSoftwarePasskey, nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { type Answer, quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { grantRole } from './authority/role-changes.ts'

const email = 'owner@example.com'
const password = 'correct horse 42 battery'
const cli = { kind: 'operator-cli' } as const

async function testSite() {
  const ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  await site.signUp('ada@example.com', password)
  const { cookie } = await site.signUp(email, password)
  return { ctx, site, cookie }
}

const postAs =
  (site: SiteApi, cookie: string) =>
  (path: string, body: object = {}) =>
    site.send(path, { body, cookie })

const signIn = (site: SiteApi) => site.send('/api/auth/signin', { body: { email, password } })

async function byApp(ctx: TestPlatform, site: SiteApi, secret: string): Promise<Answer> {
  const { body } = await signIn(site)
  const code = await nextAppCode(ctx, secret)
  return site.send('/api/auth/second-factor', { body: { ticket: body.ticket, code } })
}

const grant = { email: 'ada@example.com', role: 'data' }

test('a staff action with an expired second factor needs an app code; a password or a mailed code is not enough', async () => {
  const { ctx, site, cookie } = await testSite()
  await using _ = ctx
  const { secret } = await turnOnTwoStep(ctx, site, cookie)
  await grantRole(ctx, cli, { email, role: 'owner' })
  const session = await byApp(ctx, site, secret)
  const post = postAs(site, session.cookie)
  await ctx.clock.advance(20 * 60_000)
  const refused = { status: 403, error: 'fresh_factor_required', body: { ways: ['code'] } }
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject(refused)
  expect((await post('/api/security/confirm', { password })).code).toBe(0)
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject(refused)
  await post('/api/security/code')
  expect((await post('/api/security/confirm', { code: await site.codeFor(email, 'signin') })).code).toBe(0)
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject(refused)
  expect((await post('/api/security/factor', { code: '000000' })).error).toBe('second_factor_wrong')
  expect((await post('/api/security/factor', { code: await nextAppCode(ctx, secret) })).code).toBe(0)
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject({ data: { changed: true } })
  await ctx.clock.advance(15 * 60_000)
  expect(await post('/api/operator/staff/revoke', grant)).toMatchObject(refused)
})

test('after a sign-in by passkey, only the passkey renews the second factor, and a mailed code cannot add another factor', async () => {
  const { ctx, site, cookie } = await testSite()
  await using _ = ctx
  const passkey = await addSoftwarePasskey(ctx, site, cookie)
  await grantRole(ctx, cli, { email, role: 'owner' })
  const enter = async () => {
    const body = passkey.answer(await site.send('/api/auth/passkey/options', { body: {} }))
    return site.send('/api/auth/passkey', { body })
  }
  const post = postAs(site, (await enter()).cookie)
  await ctx.clock.advance(15 * 60_000)
  const refused = await post('/api/operator/staff/grant', grant)
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['passkey']])
  const proof = { passkey: passkey.answer(await post('/api/security/passkeys/proof')) }
  expect((await post('/api/security/factor', proof)).code).toBe(0)
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject({ data: { changed: true } })
  expect((await post('/api/security/factor', proof)).error).toBe('fresh_factor_required')

  await post('/api/security/code')
  const mailCode = await site.codeFor(email, 'signin')
  for (const path of ['/api/security/passkeys/options', '/api/security/totp/start']) {
    const mailed = await post(path, { mailCode })
    expect([mailed.error, mailed.body.ways]).toEqual(['fresh_factor_required', ['passkey']])
  }
})

test('a session from before two-step sign-in was enabled opens the console only after a proof of the second factor', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  await grantRole(ctx, cli, { email, role: 'owner' })
  const old = (await signIn(site)).cookie
  const here = (await signIn(site)).cookie
  const { secret } = await turnOnTwoStep(ctx, site, here)
  const open = (session: string) => site.send('/api/operator/me', { cookie: session })
  expect((await open(here)).data.roles).toEqual(['owner'])
  const refused = await open(old)
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['code']])
  await postAs(site, old)('/api/security/factor', { code: await nextAppCode(ctx, secret) })
  expect((await open(old)).data.roles).toEqual(['owner'])
})

test('a staff member is mailed about a sign-in in another browser, even with the same user agent', async () => {
  const { ctx, site, cookie } = await testSite()
  await using _ = ctx
  const { recoveryCodes } = await turnOnTwoStep(ctx, site, cookie)
  await grantRole(ctx, cli, { email, role: 'support' })
  const enter = async (turn: number, browser: string) => {
    const { body } = await signIn(site)
    const sent = {
      body: { ticket: body.ticket, code: recoveryCodes[turn] },
      headers: { origin: 'http://localhost:3000' },
    }
    const { headers } = await site.send('/api/auth/second-factor', { ...sent, cookie: browser })
    const set = headers.getSetCookie().find((one) => one.startsWith('browser='))
    return set?.split(';')[0] ?? ''
  }
  const mails = async () =>
    (await ctx.mails(email)).filter(({ subject }) => subject === 'New sign-in to your Tapewire account').length
  const own = await enter(0, '')
  const before = await mails()
  await ctx.clock.advance(13 * 3_600_000)
  expect(await enter(1, own)).toBe(own)
  expect(await mails()).toBe(before)
  await enter(2, '')
  expect(await mails()).toBe(before + 1)
})

test('a session of staff ends after twelve hours, even if a factor was proven during that time', async () => {
  const { ctx, site, cookie } = await testSite()
  await using _ = ctx
  const { secret } = await turnOnTwoStep(ctx, site, cookie)
  await grantRole(ctx, cli, { email, role: 'owner' })
  const post = postAs(site, (await byApp(ctx, site, secret)).cookie)
  await ctx.clock.advance(11 * 3_600_000)
  expect((await post('/api/security/factor', { code: await nextAppCode(ctx, secret) })).code).toBe(0)
  await ctx.clock.advance(3_600_000)
  expect((await post('/api/security/confirm', { password })).error).toBe('not_signed_in')
})

test('proving the account’s passkey in a session opened with a password allows staff actions in that session', async () => {
  const { ctx, site, cookie } = await testSite()
  await using _ = ctx
  const passkey = await addSoftwarePasskey(ctx, site, cookie)
  await grantRole(ctx, cli, { email, role: 'owner' })
  const post = postAs(site, (await signIn(site)).cookie)
  const refused = await post('/api/operator/staff/grant', grant)
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['passkey']])
  const proof = { passkey: passkey.answer(await post('/api/security/passkeys/proof')) }
  expect((await post('/api/security/factor', proof)).code).toBe(0)
  expect(await post('/api/operator/staff/grant', grant)).toMatchObject({ data: { changed: true } })
})
