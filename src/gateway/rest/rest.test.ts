import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { onServers } from '#test/fixtures/clickhouse.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { refusedRequests } from '#test/fixtures/refused-requests.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

let ctx: TestPlatform
let rest: TestRest
let seq = 1
const minute = 60_000
const start = Date.parse('2026-01-05T15:00:00Z')

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: start + 5 * minute + 10_000 })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  const apple = await instrumentId('AAPL')
  const bar = (time: number, close: number) => ({
    time,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 10,
    turnover: 0,
    source: 'simulated' as const,
  })
  await recordBars(ctx, [
    ...Array.from({ length: 5 }, (_, at) => ({
      ...bar(start + at * minute, 100 + at),
      instrumentId: apple,
      interval: '1m' as const,
    })),
    ...['2025-12-30', '2025-12-31', '2026-01-02'].map((day, at) => ({
      ...bar(Date.parse(day), 90 + at),
      instrumentId: apple,
      interval: '1d' as const,
    })),
  ])
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function instrumentId(code: string): Promise<number> {
  const found = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!found) throw new Error(code)
  return found.id
}

function putOnBoard(event: MarketEvent): void {
  seq += 1
  rest.board.apply({ offset: `1-${seq}`, at: ctx.clock.now(), lane: 'x', seq, event })
}

/** Resets the demo key's limit of thirty calls a minute, then sends a request. */
async function get(path: string, headers?: Record<string, string>) {
  await ctx.clock.advance(0)
  await ctx.limiter.clear('rest:demo:127.0.0.1')
  return rest.get(path, headers)
}

