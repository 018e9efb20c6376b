import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type Answer, quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'

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

const accounts = async () => (await ctx.postgres.db.selectFrom('account').select('id').execute()).length

describe.each(locales)('account calls with bad input, in the language %s', (lang) => {
  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    site.send(path, { ...(body === undefined ? {} : { body }), headers: { lang, ...headers } })

  function expectRefusal(answer: Answer, status: number, error: string, param?: string) {
    expect([answer.status, answer.error, answer.body.param]).toEqual([status, error, param])
    expect(answer.body).toMatchObject({ data: null, requestId: expect.any(String) })
    expect(/[\u4e00-\u9fff]/.test(answer.msg)).toBe(lang !== 'en-US')
  }

  test.each([
    ['an empty body', '', 'missing_parameter', 'email'],
    ['null', 'null', 'bad_request', undefined],
    ['a list', '[]', 'bad_request', undefined],
    ['a text', '"x"', 'bad_request', undefined],
    ['a number', '123', 'bad_request', undefined],
    ['broken JSON', '{"email":', 'bad_json', undefined],
    ['too deep', `{"email":${'['.repeat(50)}${']'.repeat(50)}}`, 'bad_json', undefined],
  ] as const)('a sign-in with a wrong body (%s) is refused with a message', async (_what, body, error, param) => {
    expectRefusal(await send('/api/auth/signin', body), 400, error, param)
  })

  test('JSON with a content type other than application/json is refused', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await send('/api/auth/signin', '{"email":"a@b.com","password":"x"}', headers)
    expectRefusal(answer, 415, 'unsupported_media_type')
  })

  test('JSON with a duplicate field is refused with the name of the field', async () => {
    const answer = await send('/api/auth/signin', '{"email":"a@b.com","email":"c@d.com","password":"x"}')
    expectRefusal(answer, 400, 'bad_json', 'email')
  })

  test.each(['userId', 'role', 'emailVerified'])(
    'a sign-up with an unknown field (%s) is refused with the name of the field, and creates no account',
    async (field) => {
      const before = await accounts()
      expectRefusal(await send('/api/auth/signup', signup({ [field]: 'operator' })), 400, 'unknown_field', field)
      expect(await accounts()).toBe(before)
    },
  )

  test.each([
    ['seven characters', 'abc123!', 'password_too_short'],
    ['257 characters', `${'x7'.repeat(128)}y`, 'password_too_long'],
    ['Password123456!', 'Password123456!', 'password_too_common'],
    ['the product and a year', 'Tapewire2026', 'password_too_common'],
    ['a keyboard run', 'qwertyuiop', 'password_too_common'],
    ['P@ssw0rd', 'P@ssw0rd', 'password_too_common'],
  ])('a password that is too short, too long or too common (%s) is refused', async (_what, text, error) => {
    const answer = await send('/api/auth/signup', signup({ password: text, confirmPassword: text }))
    expectRefusal(answer, 400, error, 'password')
  })

  test('a sign-up whose two passwords differ is refused with error 711', async () => {
    const answer = await send('/api/auth/signup', signup({ confirmPassword: `${password}x` }))
    expectRefusal(answer, 400, 'passwords_differ', 'confirmPassword')
    expect(answer.code).toBe(711)
  })

  test.each([
    'ada',
    'a@@b.com',
    'a@b@c.com',
    `${'a'.repeat(250)}@b.com`,
    '.a@b.com',
    '"a b"@b.com',
    'a@b',
    'a@-b.com',
    '',
    'user＠example.com',
    'ﬁ@example.com',
    'a@b.com\r\nBcc: x@y.com',
    'a@b.com%0aSubject:',
    'a@b.com,c@d.com',
    '"x" <a@b.com>',
    '('.repeat(10_000),
    ','.repeat(10_000),
  ])('a sign-in with the e-mail address %j is refused', async (email) => {
    expectRefusal(await send('/api/auth/signin', { email, password }), 400, 'email_invalid', 'email')
  })

  test('a sign-in with a list of e-mail addresses is refused', async () => {
    const answer = await send('/api/auth/signin', { email: ['a@b.com', 'c@d.com'], password })
    expectRefusal(answer, 400, 'invalid_parameter', 'email')
  })

  test.each([
    ['an empty cookie', { cookie: 'authorization=' }],
    ['a cookie of 4,097 bytes', { cookie: `authorization=${'a'.repeat(4_097)}` }],
    ['a cookie of 1 MB', { cookie: `authorization=${'a'.repeat(1_000_000)}` }],
    ['a foreign alphabet', { cookie: 'authorization=%E4%BC%9A' }],
    ['bytes beyond ASCII', { cookie: `authorization=${'é'.repeat(43)}` }],
    ['two cookies of one name', { cookie: `authorization=${'a'.repeat(43)}; authorization=${'b'.repeat(43)}` }],
    ['Basic', { authorization: 'Basic YTpi' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a bearer of 10 KB', { authorization: `Bearer ${'a'.repeat(10_000)}` }],
    ['a stranger’s value', { authorization: `bearer ${'a'.repeat(43)}` }],
  ] as const)('a request with an invalid session (%s) is answered with 401', async (_what, headers) => {
    expectRefusal(await send('/api/userinfo', undefined, headers), 401, 'not_signed_in')
  })

  test('a request with the session of a disabled account is answered with 401', async () => {
    const { cookie, data } = await site.signUp(`gone-${lang.toLowerCase()}@example.com`)
    expect((await send('/api/userinfo', undefined, { cookie })).status).toBe(200)
    const change = { disabled_at: new Date(ctx.clock.now()) }
    await ctx.postgres.db.updateTable('account').set(change).where('id', '=', data.user.id).execute()
    expectRefusal(await send('/api/userinfo', undefined, { cookie }), 401, 'not_signed_in')
  })

  test.each(['', 'nonsense', Buffer.from('{}').toString('base64'), 'A'.repeat(20_000)])(
    'a request for a code with %j as the solution of the bot check is refused with error 731',
    async (verification) => {
      const body = { email: 'bot@example.com', purpose: 'signup', ...(verification ? { verification } : {}) }
      const answer = await send('/api/auth/send-code', body)
      expectRefusal(answer, 400, 'bot_check_required', 'verification')
      expect(answer.code).toBe(731)
    },
  )

  test('the solution of a bot check works once', async () => {
    const body = { email: `once-${lang.toLowerCase()}@example.com`, verification: await site.verification() }
    expect((await send('/api/auth/send-code', { ...body, purpose: 'signup' })).code).toBe(0)
    const again = await send('/api/auth/send-code', { ...body, purpose: 'signin' })
    expectRefusal(again, 400, 'bot_check_required', 'verification')
  })

  test.each(['signin', 'send-code', 'signup', 'reset', 'signout'])(
    'a GET of /api/auth/%s is answered with 405 and an Allow header',
    async (call) => {
      const answer = await send(`/api/auth/${call}`)
      expectRefusal(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )

  test('the header X-HTTP-Method-Override is ignored', async () => {
    const answer = await send('/api/auth/signin', undefined, { 'x-http-method-override': 'POST' })
    expectRefusal(answer, 405, 'method_not_allowed')
  })
})

test('an unknown language in a header or cookie falls back to the default language and is not echoed', async () => {
  const answer = await site.send('/api/userinfo', { headers: { lang: '../../etc', cookie: 'lang=<script>' } })
  expect(answer.msg).not.toMatch(/script|etc/)
  expect([answer.status, /[\u4e00-\u9fff]/.test(answer.msg)]).toEqual([401, true])
})

test.each([
  ['8 characters', 'x7q9-k2w'],
  ['64, with spaces', `${'pass phrase with spaces '.repeat(2)}and 16 more char`],
  ['128', `${'x7q9-'.repeat(25)}abz`],
  ['256', `${'x7q9-'.repeat(51)}z`],
  ['emoji and combining marks', '🚀🚀 é̂ 很长的口令 zz9'],
])('a sign-in is refused if only the last character of the password (%s) is wrong', async (what, text) => {
  const email = `${what.replaceAll(/\W/g, '')}@example.com`
  expect((await site.signUp(email, text)).code).toBe(0)
  expect((await site.send('/api/auth/signin', { body: { email, password: text } })).code).toBe(0)
  const changed = [...text].slice(0, -1).join('') + (text.endsWith('z') ? 'y' : 'z')
  expect((await site.send('/api/auth/signin', { body: { email, password: changed } })).code).toBe(402)
})

test('a sign-up with a look-alike domain creates a separate account, whose e-mail address is stored in ASCII form', async () => {
  const genuine = await site.signUp('ada@example.com')
  const { data } = await site.signUp('ada@exаmple.com')
  expect(data.user.email).toMatch(/^ada@xn--/)
  expect(data.user.id).not.toBe(genuine.data.user.id)
})

test('the scheme of a bearer token is case-insensitive', async () => {
  const { data } = await site.signUp('scheme@example.com')
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await site.send('/api/userinfo', { headers: { authorization: `${scheme} ${data.session}` } })).code).toBe(0)
})

test('a POST from another site is refused, with or without a session cookie', async () => {
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
