import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { findInstrument, instrumentsById } from '#src/market/instruments/instruments.ts'
import { type RecordedTick, recordQuotes, recordTicks } from '#src/market/ticks/ticks.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:40:00Z')
const second = 1_000
/** Two hundred trades from before the opening of New York: one a second, but the last four in the same millisecond. */
const first = Date.parse('2026-01-06T14:28:20Z')
const last = first + 196 * second
let ctx: TestPlatform
let rest: TestRest
let token = ''
let apple = 0

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  sellWith(ctx, { 'stock-us-base': { delaySeconds: 900 }, 'stock-us-professional': { historyDays: 1 } })
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  apple = await idOf('AAPL')
  await recordTicks(
    ctx,
    Array.from({ length: 200 }, (_, at) => trade(Math.min(first + at * second, last), at, 100 + at)),
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function idOf(code: string): Promise<number> {
  const found = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!found) throw new Error(code)
  return found.id
}

function trade(time: number, seq: number, price: number, change: Partial<RecordedTick> = {}): RecordedTick {
  const figures = { volume: 3, side: 2 as const, bid: 0, ask: 0, source: 'exchange' as const }
  return { instrumentId: apple, time, seq, price, ...figures, ...change }
}

type Row = { t: number; p: number; te: number; seq: number }
const get = async (query: string, key = token) =>
  (await rest.get(`/stock/trades?region=US&code=${query}`, { token: key })).json()
const rowsOf = async (query: string, key = token) => (await get(query, key)).data as unknown as Row[]

test('a request for trades without a range returns the newest trades with every field, sorted oldest first', async () => {
  const answer = await get('AAPL&limit=2')
  expect(answer).toMatchObject({ code: 0, delay: 0, source: 'exchange', nextCursor: expect.any(String) })
  expect(answer.data).toEqual([
    { t: last, p: 298, v: 3, d: 2, te: 0, seq: 198 },
    { t: last, p: 299, v: 3, d: 2, te: 0, seq: 199 },
  ])
  const [opening, ...others] = await rowsOf('AAPL&limit=200')
  expect(opening).toMatchObject({ t: first, te: 1 })
  expect(others.find(({ te }) => te === 0)?.t).toBe(Date.parse('2026-01-06T14:30:00Z'))
})

