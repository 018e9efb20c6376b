import { expect, test } from 'vitest'
import { type CodePurpose, codePurposes } from '#src/contract/account/accounts.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'

const password = 'correct horse 42 battery'
const origin = { origin: 'http://localhost:3000' }
const home = '198.51.100.7'
const stranger = '203.0.113.9'
const paths: Record<CodePurpose, string> = {
  signup: '/api/auth/signup',
  signin: '/api/auth/signin-code',
  reset: '/api/auth/reset',
}

async function testSite() {
  const ctx = await testPlatform({ random: quickRandom })
  return { ctx, site: siteApi(ctx) }
}

type From = { from: string; headers?: Record<string, string>; cookie?: string }

async function requestCode(
  site: SiteApi,
  email: string,
  purpose: CodePurpose,
  { flow, ...from }: From & { flow?: string },
) {
  const body = { email, purpose, verification: await site.verification(from.from), ...(flow ? { flow } : {}) }
  return site.send('/api/auth/send-code', { body, ...from })
}

function guess(
  site: SiteApi,
  email: string,
  purpose: CodePurpose,
  { code, flow, ...from }: From & { code: string; flow?: string },
) {
  const pair = purpose === 'signin' ? {} : { password, confirmPassword: password }
  return site.send(paths[purpose], { body: { email, code, ...pair, ...(flow ? { flow } : {}) }, ...from })
}

/** `npm run drill -- codes` attacks 60 addresses. */
const ownerCount = Number(process.env.TAPEWIRE_DRILL_OWNERS ?? 6)

const otherThan = (digits: string) => (digits === '123456' ? '654321' : '123456')

function browserCookieOf(headers: Headers): string {
  return (
    headers
      .getSetCookie()
      .find((one) => one.startsWith('browser='))
      ?.split(';')[0] ?? ''
  )
}

async function guessWrong(site: SiteApi, email: string, purpose: CodePurpose, from: string, times: number) {
  const right = await site.codeFor(email, purpose)
  const errors: unknown[] = []
  for (let turn = 0; turn < times; turn++)
    errors.push((await guess(site, email, purpose, { code: otherThan(right), from })).error)
  return errors
}

test.each(codePurposes)(
  'wrong guesses by a stranger do not use up the attempts of the browser that requested a %s code',
  async (purpose) => {
    const { ctx, site } = await testSite()
    await using _ = ctx
    if (purpose !== 'signup') await site.signUp('ada@example.com')
    const { headers } = await requestCode(site, 'ada@example.com', purpose, { from: home, headers: origin })
    const cookie = browserCookieOf(headers)
    expect(await guessWrong(site, 'ada@example.com', purpose, stranger, 6)).toEqual([
      ...Array(5).fill(`${purpose}_code_wrong`),
      'too_often',
    ])
    const code = await site.codeFor('ada@example.com', purpose)
    expect((await guess(site, 'ada@example.com', purpose, { code, from: home, headers: origin, cookie })).code).toBe(0)
  },
)

test('a program with a flow token has five attempts for each code, even if strangers send wrong codes', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const flow = 'f'.repeat(43)
  const email = 'ada@example.com'
  expect((await requestCode(site, email, 'signin', { from: home, flow: 'short' })).status).toBe(400)
  await requestCode(site, email, 'signin', { from: home, flow })
  await guessWrong(site, email, 'signin', stranger, 6)
  const code = await site.codeFor(email, 'signin')
  for (let turn = 0; turn < 4; turn++)
    expect((await guess(site, email, 'signin', { code: otherThan(code), from: home, flow })).error).toBe(
      'signin_code_wrong',
    )
  expect((await guess(site, email, 'signin', { code, from: home, flow })).code).toBe(0)
  await ctx.clock.advance(60_000)
  await requestCode(site, email, 'signin', { from: home, flow })
  const next = await site.codeFor(email, 'signin')
  for (let turn = 0; turn < 5; turn++) await guess(site, email, 'signin', { code: otherThan(next), from: home, flow })
  expect((await guess(site, email, 'signin', { code: next, from: home, flow })).error).toBe('too_often')
})

