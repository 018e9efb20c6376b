import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { type CompanyKind, companyKinds, importCompany } from '#src/market/import/import-company.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

/*
 * Requests as clients of the old protocol send them, and the fields that they read. These clients do not know
 * `reason`, `delay` or cursors. Some are typed, so a list instead of an object breaks them.
 */

let ctx: TestPlatform
let rest: TestRest
let secret = ''
const day = 86_400_000
const first = Date.parse('1998-01-01')

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: Date.parse('2026-01-05T15:10:00Z') })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  secret = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  const price = { open: 10, high: 12, low: 9, close: 11, volume: 5, turnover: 50, source: 'import' as const }
  for (const [assetClass, code] of series) {
    const instrument = await findInstrument(ctx, { class: assetClass, code })
    if (!instrument) throw new Error(code)
    const kept = { ...price, instrumentId: instrument.id, interval: '1d' as const }
    await recordBars(
      ctx,
      [first, first + day, Date.parse('2021-03-30'), Date.parse('2021-03-31')].map((time) => ({ ...kept, time })),
    )
  }
  const files = await mkdtemp(join(tmpdir(), 'actions-'))
  const read = async (kind: CompanyKind, ...lines: string[]) => {
    const file = join(files, `${kind}.csv`)
    await writeFile(
      file,
      `${companyKinds[kind].join(',')}${kind === 'fundamentals' ? ',eps' : ''}\n${lines.join('\n')}\n`,
    )
    await importCompany(ctx, kind, file, { signal: new AbortController().signal, progress: () => undefined })
  }
  await read('splits', 'US,AAPL,2020-08-31,4,1', 'HK,700,2014-05-15,5,1')
  await read('dividends', 'HK,700,2025-05-16,4.5,HKD,2025-05-19,2025-05-30')
  await read('company', 'US,AAPL,https://apple.com,Phones,164000,15000000000,,0.4')
  await read(
    'fundamentals',
    ...['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31'].map((day) => `US,AAPL,${day},quarter,2`),
  )
  await read(
    'ipos',
    'HK,9999,Tea Shop,HKEX,2026-02-01,16,20,,HKD,1000000',
    'US,NEW,New Inc.,NASDAQ,2026-02-02,,,18.5,USD,2000',
  )
  await rm(files, { recursive: true })
  putOnBoard('stock:AAPL$US', 100)
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const series = [
  ['crypto', 'BTCUSD'],
  ['forex', 'EURUSD'],
  ['indices', 'SPX'],
] as const

function putOnBoard(key: string, last: number): void {
  const figures = { previousClose: last, open: last, high: last, low: last, last, volume: 1, turnover: 1 }
  const known = { type: 'quote', key, time: ctx.clock.now(), source: 'import' } as const
  const event = { ...known, ...figures, tradingStatus: 0, change: 0, changePercent: 0 } as const
  rest.board.apply({ offset: '1-1', at: ctx.clock.now(), lane: 'x', seq: 1, event })
}

const get = async (path: string) => {
  const { status, text } = await rest.get(path, { token: secret })
  return { status, ...(JSON.parse(text) as { code: number; data: never; reason?: string; error?: string }) }
}
const times = async (path: string) => ((await get(path)).data as { t: number }[]).map(({ t }) => t)

test.each([
  ['/crypto/kline?region=BT&code=BTCUSD&kType=8&limit=10'],
  ['/crypto/kline?region=crypto&code=BTCUSD&kType=8&limit=10'],
  ['/forex/kline?region=forex&code=EURUSD&kType=8&limit=10'],
  ['/forex/kline?region=gb&code=EURUSD&kType=8&limit=10'],
  ['/indices/kline?region=us&code=SPX&kType=8&limit=10'],
  ['/indices/kline?region=US&code=SPX$US&kType=8&limit=10'],
])('for an asset class without countries, the request %s returns bars for any region', async (path) => {
  expect(await times(path)).toHaveLength(4)
})