test('a request for bars returns JSON with metadata', async () => {
  const { status, json, headers } = await get('/stock/kline?region=US&code=aapl&kType=8&limit=3')
  expect(status).toBe(200)
  expect(json()).toMatchObject({ code: 0, msg: 'ok', delay: 0, source: 'simulated', nextCursor: expect.any(String) })
  expect(json().data).toMatchObject([
    { t: Date.parse('2025-12-31'), c: 91 },
    { t: Date.parse('2026-01-02'), o: 92, h: 93, l: 91, c: 92, v: 10, tu: 0 },
    { t: Date.parse('2026-01-05'), v: 50, final: false },
  ])
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=30;w=60')
  expect(headers.get('x-ratelimit-remaining')).toBe('29')
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('the field `final` is false only for the running bar, which is the last row', async () => {
  const apple = 'stock:AAPL$US'
  putOnBoard({
    type: 'bar',
    key: apple,
    interval: '1m',
    time: start + 5 * minute,
    open: 105,
    high: 109,
    low: 104,
    close: 108,
    volume: 3,
    turnover: 0,
    final: false,
    source: 'simulated',
  })
  putOnBoard({
    type: 'quote',
    key: apple,
    time: start + 5 * minute,
    previousClose: 92,
    open: 100,
    high: 109,
    low: 99,
    last: 108,
    volume: 53,
    turnover: 5,
    tradingStatus: 0,
    change: 16,
    changePercent: 17.39,
    source: 'simulated',
  })
  const minutes = (await get('/stock/kline?region=US&code=AAPL&interval=1m&limit=3')).json().data as {
    t: number
    c: number
  }[]
  expect(minutes).toMatchObject([{ c: 103 }, { c: 104 }, { t: start + 5 * minute, c: 108, final: false }])
  const fives = (await get('/stock/kline?region=US&code=AAPL&kType=2&limit=10')).json().data
  expect(fives).toMatchObject([
    { t: start, o: 100, c: 104, v: 50 },
    { t: start + 5 * minute, o: 105, h: 109, v: 3, final: false },
  ])
  const days = (await get('/stock/kline?region=US&code=AAPL&kType=8&limit=2')).json().data
  expect(days).toMatchObject([
    { t: Date.parse('2026-01-02'), c: 92 },
    { t: Date.parse('2026-01-05'), o: 100, c: 108, v: 53, final: false },
  ])
  const weeks = (await get('/stock/kline?region=US&code=AAPL&kType=9&limit=2')).json().data
  expect(weeks).toMatchObject([
    { t: Date.parse('2025-12-29'), v: 30 },
    { t: Date.parse('2026-01-05'), c: 108, final: false },
  ])
  await ctx.clock.advance(minute)
  putOnBoard({
    type: 'bar',
    key: apple,
    interval: '1m',
    time: start + 6 * minute,
    open: 108,
    high: 110,
    low: 108,
    close: 110,
    volume: 1,
    turnover: 0,
    final: false,
    source: 'simulated',
  })
  const later = (await get('/stock/kline?region=US&code=AAPL&interval=1m&limit=2')).json().data as object[]
  expect(later).toMatchObject([
    { t: start + 5 * minute, c: 108 },
    { t: start + 6 * minute, final: false },
  ])
  expect(later[0]).not.toHaveProperty('final')
})

test('pages of bars join without a gap or a duplicate in both directions', async () => {
  const page = async (query: string) =>
    (await get(`/stock/kline?region=US&code=AAPL&interval=1m&limit=2&${query}`)).json()
  const newest = await page(`et=${start + 4 * minute}`)
  const older = await page(`et=${start + 4 * minute}&cursor=${newest.nextCursor}`)
  const closes = (answer: { data: { c: number }[] }) => answer.data.map(({ c }) => c)
  expect([...closes(older), ...closes(newest)]).toEqual([101, 102, 103, 104])
  const first = await page(`from=${start}`)
  expect([...closes(first), ...closes(await page(`from=${start}&cursor=${first.nextCursor}`))]).toEqual([
    100, 101, 102, 103,
  ])
  expect(closes(await page(`from=${new Date(start).toISOString()}&to=${(start + minute) / 1000}`))).toEqual([100, 101])
})

type Page = { data: { c: number }[]; nextCursor?: string }

test('the parameter `order` sets the direction of paging through bars; the bars of each page are oldest first', async () => {
  const to = start + 4 * minute
  const closesOf = async (query: string) => {
    const pages: number[][] = []
    for (let cursor: string | undefined = ''; cursor !== undefined && pages.length < 3; ) {
      const path: string = `/stock/kline?region=US&code=AAPL&interval=1m&limit=2&${query}${cursor && `&cursor=${cursor}`}`
      const answer: Page = (await get(path)).json()
      pages.push(answer.data.map(({ c }) => c))
      cursor = answer.nextCursor
    }
    return pages
  }
  const forward = [[100, 101], [102, 103], [104]]
  expect(await closesOf(`from=${start}&to=${to}`)).toEqual(forward)
  expect(await closesOf(`from=${start}&to=${to}&order=asc`)).toEqual(forward)
  const backward = [[103, 104], [101, 102], [100]]
  expect(await closesOf(`from=${start}&to=${to}&order=desc`)).toEqual(backward)
  expect((await closesOf(`to=${to}`)).slice(0, 2)).toEqual(backward.slice(0, 2))
  expect((await closesOf(`to=${to}&order=asc`))[0]).toEqual((await closesOf('from=20200101'))[0])
  const batch = async (order: string) => {
    const path = `/stock/klines?region=US&codes=AAPL&interval=1m&limit=1&from=${start}&to=${to}${order}`
    const { data }: { data: { AAPL: Page['data'] } } = (await get(path)).json()
    return data.AAPL
  }
  expect([await batch(''), await batch('&order=desc')]).toMatchObject([[{ c: 100 }], [{ c: 104 }]])
})

test('a batch request with a range or an order returns a cursor for each code with more bars, and kline continues from that cursor', async () => {
  const range = `region=US&interval=1m&limit=3&from=${start}&to=${start + 4 * minute}`
  type Batch = { data: { AAPL: Page['data'] }; reasons?: { AAPL: { nextCursor: string } } }
  const batchOf = async (query: string): Promise<Batch> => (await get(`/stock/klines?codes=AAPL&${query}`)).json()
  const { data, reasons } = await batchOf(range)
  expect(data.AAPL).toHaveLength(3)
  const next: Page = (await get(`/stock/kline?code=AAPL&${range}&cursor=${reasons?.AAPL.nextCursor}`)).json()
  expect(next.data.map(({ c }) => c)).toEqual([103, 104])
  const whole = await batchOf(range.replace('limit=3', 'limit=5'))
  expect([whole.data.AAPL.length, whole.reasons]).toEqual([5, undefined])
  for (const query of ['order=asc', 'order=desc', `to=${start + 4 * minute}`])
    expect((await batchOf(`region=US&interval=1m&limit=3&${query}`)).reasons?.AAPL.nextCursor).toBeDefined()
  expect((await batchOf('region=US&interval=1m&limit=3')).reasons).toBeUndefined()
})

test('a cursor keeps its sort order, and a query with a cursor of the opposite order is refused', async () => {
  const path = `/stock/kline?region=US&code=AAPL&interval=1m&limit=2&from=${start}&to=${start + 4 * minute}`
  const { nextCursor }: Page = (await get(`${path}&order=desc`)).json()
  const next: Page = (await get(`${path}&cursor=${nextCursor}`)).json()
  expect(next.data.map(({ c }) => c)).toEqual([101, 102])
  expect((await get(`${path}&order=asc&cursor=${nextCursor}`)).json()).toMatchObject({ error: 'invalid_cursor' })
  expect((await get(`${path}&order=up`)).json()).toMatchObject({ error: 'invalid_parameter', param: 'order' })
})

test.skipIf(onServers)(
  'while the queue of the embedded ClickHouse is full, a data call gets the status 503 and a retry time',
  async () => {
    // The sleep is longer than a request takes on a busy machine.
    const queue = [ctx.clickhouse.query('SELECT sleep(2)')]
    for (let waiting = 0; waiting < 200; waiting += 1) queue.push(ctx.clickhouse.query('SELECT 1'))
    const answer = await get('/stock/kline?region=US&code=AAPL&kType=8&et=2025-12-31')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.json()).toMatchObject({ error: 'history_unavailable' })
    await Promise.all(queue)
  },
)

test('CSV has the field names of JSON, a date without a zone for daily bars, and the metadata in headers', async () => {
  const { text, headers } = await get(
    '/stock/kline?region=US&code=AAPL&kType=8&et=20251231&limit=1&format=csv&tz=America/New_York',
  )
  expect(text).toBe(`time,t,o,h,l,c,v,tu\r\n2025-12-31,${Date.parse('2025-12-31')},91,92,90,91,10,0\r\n`)
  const minute = await get(`/stock/kline?region=US&code=AAPL&kType=1&et=${start}&format=csv&tz=Asia/Shanghai`)
  expect(minute.text).toContain(`\r\n2026-01-05T23:00:00.000+08:00,${start},`)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(headers.get('x-delay')).toBe('0')
  expect(headers.get('x-next-cursor')).toBeTruthy()
  expect(headers.get('content-disposition')).toBe('attachment; filename="stock-US-AAPL-1d.csv"')
  const lines = (await get('/stock/kline?region=US&code=AAPL&kType=8&et=2025-12-31&format=ndjson')).text
    .trimEnd()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line).c)).toEqual([90, 91])
})

