import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { refuse } from '#src/contract/errors.ts'
import { defineRoute } from '#src/contract/route.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { createApi, type HttpApi } from './api.ts'

const rename = defineRoute({
  method: 'POST',
  path: '/api/things/{id}/rename',
  summary: 'Renames a thing',
  auth: 'none',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.coerce.number().int().min(1).optional() }),
  body: z.object({ name: z.string().min(1, 'key_name_empty').max(20), size: z.number().optional() }),
  data: z.object({ id: z.string(), name: z.string() }),
  errors: ['key_name_empty'],
})
const mine = defineRoute({
  method: 'GET',
  path: '/api/mine',
  summary: 'What is mine',
  auth: 'session',
  data: z.object({ account: z.string() }),
  errors: ['not_signed_in'],
})
const broken = defineRoute({ ...mine, path: '/api/broken', auth: 'none', data: z.unknown() })
const unchecked = defineRoute({ ...broken, method: 'POST', path: '/api/unchecked' })
const later = defineRoute({ ...broken, path: '/api/later' })

async function testApi(): Promise<
  AsyncDisposable & {
    api: HttpApi
    post: (body: string, headers?: Record<string, string>, path?: string) => Promise<Response>
  }
> {
  const ctx = await testPlatform()
  const api = createApi(ctx, {
    defaultLocale: 'zh-CN',
    authenticate: async (_ctx, request) =>
      request.headers.get('authorization') === 'Bearer seven'
        ? { kind: 'account', accountId: '7', sessionId: 's' }
        : null,
  })
  api.handle(rename, async (_ctx, call) => ({ id: call.params.id, name: call.body.name }))
  api.handle(mine, async (_ctx, call) => {
    call.headers.append('set-cookie', 'a=1')
    call.headers.append('set-cookie', 'b=2')
    return { account: call.actor.accountId }
  })
  api.handle(broken, async () => {
    throw new Error('secret inside')
  })
  api.handle(unchecked, async ({ postgres }, { request }) => {
    const column = request.headers.get('x-column') === 'json' ? sql`'{"a":"\\u0000"}'::jsonb` : sql`${'a\0b'}::text`
    await sql`select ${column}`.execute(postgres.db)
    return null
  })
  api.handle(later, async () => {
    throw refuse('too_often', { retryAfter: 12.3, extra: { reason: 'because' } })
  })
  const post = (body: string, headers: Record<string, string> = {}, path = '/api/things/5/rename') =>
    api.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', lang: 'en-US', ...headers },
      }),
    )
  return { api, post, [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose]() }
}

let http: Awaited<ReturnType<typeof testApi>>

beforeAll(async () => {
  http = await testApi()
})

afterAll(() => http[Symbol.asyncDispose]())