test.each([
  ['/indices/indicator?region=us&code=SPX&kType=8&name=sma&period=2'],
  ['/symbol/info?type=crypto&region=crypto&code=BTCUSD'],
])('the request %s of an old client is answered with status 200', async (path) => {
  expect((await get(path)).status).toBe(200)
})

test('a batch request for an asset class without countries ignores the region', async () => {
  const { data } = await get('/forex/klines?region=forex&codes=EURUSD&kType=8&limit=1')
  expect(Object.keys(data)).toEqual(['EURUSD'])
})

test('the UDF endpoint for charts ignores the region of a symbol in an asset class without countries', async () => {
  const { text } = await rest.get('/udf/history?symbol=BTCUSD$BT&resolution=1D&from=0&to=1767600000', { token: secret })
  expect(JSON.parse(text)).toMatchObject({ s: 'ok' })
})

test.each([
  [`et=${first}`, 1],
  ['et=883612800', 1],
  [`et=${first + day}`, 2],
  ['et=20210330', 3],
  ['et=2021-03-31', 4],
  ['from=20210331&et=20210331', 1],
  ['from=-883612800000&et=883612800000', 1],
])('a bar query with %s returns %i bars', async (range, count) => {
  expect(await times(`/crypto/kline?region=BA&code=BTCUSD&kType=8&limit=5000&${range}`)).toHaveLength(count)
})

test.each(['tick', 'quote', 'depth'])('a request for a missing %s returns null instead of a list', async (call) => {
  const answer = await get(`/stock/${call}?region=US&code=TSLA`)
  expect(answer).toMatchObject({ status: 200, code: 0, data: null })
  expect(answer.reason).toMatch(/^(no_data|closed)$/)
})

const content = async (path: string) => ((await get(path)).data as { content: Record<string, unknown>[] }).content

test('a split call without a code returns the splits of the whole region, in pages with the old field names', async () => {
  expect(await content('/stock/split?region=HK')).toMatchObject([
    { d: Date.parse('2014-05-15'), r: 'HK', c: '700', n: expect.stringMatching(/tencent/i), v: '1:5' },
  ])
  expect((await content('/stock/split')).map(({ c }) => c)).toEqual(['AAPL', '700'])
  expect((await content('/stock/split?region=US&code=AAPL')).map(({ v }) => v)).toEqual(['1:4'])
  const answer = await get('/stock/split?size=1&page=1')
  expect(answer.data).toMatchObject({ totalPages: 2, totalElements: 2, page: 1, last: true, size: 1 })
})

test('a call without a code returns the dividends or factors of the whole region', async () => {
  expect(await content('/stock/dividend?region=hk')).toMatchObject([{ c: '700', r: 'HK', a: 4.5, cur: 'HKD' }])
  // Without imported factors, the factor is computed from the split and dated on the day before the split.
  expect(await content('/stock/factors?region=HK')).toMatchObject([
    { c: '700', d: Date.parse('2014-05-14'), sf: 0.2, source: 'actions' },
  ])
  expect(await get('/stock/factors?region=SG')).toMatchObject({ status: 200, reason: 'no_data' })
})

test('the list of dividends for a whole region includes all dividends of the first listed company', async () => {
  const all = await content('/stock/dividend?region=SG&size=100')
  const one = await content(`/stock/dividend?region=SG&code=${all[0]?.c}`)
  expect(one.length).toBeGreaterThan(0)
  expect(all).toEqual(expect.arrayContaining(one))
})

test.each(['split', 'dividend', 'factors'])('the call %s refuses an unknown region', async (call) => {
  expect(await get(`/stock/${call}?region=XX`)).toMatchObject({ status: 400, error: 'invalid_parameter' })
})

test('IPO listings have the day in ms, a price or a price range, and null for each unknown day', async () => {
  expect(await content('/stock/ipo?type=upcoming')).toMatchObject([
    {
      dt: Date.parse('2026-02-01'),
      cn: 'Tea Shop',
      sc: '9999',
      ex: 'HKEX',
      mc: 18_000_000,
      pr: '16-20',
      ct: 'Hong Kong',
    },
    { sc: 'NEW', mc: 37_000, pr: '18.5', ct: 'United States', bs: null, es: null, ro: null },
  ])
})

