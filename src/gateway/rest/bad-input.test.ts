import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { newSecret } from '#src/keys/key/secret.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { HeldStatements } from '#test/fixtures/held-statements.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type Got, type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:10:00Z')
let ctx: TestPlatform
let rest: TestRest
let paid = ''
let statements: HeldStatements

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  statements = new HeldStatements(ctx)
  rest = await testRest(statements.platform)
  paid = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  await recordBars(ctx, [{ ...bar(now - dayMs), instrumentId: await idOf('AAPL'), interval: '1d' }])
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const bar = (time: number) => ({
  ...{ time: time - (time % 60_000), open: 10, high: 12, low: 9, close: 11, volume: 5, turnover: 50 },
  source: 'simulated' as const,
})

async function idOf(code: string): Promise<number> {
  const found = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!found) throw new Error(code)
  return found.id
}

const bars = '/stock/kline?region=US&code=AAPL&kType=8'
const get = (path: string, headers: Record<string, string> = { token: paid }) => rest.get(path, headers)
const verdict = (got: Got) => [got.status, got.json().error]
const whole = newSecret(cryptoRandom)

test('the refusal of a request without a key names the header for the key', async () => {
  const got = await get(bars, {})
  expect(verdict(got)).toEqual([401, 'key_missing'])
  expect(got.json().msg).toMatch(/token/)
})

test.each([
  ['a wrong checksum', `${whole.slice(0, -1)}${whole.endsWith('0') ? '1' : '0'}`],
  ['missing characters', whole.slice(0, -3)],
  ['another case', whole.toUpperCase()],
  ['a character too many', `${whole}x`],
])('a key with %s is refused as malformed, without a database query', async (_case, token) => {
  const noDatabase = new Proxy(ctx.postgres.db, {
    get() {
      throw new Error('the database was asked')
    },
  })
  await using bare = await testRest({ ...ctx, postgres: { ...ctx.postgres, db: noDatabase } })
  expect(verdict(await bare.get(bars, { token }))).toEqual([401, 'key_malformed'])
})

test('a key followed by a line break is refused as malformed', async () => {
  expect(verdict(await get(`${bars}&token=${paid}%0A`, {}))).toEqual([401, 'key_malformed'])
})

test('unknown, revoked and expired keys get different errors', async () => {
  await using _cache = await openKeyCache(ctx)
  expect(verdict(await get(bars, { token: whole }))).toEqual([401, 'key_unknown'])
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-base')
  await revokeKey(ctx, actor, keyId, 'en-US')
  expect(verdict(await get(bars, { token: secret }))).toEqual([401, 'key_revoked'])
  const { secret: expired } = await keyOnPlan(ctx, 'integrated-base', { expiresAt: now - 1 })
  for (const [lang, msg] of [
    ['en-US', 'Subscription expired; renew or contact customer service.'],
    ['zh-CN', '套餐已到期，请续费或联系客服。'],
    ['zh-HK', '計劃已到期，請續訂或聯絡客戶服務。'],
  ] as const) {
    const late = await get(bars, { token: expired, lang })
    expect(verdict(late)).toEqual([403, 'plan_expired'])
    expect(late.json().msg).toBe(msg)
  }
})

test('two different keys in one request are refused, and the same key twice is accepted', async () => {
  expect(verdict(await get(`${bars}&token=tw_demo_public`))).toEqual([400, 'conflicting_credentials'])
  expect((await get(`${bars}&token=${paid}`)).status).toBe(200)
})

test('a file download refuses a key in the query, and accepts it in a header', async () => {
  const path = '/files/stock/US/2026-01-05.csv.gz'
  expect(verdict(await get(`${path}?token=${paid}`, {}))).toEqual([400, 'key_in_query'])
  expect((await get(path)).status).toBe(200)
})

test.each([
  ['aapl', 200, undefined],
  ['AAPL%20', 200, undefined],
  ['', 400, 'missing_parameter'],
  ['A'.repeat(200), 400, 'invalid_symbol'],
  ['%3Cimg%20onerror%3E', 400, 'invalid_symbol'],
  ["';%20DROP", 400, 'invalid_symbol'],
  ['%25', 400, 'invalid_symbol'],
  ['_', 400, 'invalid_symbol'],
  ['*', 400, 'invalid_symbol'],
  ['AA%00PL', 400, 'bad_characters'],
])('a request for the symbol %s gets the response %i %s', async (code, status, error) => {
  const path = `/stock/kline?region=US&code=${code}&kType=8`
  expect(verdict(await get(path))).toEqual([status, error])
})