test.each(['br', 'gzip', 'gzip, br'])(
  'a long response is compressed for a client that accepts %s',
  async (accepted) => {
    const path = '/symbol/list?type=stock&region=US'
    const plain = await get(path, { token: 'tw_demo_public', 'accept-encoding': 'identity' })
    const packed = await get(path, { token: 'tw_demo_public', 'accept-encoding': accepted })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe(accepted.includes('br') ? 'br' : 'gzip')
    expect(packed.headers.get('vary')).toBe('accept-encoding')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 2)
    expect(packed.text).toBe(plain.text)
  },
)

test.each([
  ['as it was sent', (etag: string) => etag],
  ['weakened by a proxy', (etag: string) => `W/${etag}`],
  ['in a list', (etag: string) => `"other", ${etag}`],
])('an unchanged response is confirmed with 304 for its ETag %s, and does not count as a request', async (_, sent) => {
  const path = '/stock/kline?region=US&code=AAPL&kType=8&et=2025-12-31'
  const first = await get(path)
  const again = await rest.get(path, {
    token: 'tw_demo_public',
    'if-none-match': sent(first.headers.get('etag') ?? ''),
  })
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
  expect(again.headers.get('x-ratelimit-remaining')).toBe('29')
})

test.each([
  ['/stock/tick?region=US&code=AAPL', { s: 'AAPL', ld: 110 }],
  [
    '/stock/quote?region=US&code=AAPL',
    { s: 'AAPL', ld: 108, o: 100, p: 92, h: 109, l: 99, v: 53, tu: 5, ts: 0, ch: 16, chp: 17.39 },
  ],
  ['/stock/quotes?region=US&codes=AAPL,NOSUCH,TSLA', { AAPL: { ld: 108 } }],
  ['/stock/klines?region=US&codes=AAPL&kType=8&limit=1', { AAPL: [{ final: false }] }],
  ['/symbol/list?type=stock&region=HK&code=700.HK', [{ c: '700', e: 'HKEX', r: 'HK', t: 'stock' }]],
  ['/symbol/info?code=NASDAQ:AAPL', { c: 'AAPL', tz: 'America/New_York', ps: 100, m: 1 }],
  [
    '/symbol/v2/holidays?code=US',
    expect.arrayContaining([expect.objectContaining({ d: '2026-01-19', t: '09:30-16:00' })]),
  ],
  ['/account/limits', { plan: 'integrated-free', perMinute: 30 }],
])('a request for %s returns the expected data', async (path, data) => {
  const { status, json } = await get(path)
  expect(status).toBe(200)
  expect(json().data).toMatchObject(data as object)
})