test('after five wrong guesses by a stranger, a sign-in code requested without a flow token works only from the requesting network', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const email = 'ada@example.com'
  await requestCode(site, email, 'signin', { from: home })
  expect(await guessWrong(site, email, 'signin', stranger, 5)).toEqual(Array(5).fill('signin_code_wrong'))
  const code = await site.codeFor(email, 'signin')
  const elsewhere = await guess(site, email, 'signin', { code, from: '192.0.2.1' })
  expect([elsewhere.status, elsewhere.error]).toEqual([429, 'too_often'])
  expect((await guess(site, email, 'signin', { code, from: home })).code).toBe(0)
})

test('a code requested by a stranger leaves the earlier code of the owner’s browser valid', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const email = 'ada@example.com'
  const { headers } = await requestCode(site, email, 'signin', { from: home, headers: origin })
  const code = await site.codeFor(email, 'signin')
  await requestCode(site, email, 'signin', { from: stranger })
  const cookie = browserCookieOf(headers)
  expect((await guess(site, email, 'signin', { code, from: home, headers: origin, cookie })).code).toBe(0)
})

test('mails requested by strangers do not use up the mail limit of a browser in which the owner has signed in', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const email = 'ada@example.com'
  const cookie = await knownBrowser(site, email)
  for (let network = 1; network <= 6; network++)
    await requestCode(site, email, 'signin', { from: `192.0.2.${network}` })
  const unknown = await requestCode(site, email, 'reset', { from: '192.0.2.7', headers: origin })
  expect([unknown.status, unknown.error]).toEqual([429, 'too_often'])
  const answers = []
  for (let turn = 0; turn < 6; turn++) {
    await ctx.clock.advance(60_000)
    answers.push((await requestCode(site, email, 'signin', { from: home, headers: origin, cookie })).status)
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

test('a network may request three codes an hour for one mailbox, and another network may then still request a code', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const statuses = []
  for (let turn = 0; turn < 4; turn++) {
    statuses.push((await requestCode(site, 'ada@example.com', 'reset', { from: stranger })).status)
    await ctx.clock.advance(60_000)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await requestCode(site, 'ada@example.com', 'reset', { from: home })).status).toBe(200)
  await ctx.clock.advance(55 * 60_000)
  expect((await requestCode(site, 'ada@example.com', 'reset', { from: stranger })).status).toBe(429)
  await ctx.clock.advance(60_000)
  expect((await requestCode(site, 'ada@example.com', 'reset', { from: stranger })).status).toBe(200)
})

/** Signs up or in by a mailed code in a new browser. Returns the cookie of the browser. */
async function knownBrowser(site: SiteApi, email: string, from = home): Promise<string> {
  const { headers } = await requestCode(site, email, 'signin', { from, headers: origin })
  const cookie = browserCookieOf(headers)
  const code = await site.codeFor(email, 'signin')
  expect((await guess(site, email, 'signin', { code, from, headers: origin, cookie })).code).toBe(0)
  return cookie
}

test('each owner can sign in from a known browser at once, while 20 networks guess codes and request mails for many accounts', async () => {
  const { ctx, site } = await testSite()
  await using _ = ctx
  const owners = await Promise.all(
    Array.from({ length: ownerCount }, async (_, index) => {
      const email = `owner${index}@example.com`
      return { email, from: `198.51.100.${index}`, cookie: await knownBrowser(site, email, `198.51.100.${index}`) }
    }),
  )
  await ctx.clock.advance(10 * 60_000)
  for (const [index, { email }] of owners.entries())
    for (let turn = 0; turn < 6; turn++)
      await requestCode(site, email, 'signin', { from: `203.0.113.${(index + turn) % 20}` })
  const others = await requestCode(site, 'owner5@example.com', 'reset', { from: '192.0.2.1' })
  expect([others.status, others.error]).toEqual([429, 'too_often'])
  for (const { email, ...from } of owners) {
    const sent = await requestCode(site, email, 'signin', { ...from, headers: origin })
    expect([email, sent.status]).toEqual([email, 200])
  }
  for (let network = 0; network < 20; network++)
    for (const { email } of owners) await guess(site, email, 'signin', { code: '000000', from: `203.0.113.${network}` })
  for (const { email, ...from } of owners) {
    const code = await site.codeFor(email, 'signin')
    const entered = await guess(site, email, 'signin', { ...from, code, headers: origin })
    expect([email, entered.code]).toEqual([email, 0])
  }
})
