import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMail } from '#src/platform/mail/mail.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { defaultNotices } from '../account/account.ts'
import type { CodeUse } from '../account/code.ts'
import { insertAccount } from '../account/store.ts'
import { mailCode } from '../factors/codes.ts'
import { hashPassword } from '../factors/password-hash.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'

async function testSite() {
  const ctx = await testPlatform({ random: quickRandom })
  return { ctx, ...siteApi(ctx) }
}

async function code(ctx: TestPlatform, site: ReturnType<typeof siteApi>, use: CodeUse, to = email): Promise<string> {
  await mailCode(ctx, { address: to, use, locale: 'en-US' })
  return site.codeFor(to, use)
}

const otherThan = (digits: string) => (digits === '123456' ? '654321' : '123456')

test('a sign-up with an e-mailed code signs the person in and creates a key on the free plan', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const { status, cookie, data, headers } = await site.signUp(email)
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ email, imageUrl: '/images/user/avatar.png' })
  expect(data.session).toMatch(/^[\w-]{43}$/)
  expect(headers.getSetCookie()[0]).toMatch(
    /^authorization=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  )
  const info = await send('/api/userinfo', { cookie })
  expect(info.data).toMatchObject({
    email,
    apiLevel: 'free',
    symbolTypes: ['stock', 'forex', 'indices', 'crypto', 'future'],
  })
  expect(info.data.userApiKey).toHaveLength(1)
  const revealed = await send(`/api/keys/${info.data.userApiKey[0].id}/reveal`, { body: {}, cookie })
  expect(revealed.data.key).toMatch(/^tw_live_[0-9A-Za-z]{36}$/)
})

test.each([
  ['zone=America/New_York', 'America/New_York'],
  ['zone=Nowhere/At_All', 'UTC'],
  ['', 'UTC'],
])('a new account has the time zone of its browser’s cookie, or else UTC: %s', async (cookie, timeZone) => {
  const { ctx, ...site } = await testSite()
  await using _ = ctx
  const body = { email, code: await code(ctx, site, 'signin') }
  const signedIn = await site.send('/api/auth/signin-code', { body, cookie })
  const { data } = await site.send('/api/preferences', { cookie: signedIn.cookie })
  expect(data.timeZone).toBe(timeZone)
})

test('a sign-in replaces the theme, colours and language of the browser by the saved preferences, even by saved defaults', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const { cookie } = await site.signUp(email)
  const choicesAfter = async () => {
    const body = { email, password }
    const { headers } = await send('/api/auth/signin', { body, cookie: 'theme=light; upcolor=green; lang=zh-CN' })
    return headers.getSetCookie().flatMap((text) => /^(?:theme|upcolor|lang|locale)=[^;]*/.exec(text)?.[0] ?? [])
  }
  expect(await choicesAfter()).toEqual([])
  const body = { locale: 'en-US', theme: 'dark', upColour: 'auto' }
  await send('/api/preferences', { method: 'PUT', body, cookie })
  expect(await choicesAfter()).toEqual(['theme=dark', 'upcolor=', 'lang=en-US', 'locale=en-US'])
})

test('a browser gets its session only in a cookie; a program may send the session as a bearer token', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const { data } = await site.signUp(email)
  const inBrowser = await send('/api/auth/signin', {
    body: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(inBrowser.cookie).toMatch(/^authorization=[\w-]{43}$/)
  expect(inBrowser.data).not.toHaveProperty('session')
  const asProgram = await send('/api/userinfo', { headers: { authorization: `bearer ${data.session}` } })
  expect(asProgram.status).toBe(200)
})

test('a sign-in with a mailed code at an unknown address creates an account that has a key but no password', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const digits = await code(ctx, { send, ...site }, 'signin')
  const { status, cookie } = await send('/api/auth/signin-code', { body: { email, code: ` ${digits} ` } })
  expect(status).toBe(200)
  expect((await send('/api/keys', { cookie })).data).toHaveLength(1)
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)
})