test.each([
  ['backward', ''],
  ['forward', `&from=${first}`],
])(
  'pages of trades, read %s, contain every trade once, even if a page ends between trades of the same millisecond',
  async (_way, range) => {
    const seen: Row[] = []
    let cursor = ''
    for (let pages = 0; pages < 40; pages += 1) {
      const answer = await get(`AAPL&limit=7${range}${cursor}`)
      seen.push(...(answer.data as unknown as Row[]))
      if (answer.nextCursor === undefined) break
      cursor = `&cursor=${answer.nextCursor}`
    }
    expect(seen.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  },
)

test('the parameter `order` sets the direction of paging through trades; the rows of each page are oldest first', async () => {
  const range = `from=${first + second}&to=${first + 4 * second}&limit=2`
  const prices = async (query: string) => (await rowsOf(`AAPL&${range}${query}`)).map(({ p }) => p)
  expect([await prices(''), await prices('&order=desc')]).toEqual([
    [101, 102],
    [103, 104],
  ])
  const { nextCursor } = await get(`AAPL&${range}`)
  expect(await prices(`&cursor=${nextCursor}`)).toEqual([103, 104])
  expect((await rowsOf('AAPL&limit=1&order=asc'))[0]).toMatchObject({ t: first, seq: 0 })
})

test('a range of trades includes both ends, and a response without trades has a reason', async () => {
  const rows = await rowsOf(`AAPL&from=${first + second}&to=${first + 3 * second}`)
  expect(rows.map(({ p }) => p)).toEqual([101, 102, 103])
  expect(await get('AAPL&from=20260105&to=20260106')).toMatchObject({ data: [], reason: 'no_data' })
  expect(await get('AAPL&from=20260103&to=20260104')).toMatchObject({ data: [], reason: 'closed' })
  expect(await get('MSFT')).toMatchObject({ data: [], reason: 'no_data' })
})

test('a trade that was recorded twice counts once, with its newest price', async () => {
  const nasdaq = await idOf('MSFT')
  const twice = Array.from({ length: 90 }, (_, at) => trade(first, at, 10, { instrumentId: nasdaq }))
  await recordTicks(ctx, twice)
  await ctx.clock.advance(1)
  await recordTicks(
    ctx,
    twice.map((one) => ({ ...one, price: 11 })),
  )
  const rows = await rowsOf(`MSFT&to=${first}&limit=80`)
  expect(rows.map(({ p, seq }) => [p, seq])).toEqual(Array.from({ length: 80 }, (_, at) => [11, at + 10]))
})

test('simulated trades of an instrument with imported trades are not returned', async () => {
  const instrumentId = await idOf('NVDA')
  await noteFed(ctx, await instrumentsById(ctx, [instrumentId]))
  await recordTicks(ctx, [
    trade(first, 0, 10, { instrumentId, source: 'import' }),
    trade(last, 0, 99, { instrumentId, source: 'simulated' }),
  ])
  expect((await rowsOf('NVDA')).map(({ p }) => p)).toEqual([10])
})

test('a delayed plan gets no trade newer than its delay allows; a plan with one day of history gets only trades since that day', async () => {
  const later = trade(now - 60 * second, 0, 500)
  const earlier = trade(now - 3 * 86_400_000, 0, 50)
  await recordTicks(ctx, [later, earlier])
  const delayed = (await keyOnPlan(ctx, 'stock-us-base')).secret
  expect((await rowsOf('AAPL&limit=1', delayed))[0]).toMatchObject({ t: last })
  expect(await get(`AAPL&from=${now - second}`, delayed)).toMatchObject({ data: [], delay: 900 })
  const short = (await keyOnPlan(ctx, 'stock-us-professional')).secret
  expect(await get(`AAPL&from=20260101&limit=1`, short)).toMatchObject({
    data: [{ t: first }],
    warning: 'history_limit',
  })
  expect(await get('AAPL&to=20260101', short)).toMatchObject({ error: 'not_in_plan' })
})

test('best bids and offers come from recorded and imported quotes, and an empty side is null', async () => {
  const instrumentId = await idOf('AMD')
  const quote = { instrumentId, seq: 1, bidVolume: 5, askVolume: 6, source: 'exchange' as const }
  await recordQuotes(ctx, [
    { ...quote, time: first, bid: 10, ask: 11 },
    { ...quote, time: last, bid: 0, bidVolume: 0, ask: 12 },
  ])
  const mid = trade(first + second, 0, 10.5, { instrumentId, source: 'import', bid: 10.4, ask: 10.6 })
  await recordTicks(ctx, [mid, trade(first + 2 * second, 0, 10, { instrumentId })])
  const got = (await rest.get('/stock/bbo?region=US&code=AMD', { token })).json()
  expect(got).toMatchObject({ source: 'exchange,import' })
  expect(got.data).toEqual([
    { t: first, b: 10, bv: 5, a: 11, av: 6, seq: 1 },
    { t: first + second, b: 10.4, bv: 0, a: 10.6, av: 0, seq: 0 },
    { t: last, b: null, bv: 0, a: 12, av: 6, seq: 1 },
  ])
  const [page] = (await rest.get('/stock/bbo?region=US&code=AMD&limit=1', { token })).json().data as Row[]
  expect(page?.t).toBe(last)
})

test('trades are available as CSV and as NDJSON', async () => {
  const csv = await rest.get('/stock/trades?region=US&code=AAPL&to=2026-01-06T14:28:20Z&limit=1&format=csv', { token })
  expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
    'time,t,p,v,d,te,seq',
    '2026-01-06T14:28:20.000Z,1767709700000,100,3,2,1,0',
  ])
  const lines = await rest.get(`/stock/trades?region=US&code=AAPL&from=${first}&limit=2&format=ndjson`, { token })
  expect(lines.headers.get('x-row-count')).toBe('2')
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).p),
  ).toEqual([100, 101])
})

