import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'

const password = 'correct horse 42 battery'
let ctx: TestPlatform
let site: SiteApi

beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom })
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const signup = (change: object) => ({
  email: 'ada@example.com',
  password,
  confirmPassword: password,
  code: '123456',
  ...change,
})

describe.each(locales)('in %s', (lang) => {
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    site.send(path, { ...(body === undefined ? {} : { body }), headers: { lang, ...headers } })

  test.each([
    ['an empty body', '', 400, 'missing_parameter'],
    ['null', 'null', 400, 'bad_request'],
    ['a list', '[]', 400, 'bad_request'],
    ['a text', '"x"', 400, 'bad_request'],
    ['a number', '123', 400, 'bad_request'],
    ['a doubled field', '{"email":"a@b.com","email":"c@d.com","password":"x"}', 400, null],
    ['broken JSON', '{"email":', 400, 'bad_json'],
    ['too deep', `{"email":${'['.repeat(50)}${']'.repeat(50)}}`, 400, null],
  ] as const)('sign-in with %s is refused in words', async (_what, body, status, error) => {
    const answer = await send('/api/auth/signin', body)
    expect(answer.status).toBe(status)
    if (error) expect(answer.error).toBe(error)
    expect(answer.msg).not.toBe('')
    expect(/[\u4e00-\u9fff]/.test(answer.msg)).toBe(lang !== 'en-US')
  })

  test('JSON under another type is refused', async () => {
    const answer = await send('/api/auth/signin', '{"email":"a@b.com","password":"x"}', {
      'content-type': 'text/plain',
    })
    expect([answer.status, answer.error]).toEqual([415, 'unsupported_media_type'])
  })

  test.each(['userId', 'role', 'emailVerified'])('the foreign field %s is named and nothing is made', async (field) => {
    const answer = await send('/api/auth/signup', signup({ [field]: 'operator' }))
    expect([answer.status, answer.error, answer.body.param]).toEqual([400, 'unknown_field', field])
  })

  test.each([
    ['seven characters', 'abc123!', 'password_too_short'],
    ['257 characters', 'x7'.repeat(128) + 'y', 'password_too_long'],
    ['Password123456!', 'Password123456!', 'password_too_common'],
    ['the product and a year', 'Tapewire2026', 'password_too_common'],
    ['a keyboard run', 'qwertyuiop', 'password_too_common'],
    ['P@ssw0rd', 'P@ssw0rd', 'password_too_common'],
  ])('a password of %s is refused', async (_what, text, error) => {
    const answer = await send('/api/auth/signup', signup({ password: text, confirmPassword: text }))
    expect([answer.status, answer.error, answer.body.param]).toEqual([400, error, 'password'])
  })

  test('two different passwords are 711', async () => {
    expect((await send('/api/auth/signup', signup({ confirmPassword: `${password}x` }))).code).toBe(711)
  })

  test.each([
    'ada',
    'a@@b.com',
    'a@b@c.com',
    `${'a'.repeat(250)}@b.com`,
    '.a@b.com',
    '"a b"@b.com',
    'user＠example.com',
    'a@b.com\r\nBcc: x@y.com',
    'a@b.com%0aSubject:',
    'a@b.com,c@d.com',
    '"x" <a@b.com>',
    'a@b',
    'a@-b.com',
    '('.repeat(10_000),
    ','.repeat(10_000),
    '',
  ])('the address %j is refused', async (email) => {
    const answer = await send('/api/auth/signin', { email, password })
    expect([answer.status, answer.error]).toEqual([400, 'email_invalid'])
  })

  test('a list of addresses is refused', async () => {
    expect((await send('/api/auth/signin', { email: ['a@b.com', 'c@d.com'], password })).status).toBe(400)
  })

  test.each([
    ['an empty cookie', { cookie: 'authorization=' }],
    ['4,097 bytes', { cookie: `authorization=${'a'.repeat(4_097)}` }],
    ['a foreign alphabet', { cookie: 'authorization=%E4%BC%9A' }],
    ['two cookies of one name', { cookie: `authorization=${'a'.repeat(43)}; authorization=${'b'.repeat(43)}` }],
    ['Basic', { authorization: 'Basic YTpi' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['10 KB', { authorization: `Bearer ${'a'.repeat(10_000)}` }],
    ['a stranger’s value', { authorization: `bearer ${'a'.repeat(43)}` }],
  ] as const)('a credential of %s is 401, never 500', async (_what, headers) => {
    const answer = await send('/api/userinfo', undefined, headers)
    expect([answer.status, answer.error]).toEqual([401, 'not_signed_in'])
  })

  test.each(['', 'nonsense', Buffer.from('{}').toString('base64'), 'A'.repeat(20_000)])(
    'the bot check %j is not complete',
    async (verification) => {
      const body = { email: 'bot@example.com', purpose: 'signup', ...(verification ? { verification } : {}) }
      const answer = await send('/api/auth/send-code', body)
      expect([answer.status, answer.code]).toEqual([400, 731])
    },
  )

  test('an unknown header or cookie language falls back without an echo', async () => {
    const answer = await site.send('/api/userinfo', { headers: { lang: '../../etc', cookie: 'lang=<script>' } })
    expect(answer.msg).not.toMatch(/script|etc/)
    expect(answer.status).toBe(401)
  })
})

test.each([
  ['64', 'pass phrase with spaces '.repeat(2) + 'and 16 more chars'.slice(0, 16)],
  ['256', 'x7q9-'.repeat(51) + 'z'],
  ['emoji and combining marks', '🚀🚀 é̂ 很长的口令 zz9'],
])('a password of %s is taken whole: a changed last character matters', async (name, text) => {
  const email = `p${name.length}@example.com`
  expect((await site.signUp(email, text)).code).toBe(0)
  expect((await site.send('/api/auth/signin', { body: { email, password: text } })).code).toBe(0)
  const changed = [...text].slice(0, -1).join('') + (text.endsWith('z') ? 'y' : 'z')
  expect((await site.send('/api/auth/signin', { body: { email, password: changed } })).code).toBe(402)
})

test('a look-alike domain is kept in its ASCII form and is another account', async () => {
  const { data } = await site.signUp('ada@exаmple.com')
  expect(data.user.email).toMatch(/^ada@xn--/)
})

test('send-code answers the same for known, unknown and deleted addresses, and once a minute', async () => {
  await site.signUp('known@example.com')
  await ctx.clock.advance(60_000)
  const ask = async (email: string) =>
    site.send('/api/auth/send-code', { body: { email, purpose: 'reset', verification: await site.verification() } })
  const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  const again = await ask('known@example.com')
  expect([again.status, again.code, Number(again.headers.get('retry-after'))]).toEqual([429, 431, 60])
})

test('friendly enumeration says at once who is there', async () => {
  await using friendly = await testPlatform({ random: quickRandom, settings: { enumeration: 'friendly' } })
  const door = siteApi(friendly)
  await door.signUp('known@example.com')
  const ask = async (email: string, purpose: string) =>
    (await door.send('/api/auth/send-code', { body: { email, purpose, verification: await door.verification() } })).code
  await friendly.clock.advance(60_000)
  expect(await ask('known@example.com', 'signup')).toBe(710)
  expect(await ask('unknown@example.com', 'reset')).toBe(701)
})

test.each(['/api/auth/signin', '/api/auth/send-code', '/api/auth/signup', '/api/auth/reset', '/api/auth/signout'])(
  'GET %s is 405 with Allow',
  async (path) => {
    const answer = await site.send(path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  },
)

test('a post from another site is refused, with or without a cookie', async () => {
  const { cookie } = await site.signUp('victim@example.com')
  for (const headers of [
    { origin: 'https://evil.tld' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const signIn = await site.send('/api/auth/signin', { body: { email: 'eve@example.com', password }, headers })
    const signOut = await site.send('/api/auth/signout', { body: {}, cookie, headers })
    expect([signIn.status, signOut.status]).toEqual([403, 403])
  }
  expect((await site.send('/api/userinfo', { cookie })).status).toBe(200)
})