test('the company data has market value, shares, price to earnings and currency', async () => {
  const { data } = await get('/stock/info?type=stock&region=US&code=AAPL')
  expect(data).toMatchObject({ c: 'AAPL', mcb: 1_500_000_000_000, tso: 15_000_000_000, pet: 12.5, fcc: 'USD' })
})

test.each([
  ['/stock/base?region=us&code=AAPL.US', { c: 'AAPL', tso: 15_000_000_000 }],
  ['/stock/base?region=hk&code=700.HK', { c: '700', fcc: 'HKD' }],
  ['/forex/base?region=GB&code=EURUSD', { c: 'EURUSD', t: 'forex' }],
  ['/indices/base?region=GB&code=SPX', { c: 'SPX', t: 'indices' }],
  ['/crypto/base?region=BA&code=BTCUSD', { c: 'BTCUSD', t: 'crypto' }],
  ['/Indices/base?region=GB&code=SPX', { c: 'SPX' }],
  ['/INDICES/Kline?region=GB&code=SPX&kType=8&limit=1', [{ c: 11 }]],
  ['/Symbol/Info?code=AAPL&exchange=NASDAQ', { c: 'AAPL' }],
])('the older path %s is answered with its data', async (path, data) => {
  expect(await get(path)).toMatchObject({ status: 200, code: 0, data })
})

test('a path with an unknown, capitalised asset class is answered with 404', async () => {
  expect(await get('/Bonds/kline?code=X')).toMatchObject({ status: 404 })
})

test.each([
  ['btc', 'BTCUSD'],
  ['apple', 'AAPL'],
  ['700', '700'],
  ['700.HK', '700'],
  ['tencent hold', '700'],
])('a search in the symbol list for %s finds %s first', async (typed, code) => {
  const rows = (await get(`/symbol/list?code=${typed}`)).data as { c: string }[]
  expect(rows[0]?.c).toBe(code)
})

test('a search in the symbol list is filtered by type and region, and the parameter limit sets the number of rows', async () => {
  const rows = (await get('/symbol/list?code=a&type=stock&region=us')).data as { t: string; r: string }[]
  expect(rows.length).toBeGreaterThan(5)
  expect(new Set(rows.map(({ t, r }) => `${t} ${r}`))).toEqual(new Set(['stock US']))
  expect((await get('/symbol/list?code=a&limit=3')).data).toHaveLength(3)
})

test('a search in the symbol list without matches returns an empty list with the reason', async () => {
  expect(await get('/symbol/list?code=QXZQXZQ')).toMatchObject({ status: 200, data: [], reason: 'unknown_symbol' })
})

test('a client that knows only the old REST fields finds an instrument in the symbol list and reads its bars', async () => {
  const [row] = (await get('/symbol/list?code=BTCUSD&type=crypto')).data as { c: string; e: string }[]
  const info = (await get(`/symbol/info?code=${row?.c}&exchange=${row?.e}`)).data as Record<string, unknown>
  const sessions = info.sb as { id: string; session: string }[]
  expect(sessions.find(({ id }) => id === info.si)?.session).toBe('24x7')
  expect(info.b).toMatch(/bitcoin/i)
  const bars = (await get(`/${info.t}/kline?region=BA&code=${info.n}&kType=8&et=1767600000000&limit=300`)).data
  expect(bars).toHaveLength(4)
})

test.each(['/symbol/holidays', '/symbol/v2/holidays'])(
  'a request for %s without a market returns the holidays of several markets',
  async (path) => {
    const rows = (await get(path)).data as { c: string; t: string }[]
    expect(new Set(rows.map(({ c }) => c))).toEqual(new Set([...new Set(rows.map(({ c }) => c)), 'US', 'HK', 'CN']))
    expect(rows.every(({ t }) => /^\d\d:\d\d-\d\d:\d\d(\|\d\d:\d\d-\d\d:\d\d)*$/.test(t))).toBe(true)
  },
)