test.each(['%25', '_', '*', "';%20DROP%20TABLE%20instruments", '%3Cimg%20onerror%3E'])(
  'the search text %s is matched literally',
  async (text) => {
    const got = await get(`/symbol/web/page?code=${text}`)
    expect(got.status).toBe(200)
    const { content } = got.json().data as { content: { symbol: string; description: string }[] }
    const letters = decodeURIComponent(text)
    expect(content.every(({ symbol, description }) => `${symbol}${description}`.includes(letters))).toBe(true)
  },
)

test.each(['page=0', 'page=-1', 'page=1.5', 'page=1e9', 'page=abc', 'size=0', 'size=31', 'size=1000', 'size=-1'])(
  'the search parameter %s is refused, and the refusal names the valid range',
  async (query) => {
    const got = await get(`/symbol/web/page?${query}`)
    expect(verdict(got)).toEqual([400, 'invalid_parameter'])
    expect(got.json()).toMatchObject({ param: query.split('=')[0], min: 1, max: expect.any(Number) })
  },
)

test('a search without a page number returns the first page', async () => {
  expect((await get('/symbol/web/page')).json().data).toMatchObject({ page: 1, size: 30 })
})

test('unknown types and regions are refused, and the refusal lists the valid types and regions', async () => {
  const type = await get('/symbol/web/page?type=bogus')
  expect(verdict(type)).toEqual([400, 'invalid_parameter'])
  expect(type.json()).toMatchObject({ param: 'type', allowed: expect.arrayContaining(['stock', 'fund']) })
  for (const path of ['/symbol/web/page?type=stock&region=XX', '/symbol/list?type=stock&region=XX']) {
    const region = await get(path)
    expect(verdict(region)).toEqual([400, 'invalid_parameter'])
    expect(region.json()).toMatchObject({ param: 'region', allowed: expect.arrayContaining(['US', 'HK']) })
  }
})

test('a region for a class without countries is ignored with a warning', async () => {
  const got = await get('/symbol/web/page?type=crypto&region=US')
  expect(got.json()).toMatchObject({ code: 0, warning: 'region_ignored' })
  expect((got.json().data as { content: object[] }).content).not.toEqual([])
})

test.each(['page=2', 'region=US&type=stock', 'type=fund'])(
  'a free key that requests %s is refused, and the refusal names a plan that allows it',
  async (query) => {
    const got = await get(`/symbol/web/page?${query}`, { token: (await keyOnPlan(ctx, 'integrated-free')).secret })
    expect(verdict(got)).toEqual([403, 'not_in_plan'])
    expect(got.json().plan).toBe('integrated-base')
  },
)

test.each([
  ['from=2026-01-03&to=2026-01-02', 'range_reversed'],
  ['from=0001-01-01', 'invalid_time'],
  ['to=20250230', 'invalid_time'],
  ['to=99999999999', 'invalid_time'],
  ['to=NaN', 'invalid_time'],
  ['to=2025-02-30', 'invalid_time'],
  ['to=2025-01-01T24:00:00', 'invalid_time'],
])('the time range %s is refused: %s', async (range, error) => {
  expect(verdict(await get(`${bars}&${range}`))).toEqual([400, error])
})

test('the time parameter `to` accepts seconds, milliseconds, times without a zone as UTC, and future times', async () => {
  const closes = async (to: string) =>
    ((await get(`${bars}&to=${to}`)).json().data as { t: number }[]).map(({ t }) => t)
  const expected = await closes('2026-01-06T12:00:00Z')
  expect(expected).toHaveLength(1)
  const at = Date.parse('2026-01-06T12:00:00Z')
  for (const to of [
    String(at),
    String(at / 1000),
    '2026-01-06T12:00:00',
    '2026-01-06T07:00:00-05:00',
    '2026-01-06T20:00+08:00',
    '2030-01-01',
  ])
    expect(await closes(to)).toEqual(expected)
})

test.each(['7m', '0d', '1y1d', '11', '0', '-1'])('the interval %s is refused', async (interval) => {
  expect(verdict(await get(`/stock/kline?region=US&code=AAPL&interval=${interval}`))).toEqual([400, 'invalid_interval'])
})

