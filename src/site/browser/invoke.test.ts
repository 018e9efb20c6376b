import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedInCookie } from '#src/contract/site.ts'
import { refreshAccount, signOut } from './account.ts'
import { addressOf, callRoute } from './call-route.ts'
import { invoke } from './invoke.ts'

type SentRequest = { method: string; headers: { lang: string }; body?: string }
const assigned: string[] = []
let answers: Response[]
let requests: string[]
let bodies: (string | undefined)[]

/** A fake browser: a page, and a server with prepared responses. */
beforeEach(() => {
  vi.useFakeTimers()
  ;[requests, bodies] = [[], []]
  assigned.length = 0
  vi.stubGlobal('document', { documentElement: { lang: 'zh-HK', dataset: {} }, cookie: `${signedInCookie}=1` })
  vi.stubGlobal('location', {
    pathname: '/zh-HK/payment',
    search: '?plan=base',
    hash: '#x',
    assign: (url: string) => assigned.push(url),
  })
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: SentRequest) => {
    requests.push(`${method} ${path} ${headers.lang}`)
    bodies.push(body)
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const good = () => Response.json({ code: 0, msg: 'ok', data: 7 })
const bad = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ code: status, msg: 'no', error: 'server_busy', data: null, ...body }, { status, headers })

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'an API read with response status %i is retried once',
  async (status) => {
    answers = [bad(status), good()]
    const result = callRoute('GET /api/keys', {})
    await vi.runAllTimersAsync()
    expect(await result).toEqual({ ok: true, data: 7 })
    expect(requests).toEqual(['GET /api/keys zh-HK', 'GET /api/keys zh-HK'])
  },
)

test('an API read that fails twice is reported to the page as failed', async () => {
  answers = [bad(503), bad(503), good()]
  const result = callRoute('GET /api/keys', {})
  await vi.runAllTimersAsync()
  expect(await result).toMatchObject({ ok: false, refusal: { status: 503 } })
  expect(requests).toHaveLength(2)
})

test.each([400, 401, 403, 404])('an API read with response status %i is not retried', async (status) => {
  answers = [bad(status), good()]
  expect(await callRoute('GET /api/keys', {})).toMatchObject({ ok: false, refusal: { status } })
  expect(requests).toHaveLength(1)
})

test.each(['POST /api/auth/signout', 'PUT /api/preferences'] as const)(
  'the call %s is not retried after response status 503',
  async (name) => {
    answers = [bad(503), good()]
    expect(await callRoute(name, { body: {} })).toMatchObject({ ok: false, refusal: { status: 503 } })
    expect(requests).toHaveLength(1)
  },
)

test('an API read is retried at least two seconds later if the server requests a wait of two seconds', async () => {
  answers = [bad(429, {}, { 'retry-after': '2' }), good()]
  const result = callRoute('GET /api/keys', {})
  await vi.advanceTimersByTimeAsync(1_999)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(601)
  expect(await result).toMatchObject({ ok: true })
})

test('an API call returns the message of a refusal, and no message for a server or network fault', async () => {
  answers = [bad(500)]
  expect(await callRoute('POST /api/auth/signout', {})).toMatchObject({ refusal: { msg: null } })
  answers = []
  expect(await callRoute('POST /api/auth/signout', {})).toEqual({
    ok: false,
    refusal: { status: 0, error: null, msg: null },
  })
  answers = [bad(429, { error: 'too_often', code: 431 }, { 'retry-after': '9' })]
  expect(await callRoute('POST /api/auth/signout', {})).toMatchObject({
    refusal: { msg: 'no', error: 'too_often', retryAfter: 9 },
  })
})

test('a call by invoke opens the login page if the session has ended, but not after wrong credentials; a call by callRoute never does', async () => {
  answers = [bad(401, { code: 402, error: 'wrong_credentials' })]
  await invoke('POST /api/auth/signin', { body: { email: 'a@b.example', password: 'x' } })
  answers = [bad(401, { error: 'not_signed_in' })]
  await callRoute('GET /api/userinfo', {})
  expect(assigned).toEqual([])
  answers = [bad(401, { error: 'not_signed_in' })]
  await invoke('GET /api/keys', {})
  expect(assigned).toEqual(['/zh-HK/login?redirect=%2Fzh-HK%2Fpayment%3Fplan%3Dbase%23x'])
})