test('trades, best quotes and bars are available as Parquet with times and numbers, and other data is not', async () => {
  const read = async (path: string) => {
    const response = await fetch(`${rest.url}${path}&format=parquet`, { headers: { token, 'accept-encoding': 'gzip' } })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
    const rows = await parquetReadObjects({ file: await response.arrayBuffer() })
    expect(response.headers.get('x-row-count')).toBe(String(rows.length))
    return rows
  }
  expect(await read(`/stock/trades?region=US&code=AAPL&from=${first}&limit=2`)).toEqual([
    { t: new Date(first), p: 100, v: 3, d: 2, te: 1, seq: 0 },
    { t: new Date(first + second), p: 101, v: 3, d: 2, te: 1, seq: 1 },
  ])
  expect((await read('/stock/bbo?region=US&code=AMD&limit=1'))[0]).toMatchObject({ b: null, a: 12 })
  expect(await read('/stock/kline?region=US&code=AAPL&interval=1d')).toEqual([])
  const quote = await rest.get('/stock/movers?format=parquet', { token })
  expect([quote.status, quote.json().error]).toEqual([400, 'invalid_format'])
})

test('an independent Arrow reader reads responses with their types and nulls, and a response without rows', async () => {
  const read = async (path: string) => {
    const response = await fetch(`${rest.url}${path}`, {
      headers: { token, accept: 'application/vnd.apache.arrow.stream' },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.apache.arrow.stream',
    ])
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()))
    expect(response.headers.get('x-row-count')).toBe(String(table.numRows))
    return table
  }
  const table = await read(`/stock/trades?region=US&code=AAPL&from=${first}&limit=13`)
  expect(table.schema.fields.map(({ name, type, nullable }) => `${name} ${type} ${nullable}`)).toEqual([
    't Timestamp<MILLISECOND, UTC> false',
    ...['p', 'v', 'd', 'te', 'seq'].map((name) => `${name} Float64 true`),
  ])
  const rows = await rowsOf(`AAPL&from=${first}&limit=13`)
  expect(table.toArray().map((row) => row.toJSON())).toEqual(rows)
  const quotes = await read('/stock/bbo?region=US&code=AMD')
  expect(quotes.toArray().map((row) => [row.b, row.a])).toEqual([
    [10, 11],
    [10.4, 10.6],
    [null, 12],
  ])
  expect((await read('/stock/kline?region=US&code=AAPL&interval=1d')).numRows).toBe(0)
  const named = await rest.get('/stock/trades?region=US&code=AAPL&format=arrow', { token })
  expect(named.headers.get('content-disposition')).toBe('attachment; filename="stock-US-AAPL-trades.arrows"')
  expect((await rest.get('/stock/movers?format=arrow', { token })).json().error).toBe('invalid_format')
})

test.each([
  ['code=<img>', 400, 'invalid_symbol'],
  ['code=NOSUCH', 404, 'unknown_symbol'],
  ['', 400, 'missing_parameter'],
  ['code=AAPL&limit=5001', 400, 'invalid_limit'],
  ['code=AAPL&from=yesterday', 400, 'invalid_time'],
  ['code=AAPL&from=20260105&to=20260101', 400, 'range_reversed'],
  ['code=AAPL&cursor=xx', 400, 'invalid_cursor'],
  [`code=AAPL&cursor=${Buffer.from('n1.4294967296').toString('base64url')}`, 400, 'invalid_cursor'],
  [`code=AAPL&cursor=${Buffer.from('n1').toString('base64url')}`, 400, 'invalid_cursor'],
  ['code=AAPL&format=xml', 400, 'invalid_format'],
])('a request for trades with the query %s is refused with %i %s', async (query, status, error) => {
  const got = await rest.get(`/stock/trades?region=US&${query}`, { token })
  expect([got.status, got.json().error]).toEqual([status, error])
})