test('the result of a handler is sent in the field data, with a request id and no caching', async () => {
  const response = await http.post('{"name":"it"}', { 'content-type': 'application/json; charset=utf-8' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ code: 0, msg: 'ok', data: { id: '5', name: 'it' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

const deep = `${'{"name":'.repeat(21)}1${'}'.repeat(21)}`

test.each([
  ['text that is not JSON', '{"name":', {}, 400, 'bad_json', undefined],
  ['another content type', '{"name":"x"}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type', undefined],
  ['null', 'null', {}, 400, 'bad_request', undefined],
  ['a list', '[]', {}, 400, 'bad_request', undefined],
  ['an unknown field', '{"name":"x","role":"admin"}', {}, 400, 'unknown_field', 'role'],
  ['a prototype field', '{"name":"x","__proto__":{"a":1}}', {}, 400, 'unknown_field', '__proto__'],
  ['a field twice', '{"name":"x","n\\u0061me":"y"}', {}, 400, 'bad_json', 'name'],
  ['an empty body', '', {}, 400, 'missing_parameter', 'name'],
  ['a wrong type', '{"name":5}', {}, 400, 'invalid_parameter', 'name'],
  ['a refusal that the schema names', '{"name":""}', {}, 400, 'key_name_empty', 'name'],
  ['a number that is too large for a double', '{"name":"x","size":1e400}', {}, 400, 'invalid_parameter', 'size'],
  ['nesting of 21', deep, {}, 400, 'bad_json', undefined],
  ['a body over 64 KiB', `{"name":"${'x'.repeat(66_000)}"}`, {}, 413, 'payload_too_large', undefined],
  [
    'a packed body',
    gzipSync(`{"name":"${'x'.repeat(9_999_999)}"}`).toString('latin1'),
    { 'content-encoding': 'gzip' },
    400,
    'bad_json',
    undefined,
  ],
  ['a lone surrogate', '{"name":"\\ud800"}', {}, 400, 'bad_json', undefined],
  ['another origin', '{"name":"x"}', { origin: 'https://evil.example' }, 403, 'cross_site_refused', undefined],
  ['an opaque origin', '{"name":"x"}', { origin: 'null' }, 403, 'cross_site_refused', undefined],
  [
    'a look-alike origin',
    '{"name":"x"}',
    { origin: 'http://localhost:3000.evil.example' },
    403,
    'cross_site_refused',
    undefined,
  ],
  [
    'another site by Sec-Fetch-Site',
    '{"name":"x"}',
    { 'sec-fetch-site': 'cross-site' },
    403,
    'cross_site_refused',
    undefined,
  ],
])(
  'a call with a wrong body, content type or origin is refused: %s',
  async (_case, body, headers, status, error, param) => {
    const response = await http.post(body, headers as Record<string, string>)
    const json = (await response.json()) as Record<string, unknown>
    expect([response.status, json.error, json.param]).toEqual([status, error, param])
    expect(json).toMatchObject({ data: null, requestId: response.headers.get('x-request-id') })
  },
)

test.each(['null', 'https://evil.example'])('the origin %s gets no CORS header', async (origin) => {
  const headers = { origin, 'access-control-request-method': 'DELETE' }
  const preflight = await http.api.fetch(new Request('http://localhost:3000/api/mine', { method: 'OPTIONS', headers }))
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('requests of the same origin, and requests without an origin header, pass the cross-site check', async () => {
  const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  expect((await http.post('{"name":"x"}', own)).status).toBe(200)
  const elsewhere = { origin: 'https://ops.example.com', 'sec-fetch-site': 'same-origin' }
  expect((await http.post('{"name":"x"}', elsewhere)).status).toBe(200)
  expect((await http.post('{"name":"x"}')).status).toBe(200)
})

test('a repeated known query parameter is refused, and unknown query parameters are ignored', async () => {
  const twice = await http.post('{"name":"x"}', {}, '/api/things/5/rename?page=1&page=2')
  expect(await twice.json()).toMatchObject({ error: 'invalid_parameter', param: 'page' })
  expect((await http.post('{"name":"x"}', {}, '/api/things/5/rename?t=%3Cscript%3E&t=2')).status).toBe(200)
})

test('a call without a session is refused, and a call with a session gets the handler’s result and all cookies', async () => {
  const url = 'http://localhost:3000/api/mine'
  expect((await http.api.fetch(new Request(url))).status).toBe(401)
  const response = await http.api.fetch(new Request(url, { headers: { authorization: 'Bearer seven' } }))
  expect(await response.json()).toMatchObject({ data: { account: '7' } })
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('an internal call of a route by its name undergoes the same checks as an HTTP request', async () => {
  const page = new Request('http://localhost:3000/en-US/things', { headers: { authorization: 'Bearer seven' } })
  const caller = http.api.callerOf(page)
  const named = (name: string, sent: object, from = caller) => http.api.invoke(name, from, sent)
  const rename = 'POST /api/things/{id}/rename'
  expect((await named(rename, { params: { id: '5' }, body: { name: 'it' } })).data).toEqual({ id: '5', name: 'it' })
  expect((await named('GET /api/mine', {})).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const wrong = { params: { id: '5' }, body: { name: 'it', role: 'admin' } }
  await expect(named(rename, wrong)).rejects.toMatchObject({ error: 'unknown_field' })
  await expect(named(rename, wrong, { ...caller, isSameSite: false })).rejects.toMatchObject({
    error: 'cross_site_refused',
  })
  const stranger = { ...caller, actor: async () => null }
  await expect(named('GET /api/mine', {}, stranger)).rejects.toMatchObject({ error: 'not_signed_in' })
  await expect(named('GET /api/broken', {})).rejects.toThrow('secret inside')
})

test('a wrong method is answered with the allowed methods, and an unknown path with 404, both in the envelope', async () => {
  const wrong = await http.api.fetch(new Request('http://localhost:3000/api/things/5/rename'))
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await wrong.json()).toMatchObject({ code: 405, error: 'method_not_allowed' })
  const none = await http.api.fetch(new Request('http://localhost:3000/api/none'))
  expect(await none.json()).toMatchObject({ code: 404, error: 'not_found' })
})

test('the response to a fault reveals no internals, and the response to a refusal has its retry time and its details', async () => {
  const fault = await http.api.fetch(new Request('http://localhost:3000/api/broken'))
  expect(fault.status).toBe(500)
  expect(await fault.text()).not.toContain('secret')
  const limited = await http.api.fetch(new Request('http://localhost:3000/api/later'))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '13'])
  expect(await limited.json()).toMatchObject({ code: 431, reason: 'because' })
})

test.each(['text', 'json'])(
  'the API responds with 400 and the error bad_characters if PostgreSQL cannot store a value as %s',
  async (column) => {
    const response = await http.post('', { 'x-column': column }, '/api/unchecked')
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'bad_characters' }),
    ])
  },
)

test('U+0000 in a path, a query or a body is refused, and the refusal names the field if it is known', async () => {
  const verdict = async (response: Response) => {
    const { error, param } = (await response.json()) as Record<string, unknown>
    return [response.status, error, param]
  }
  const bad = [400, 'bad_characters']
  expect(await verdict(await http.post('{"name":"x"}', {}, '/api/things/%00/rename'))).toEqual([...bad, 'id'])
  expect(await verdict(await http.post('{"name":"x"}', {}, '/api/things/5/rename?other=a%00'))).toEqual([
    ...bad,
    'other',
  ])
  expect(await verdict(await http.post('{"name":"x","size":{"\\u0000":[1]}}'))).toEqual([...bad, undefined])
})

test('the limit on body size applies even to a route without a body', async () => {
  const response = await http.post('x'.repeat(66_000), {}, '/api/unchecked')
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close'])
})

test.each([
  ['header lang before all', { lang: 'en-US', cookie: 'lang=zh-HK' }, 'en'],
  ['the lang cookie before the locale cookie', { cookie: 'locale=en-US; lang=zh-HK' }, 'HK'],
  ['the cookie before Accept-Language', { cookie: 'locale=zh-HK', 'accept-language': 'en' }, 'HK'],
  ['Accept-Language by weight', { 'accept-language': 'zh-CN;q=0.5, en;q=0.9' }, 'en'],
  ['zh-TW as zh-HK', { 'accept-language': 'zh-TW' }, 'HK'],
  ['a path in the lang header as none', { lang: '../../etc' }, 'CN'],
  ['a star as none', { 'accept-language': '*' }, 'CN'],
])('the language of a message is chosen by this rule: %s', async (_case, headers, language) => {
  const response = await http.api.fetch(
    new Request('http://localhost:3000/api/mine', { headers: headers as Record<string, string> }),
  )
  const { msg } = (await response.json()) as { msg: string }
  const words = { en: 'Please log in to continue.', CN: '请先登录。', HK: '請先登入。' }
  expect(msg).toBe(words[language as 'en'])
})