test.each([
  ['/stock/kline?code=AAPL&interval=7m', 'Unknown interval. Send one of 1m, 3m, 5m, 10m, 15m,'],
  ['/udf/history?symbol=AAPL&resolution=7&from=0&to=9', 'Unknown interval. Send one of 1, 3, 5, 10, 15,'],
  ['/files/stock/US/2026-01-05.csv.gz?interval=5m', 'Unknown interval. Send one of 1m, 1d.'],
  ['/stock/kline?code=AAPL&interval=1d&adjust=yes', 'It accepts none, split, dividend, all.'],
  ['/symbol/v2/holidays?code=XX', ' HK, ID, IN, IT, JP,'],
  ['/symbol/web/page?size=31', 'It accepts numbers from 1 to 30.'],
  ['/files/stock/US/20260105.csv.gz', '“date” must be a finished day in UTC, written as 2026-01-05.'],
  ['/files/stock/US/2030-01-05.csv.gz', '“date” must be a finished day in UTC, written as 2026-01-05.'],
  ['/files?type=stock&region=US&from=2020-01-01&to=2025-01-01', 'a range has at most 366 days.'],
  ['/stock/kline?code=AAPL&interval=1d&code=IBM', 'The value of “code” is not valid. Send it once.'],
  ['/stock/kline?code=AAPL&interval=1d&format=csv&tz=Mars', 'time zones, such as America/New_York.'],
])('the refusal of %s names the accepted values', async (path, words) => {
  expect((await get(path)).json().msg).toContain(words)
})

test.each([
  [{ 'accept-language': 'fr' }, 'This address'],
  [{ lang: 'fr' }, 'This address'],
  [{ 'accept-language': 'fr, zh-CN;q=0.1' }, '该地址'],
])('a caller with %j gets the message in a supported language', async (headers, words) => {
  const response = await fetch(`${rest.url}/stock/kline`, { method: 'POST', headers: headers as HeadersInit })
  expect(((await response.json()) as { msg: string }).msg).toContain(words)
})

test.each([
  ['/udf/symbols?symbol=NOPE', 'No such symbol'],
  ['/udf/symbols', 'The parameter “symbol” is missing'],
  ['/udf/history?symbol=AAPL&resolution=1D', 'The parameter “to” is missing'],
])('the refusal of %s has the form that TradingView’s adapters recognise', async (path, words) => {
  expect((await get(path)).json()).toMatchObject({ s: 'error', errmsg: expect.stringContaining(words) })
})

test.each(['/stock', '/stream?token=x', '/websocket/crypto'])(
  'an HTTP request to the WebSocket path %s gets the status 426 and an upgrade header',
  async (path) => {
    const got = await get(path)
    expect(verdict(got)).toEqual([426, 'websocket_only'])
    expect(got.headers.get('upgrade')).toBe('websocket')
  },
)

test('a request for fifty years of minute bars is answered', async () => {
  const got = await get('/stock/kline?region=US&code=AAPL&interval=1m&from=1976-01-01&to=2026-01-01&limit=1000')
  expect(got.status).toBe(200)
})

test('a request for too many symbols is refused, and a symbol repeated a thousand times counts once', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => at).join(',')
  const over = await get(`/stock/quotes?region=US&codes=${many}`)
  expect(verdict(over)).toEqual([400, 'too_many_symbols'])
  expect(over.json().max).toBe(100)
  const same = await get(`/stock/quotes?region=US&codes=${Array(1_000).fill('AAPL').join(',')}`)
  expect(Object.keys(same.json().data)).toEqual(['AAPL'])
})

test.each([
  ['format=xml', undefined, 400, 'invalid_format'],
  ['', 'application/xml', 406, 'not_acceptable'],
])('the query “%s” with the Accept header %s gets the response %i %s', async (query, accept, status, error) => {
  const got = await get(`${bars}&et=2026-01-06&${query}`, { token: paid, ...(accept ? { accept } : {}) })
  expect(verdict(got)).toEqual([status, error])
})

test('the format parameter wins over the Accept header', async () => {
  const got = await get(`${bars}&et=2026-01-06&format=csv`, { token: paid, accept: 'application/json' })
  expect(got.headers.get('content-type')).toContain('text/csv')
})