test('of 200 concurrent wrong codes only five are checked, and the right code is refused afterwards', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const right = await code(ctx, { send, ...site }, 'signin')
  const wrong = right === '000000' ? '000001' : '000000'
  const from = (index: number) => `198.51.100.${index}`
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      send('/api/auth/signin-code', { body: { email, code: wrong }, from: from(index) }),
    ),
  )
  const count = (number: number) => answers.filter((answer) => answer.code === number).length
  expect([count(719), count(431)]).toEqual([5, 195])
  const [row] = await ctx.postgres.db.selectFrom('account_code').select('wrong_tries').execute()
  expect(row?.wrong_tries).toBe(5)
  const late = await send('/api/auth/signin-code', { body: { email, code: right } })
  expect([late.status, late.code]).toEqual([429, 431])
})

test('50 concurrent sign-ins with the same right code open one session', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const right = await code(ctx, { send, ...site }, 'signin')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => send('/api/auth/signin-code', { body: { email, code: right } })),
  )
  expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, ...Array(49).fill(721)])
  expect(await ctx.postgres.db.selectFrom('account_session').select('id').execute()).toHaveLength(1)
})

test('concurrent sign-ups of one address create one account with one key', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const signup = await code(ctx, { send, ...site }, 'signup')
  const signin = await code(ctx, { send, ...site }, 'signin')
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () =>
      send('/api/auth/signup', { body: { email, password, confirmPassword: password, code: signup } }),
    ),
    ...Array.from({ length: 20 }, () => send('/api/auth/signin-code', { body: { email, code: signin } })),
  ])
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
  expect(await ctx.postgres.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  expect(await ctx.postgres.db.selectFrom('api_key').select('id').execute()).toHaveLength(1)
})

test('only the right code at a sign-up reveals that an address is in use', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  await site.signUp(email)
  const digits = await code(ctx, { send, ...site }, 'signup')
  const body = { email, password, confirmPassword: password }
  expect((await send('/api/auth/signup', { body: { ...body, code: '000000' } })).code).toBe(
    digits === '000000' ? 710 : 715,
  )
  const answer = await send('/api/auth/signup', { body: { ...body, code: digits } })
  expect([answer.status, answer.code]).toEqual([409, 710])
})

test('a password reset ends the session of the account; only the right code reveals that an address has no account', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const { cookie } = await site.signUp(email)
  const next = 'a wholly different 7 phrase'
  const digits = await code(ctx, { send, ...site }, 'reset')
  await send('/api/auth/reset', { body: { email, code: digits, password: next, confirmPassword: next } })
  expect((await send('/api/userinfo', { cookie })).status).toBe(401)
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)
  expect((await send('/api/auth/signin', { body: { email, password: next } })).code).toBe(0)
  const stranger = 'nobody@example.com'
  const other = await code(ctx, { send, ...site }, 'reset', stranger)
  const wrong = { email: stranger, code: otherThan(other), password: next, confirmPassword: next }
  expect((await send('/api/auth/reset', { body: wrong })).code).toBe(724)
  const answer = await send('/api/auth/reset', {
    body: { email: stranger, code: other, password: next, confirmPassword: next },
  })
  expect([answer.status, answer.code]).toEqual([404, 701])
})

test('an account with an unverified address accepts a mailed code but refuses a sign-in with its password', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const passwordHash = await hashPassword(ctx, password)
  const planted = {
    id: 'planted',
    email,
    emailProvenAt: null,
    passwordHash,
    imageUrl: null,
    locale: 'en-US',
    localeChosen: false,
    appearanceChosen: false,
    theme: 'light',
    upColour: 'auto',
    timeZone: 'UTC',
    notices: defaultNotices,
    totpSealed: null,
    totpConfirmedAt: null,
    createdAt: ctx.clock.now(),
    disabledAt: null,
    suspendedAt: null,
    deleteAfter: null,
  } as const
  await ctx.postgres.transaction((tx) => insertAccount(tx, planted))
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)
  const digits = await code(ctx, { send, ...site }, 'signin')
  const owner = await send('/api/auth/signin-code', { body: { email, code: digits } })
  expect(owner.data.user.id).toBe('planted')
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)
})