test('a refused call opens no login page after a sign-out, and opens it again after the next sign-in', async () => {
  answers = [good()]
  expect(await signOut()).toBe(true)
  answers = [bad(401, { error: 'not_signed_in' })]
  await invoke('GET /api/usage', {})
  expect(assigned).toEqual([])
  answers = [good(), bad(401, { error: 'not_signed_in' })]
  await refreshAccount()
  await invoke('GET /api/usage', {})
  expect(assigned).toHaveLength(1)
})

test('an API call sends its parameters in the path, its query in the query string and its body as JSON', async () => {
  answers = [good(), good(), good()]
  await callRoute('POST /api/keys/{id}/rename', { params: { id: 'a/b?$&' }, body: { name: 'é' } })
  await callRoute('GET /api/usage/errors', { query: { key: '1&2', limit: '20' } })
  await callRoute('POST /api/keys/{id}/reveal', { params: { id: '7' } })
  expect(requests).toEqual([
    'POST /api/keys/a%2Fb%3F%24%26/rename zh-HK',
    'GET /api/usage/errors?key=1%262&limit=20 zh-HK',
    'POST /api/keys/7/reveal zh-HK',
  ])
  expect(bodies).toEqual(['{"name":"é"}', undefined, undefined])
})

test('a call from an account page sends the shown account in the header x-account', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('document', { documentElement: { lang: 'en-US', dataset: { account: 'ada' } }, cookie: '' })
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: object }) => {
    sent.push(headers)
    return good()
  })
  await invoke('POST /api/keys/{id}/revoke', { params: { id: '7' } })
  expect(sent).toEqual([{ 'Content-Type': 'application/json', lang: 'en-US', 'x-account': 'ada' }])
})

test('a page gets every field of a refusal', async () => {
  answers = [bad(401, { error: 'fresh_factor_required', ways: ['code'], param: 'code', ticket: 't' })]
  expect(await callRoute('POST /api/security/totp/start', {})).toMatchObject({
    refusal: { error: 'fresh_factor_required', ways: ['code'], param: 'code', ticket: 't', msg: 'no', status: 401 },
  })
})

test('a page builds links to files and streams from the names of API calls', () => {
  expect(addressOf('GET /api/order/{no}/events', { params: { no: 'P1' } })).toBe('/api/order/P1/events')
  expect(addressOf('GET /api/security/export', {})).toBe('/api/security/export')
})

test('the type checker refuses calls that do not match the contract', async () => {
  answers = [good(), good(), good(), good(), good(), good(), good(), good()]
  // @ts-expect-error no route has this name
  await invoke('GET /api/key', {})
  // @ts-expect-error the route has another method
  await invoke('GET /api/keys/{id}/reveal', { params: { id: '7' } })
  // @ts-expect-error a route that returns a file cannot be invoked
  await invoke('GET /api/usage/export', {})
  // @ts-expect-error the path needs an id
  await invoke('POST /api/keys/{id}/reveal', {})
  // @ts-expect-error the body lacks a field
  await invoke('POST /api/security/email/confirm', { body: { email: 'a@b.example', newCode: '1' } })
  // @ts-expect-error no such parameter
  await invoke('GET /api/usage/errors', { query: { keyId: '7' } })
  // @ts-expect-error no such field
  await invoke('POST /api/keys/{id}/rename', { params: { id: '7' }, body: { name: 'x', colour: 'red' } })
  const answer = await invoke('GET /api/keys', {})
  // @ts-expect-error the result is a list of keys
  const text: string = answer.ok ? answer.data : ''
  expect([requests.length, text]).toEqual([8, 7])
})

test('pages call the account API by the names of its routes, never by path', async () => {
  const site = join(import.meta.dirname, '..')
  const files = (await readdir(site, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const byPath = files
    .filter((file) => !file.startsWith('server/'))
    .filter((file) => /['"`]\/api\//.test(readFileSync(join(site, file), 'utf8')))
  expect(files.length).toBeGreaterThan(300)
  expect(byPath.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
})