test.each([
  ['region=US&code=AAPL&code=TSLA', 400, 'invalid_parameter'],
  ['region=US&code[]=AAPL', 400, 'missing_parameter'],
  ['region=US&code[__proto__]=AAPL', 400, 'missing_parameter'],
  ['region=US&code=AAPL&__proto__=x&constructor[prototype]=y', 200, undefined],
])('the query %s gets the status %i and the error %s', async (query, status, error) => {
  expect(verdict(await get(`/stock/kline?kType=8&${query}`))).toEqual([status, error])
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test.each(['9007199254740991', '2147483648', '0x10', '1e3', '-1', 'next'])(
  'the cursor %s of a list of instruments is refused',
  async (cursor) => {
    expect(verdict(await get(`/symbol/list?cursor=${cursor}`))).toEqual([400, 'invalid_cursor'])
  },
)

test('a repeated parameter of an indicator is refused', async () => {
  const path = '/stock/indicator?region=US&code=AAPL&interval=1d&name=sma'
  expect((await get(`${path}&period=5&period=6`)).json()).toMatchObject({ error: 'invalid_parameter', param: 'period' })
})

test.each(['%zz', '%C0%80', '%ED%A0%80', '%'])('the malformed encoding %s is refused', async (code) => {
  expect(verdict(await get(`/stock/kline?region=US&kType=8&code=${code}`))).toEqual([400, 'invalid_encoding'])
})

test('a key may have 64 concurrent requests: the 65th is refused without being counted, and the other requests are answered', async () => {
  const headers = { token: (await keyOnPlan(ctx, 'integrated-base')).secret }
  statements.hold()
  const before = statements.statementCount
  const path = `${bars}&et=2026-01-06&limit=`
  const running = Array.from({ length: 64 }, (_, at) => get(`${path}${at + 1}`, headers))
  await expect.poll(() => statements.statementCount).toBe(before + 64)
  const over = await get(`${path}99`, headers)
  expect(verdict(over)).toEqual([429, 'too_many_concurrent'])
  expect(over.headers.get('retry-after')).toBe('1')
  statements.release()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(64).fill(200))
  const next = await get(`${path}99`, headers)
  expect([next.status, next.headers.get('x-ratelimit-remaining')]).toEqual([200, '55'])
})

test('of 17 concurrent conditional requests with the demo key, the last is refused', async () => {
  statements.hold()
  const before = statements.statementCount
  const headers = { token: 'tw_demo_public', 'if-none-match': '"x"' }
  const path = `${bars}&et=2026-01-06&limit=`
  const running = Array.from({ length: 16 }, (_, at) => get(`${path}${at + 200}`, headers))
  await expect.poll(() => statements.statementCount).toBe(before + 16)
  expect(verdict(await get(`${path}299`, headers))).toEqual([429, 'too_many_concurrent'])
  statements.release()
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(16).fill(200))
  expect((await get(`${path}299`, headers)).status).toBe(200)
})

test.each([
  '127.0.0.1',
  Array.from({ length: 50 }, (_, at) => `10.0.0.${at}`).join(', '),
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
])(
  'a request with the forged X-Forwarded-For %s counts against the same rate limit as a request without it',
  async (forwarded) => {
    await ctx.limiter.clear('rest:demo:127.0.0.1')
    const first = await get(bars, { token: 'tw_demo_public' })
    const second = await get(bars, { token: 'tw_demo_public', 'x-forwarded-for': forwarded })
    const left = (got: Got) => Number(got.headers.get('x-ratelimit-remaining'))
    expect(left(second)).toBe(left(first) - 1)
  },
)

test.each(['null', 'https://evil.example'])(
  'the data API is open to the origin %s, without credentials',
  async (origin) => {
    const got = await get(bars, { token: paid, origin })
    expect(got.headers.get('access-control-allow-origin')).toBe('*')
    expect(got.headers.get('access-control-allow-credentials')).toBeNull()
    const preflightHeaders = { origin, 'access-control-request-method': 'DELETE' }
    const preflight = await fetch(`${rest.url}${bars}`, { method: 'OPTIONS', headers: preflightHeaders })
    expect(preflight.headers.get('access-control-allow-methods')).not.toContain('DELETE')
  },
)

test('a request target that names another host is refused', async () => {
  const port = Number(new URL(rest.url).port)
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(String(data)))
  socket.write(`GET http://evil.example${bars} HTTP/1.1\r\nHost: localhost\r\ntoken: ${paid}\r\n\r\n`)
  const answer = await promise
  socket.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(answer).not.toContain('evil')
})