test('a batch response has a reason for each missing code', async () => {
  expect((await get('/stock/quotes?region=US&codes=AAPL,NOSUCH,TSLA')).json().reasons).toEqual({
    NOSUCH: { reason: 'unknown_symbol' },
    TSLA: { reason: 'not_in_plan' },
  })
})

test.each(refusedRequests)('the request %s gets the response %i %s', async (path, status, error) => {
  const got = await get(path)
  expect([got.status, got.json().error]).toEqual([status, error])
  expect(got.json()).toMatchObject({
    data: null,
    requestId: got.headers.get('x-request-id'),
    msg: expect.stringMatching(/\w/),
  })
})

test('the response to an unknown code suggests the nearest codes', async () => {
  const { json } = await get('/stock/kline?region=US&code=APPL&kType=8')
  expect(json()).toMatchObject({ reason: 'unknown_symbol', suggestions: expect.arrayContaining(['AAPL']) })
})

test.each([
  [{}, 401, 'key_missing'],
  [{ token: 'tw_live_nonsense' }, 401, 'key_malformed'],
  [{ token: 'tw_demo_public', authorization: 'Bearer other' }, 400, 'conflicting_credentials'],
])('the credentials %j get the response %i %s', async (headers, status, error) => {
  const got = await get('/stock/kline?region=US&code=AAPL&kType=8', headers as Record<string, string>)
  expect([got.status, got.json().error]).toEqual([status, error])
})

test('the data API allows only methods that read, and answers CORS preflights', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await fetch(`${rest.url}/stock/kline`, { method })
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS'])
  }
  const preflight = await fetch(`${rest.url}/stock/kline`, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('token'),
  ])
})

test('error messages of the API are in the language of the caller', async () => {
  const { json } = await get('/stock/kline?region=US&code=NOSUCH&kType=8', { token: 'tw_demo_public', lang: 'zh-CN' })
  expect(json().msg).toMatch(/代码/)
})

test('the API still accepts old requests: with the old parameter names, with the market in the code, or without a type', async () => {
  expect((await get('/stock/kline?code=AAPL$US&period=8&end=2025-12-31')).json().data).toHaveLength(2)
  expect((await get('/stock/kline?code=700.HK&kType=8')).status).toBe(200)
  expect((await get('/symbol/holidays?code=HK')).status).toBe(200)
  expect((await get('/symbol/list?region=HK')).status).toBe(200)
})

test('an indicator response has one row for each bar, with null until the indicator has warmed up', async () => {
  const { json } = await get('/stock/indicator?region=US&code=AAPL&kType=8&et=2026-01-02&name=SMA&period=2')
  expect(json().data).toMatchObject([
    { t: Date.parse('2025-12-30') },
    { t: Date.parse('2025-12-31') },
    { t: Date.parse('2026-01-02') },
  ])
  const values = (json().data as Record<string, number | null>[]).map(
    (row) => Object.entries(row).find(([name]) => name !== 't')?.[1],
  )
  expect(values).toEqual([null, 90.5, 91.5])
})