test.each([
  [
    'sign-out',
    (api: ReturnType<typeof siteApi>, cookie: string) => api.send('/api/auth/signout', { body: {}, cookie }),
  ],
  [
    'a password change elsewhere',
    async (api: ReturnType<typeof siteApi>, _cookie: string) => {
      const other = await api.send('/api/auth/signin', { body: { email, password } })
      const next = 'a wholly different 7 phrase'
      return api.send('/api/security/password', {
        body: { currentPassword: password, password: next, confirmPassword: next },
        cookie: other.cookie,
      })
    },
  ],
  [
    'a revocation from another device',
    async (api: ReturnType<typeof siteApi>, cookie: string) => {
      const mine = await api.send('/api/security', { cookie })
      const other = await api.send('/api/auth/signin', { body: { email, password } })
      const id = mine.data.devices.find((device: { current: boolean }) => device.current).id
      return api.send(`/api/security/devices/${id}/revoke`, { body: {}, cookie: other.cookie })
    },
  ],
  [
    'signing out everywhere',
    async (api: ReturnType<typeof siteApi>, _cookie: string) => {
      const other = await api.send('/api/auth/signin', { body: { email, password } })
      return api.send('/api/security/signout-everywhere', { body: {}, cookie: other.cookie })
    },
  ],
])('a copied session cookie is refused after %s', async (_what, act) => {
  const { ctx, ...site } = await testSite()
  await using _ = ctx
  const { cookie } = await site.signUp(email)
  expect((await site.send('/api/userinfo', { cookie })).status).toBe(200)
  expect((await act(site, cookie)).code).toBe(0)
  const after = await site.send('/api/userinfo', { cookie })
  expect([after.status, after.error]).toEqual([401, 'not_signed_in'])
})

test('a session ends after thirty days', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  const { cookie } = await site.signUp(email)
  await ctx.clock.advance(30 * 86_400_000 - 1)
  expect((await send('/api/userinfo', { cookie })).status).toBe(200)
  await ctx.clock.advance(1)
  expect((await send('/api/userinfo', { cookie })).status).toBe(401)
})

test('a dump of the database contains no usable session, code or key, not even in a queued mail', async () => {
  await using ctx = await testPlatform({ random: quickRandom, mail: 'smtp' })
  const { send } = siteApi(ctx)
  const { token } = await testAccount(ctx, email)
  const cookie = `authorization=${token}`
  const [key] = (await send('/api/keys', { cookie })).data
  const secret = (await send(`/api/keys/${key.id}/reveal`, { body: {}, cookie })).data.key
  await mailCode(ctx, { address: email, use: 'signin', locale: 'en-US' })
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(ctx.postgres.db)
  const rows = await Promise.all(tables.map(({ name }) => ctx.postgres.db.selectFrom(name).selectAll().execute()))
  const dump = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const [mail] = await ctx.postgres.db.selectFrom('mail_outbox').select('text').execute()
  const [digits] = /\b\d{6}\b/.exec(openMail(ctx.keyring, email, String(mail?.text)).text) ?? []
  expect(digits).toHaveLength(6)
  expect(dump).not.toMatch(new RegExp(`\\b${digits}\\b`))
  for (const value of [token, secret, secret.slice(8)]) expect(dump).not.toContain(value)
  for (const [value] of dump.matchAll(/[\w-]{43,64}/g))
    expect((await send('/api/userinfo', { headers: { authorization: `Bearer ${value}` } })).status).toBe(401)
})

test('the owner is mailed about the first sign-in from an unknown program, and not about the second', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  await site.signUp(email)
  const noticeCount = async () =>
    (await ctx.mails(email)).filter((mail) => mail.subject.startsWith('New sign-in')).length
  await send('/api/auth/signin', { body: { email, password } })
  expect(await noticeCount()).toBe(0)
  await send('/api/auth/signin', { body: { email, password }, headers: { 'user-agent': 'somewhere else' } })
  await send('/api/auth/signin', { body: { email, password }, headers: { 'user-agent': 'somewhere else' } })
  expect(await noticeCount()).toBe(1)
})
