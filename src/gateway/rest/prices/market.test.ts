import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QuoteEvent } from '#src/contract/market.ts'
import { type RecordedBar, recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { replaceFactors } from '#src/market/history/factors.ts'
import {
  ensureInstrument,
  findInstrument,
  settleHomes,
  upsertInstruments,
} from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:40:00Z')
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
let ctx: TestPlatform
let rest: TestRest
let token = ''
let american = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  sellWith(ctx, {
    'stock-us-base': { delaySeconds: 900 },
    'integrated-base': { delaySeconds: 900 },
    'integrated-professional': { historyDays: 1 },
  })
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  american = (await keyOnPlan(ctx, 'stock-us-base')).secret
  quote('stock:AAPL$US', 100, 4, { turnover: 5_000 })
  quote('stock:MSFT$US', 200, -3, { turnover: 0, volume: 40 })
  quote('stock:NVDA$US', 300, 9, { turnover: 100 })
  quote('stock:TSLA$US', 400, 50, { tradingStatus: 1 })
  quote('stock:700$HK', 600, 20)
  quote('stock:7203$JP', 2_000, 0, { turnover: 100_000 })
  quote('forex:EURUSD$GB', 1.25, 0)
  quote('forex:USDJPY$GB', 160, 0)
  await recordBars(ctx, [
    ...(await bars('forex:EURUSD$GB', '1m', [['2026-01-05T12:00:00Z', 1.5]])),
    ...(await bars('forex:EURUSD$GB', '1d', [['2025-12-31', 1.6]])),
    ...(await bars('forex:USDJPY$GB', '1h', [['2026-01-02T09:00:00Z', 150]])),
    ...(await bars('forex:USDJPY$GB', '1d', [['2026-01-01', 140]])),
    ...(await bars('stock:AMZN$US', '1d', [
      ['2026-01-02', 80],
      ['2026-01-05', 90],
      ['2026-01-06', 99],
    ])),
  ])
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

let seq = 0
function quote(key: string, last: number, changePercent: number, change: Partial<QuoteEvent> = {}): void {
  const day = { open: last, high: last, low: last, volume: 10, turnover: 50, tradingStatus: 0, previousClose: last }
  const event = { type: 'quote' as const, key, time: now, last, change: 0, changePercent, ...day, ...change }
  seq += 1
  rest.board.apply({ offset: `1-${seq}`, at: now, lane: key, seq, event: { ...event, source: 'exchange' } })
}

async function bars(
  key: string,
  interval: RecordedBar['interval'],
  closes: [time: string, close: number][],
): Promise<RecordedBar[]> {
  const id = parseInstrumentKey(key)
  const found = id && (await findInstrument(ctx, id))
  if (!found) throw new Error(key)
  return closes.map(([time, close]) => ({
    ...{ instrumentId: found.id, interval, time: Date.parse(time), source: 'exchange' as const },
    ...{ open: close, high: close, low: close, close, volume: 1, turnover: 0 },
  }))
}

type Row = { s: string; r: string; ld: number; p: number }
const get = async (path: string, key = token) => (await rest.get(path, { token: key })).json()
const contentOf = async (path: string, key = token) =>
  ((await get(path, key)).data as unknown as { content: Row[] }).content

test('movers are ranked by change or turnover, without halted instruments', async () => {
  const codes = async (query: string) => (await contentOf(`/stock/movers?${query}`)).map(({ s }) => s)
  expect(await codes('region=US')).toEqual(['NVDA', 'AAPL'])
  expect(await codes('region=US&by=losers')).toEqual(['MSFT'])
  expect(await codes('by=active&limit=2&region=US')).toEqual(['MSFT', 'AAPL'])
  expect(await codes('')).toEqual(['700', 'NVDA', 'AAPL'])
  // The turnover of 7203 is 625 dollars. No quote has the rate of the Hong Kong dollar.
  expect(await codes('by=active')).toEqual(['MSFT', 'AAPL', '7203', 'NVDA', '700'])
  expect(await codes('by=active&region=HK')).toEqual(['700'])
  expect(await get('/crypto/movers')).toMatchObject({ data: { content: [] }, reason: 'no_data' })
  const csv = await rest.get('/stock/movers?region=US&limit=1&format=csv', { token })
  expect(csv.text.split('\r\n')[1]).toMatch(/,NVDA,US,300,/)
})

test('a market snapshot has the newest quote of each instrument, from the tape or else from stored history', async () => {
  const rows = await contentOf('/stock/snapshot?region=US&size=5000')
  expect(rows.map(({ s }) => s)).toEqual(['AAPL', 'AMZN', 'MSFT', 'NVDA', 'TSLA'])
  expect(rows[1]).toMatchObject({ s: 'AMZN', r: 'US', ld: 99, p: 90 })
  expect((await contentOf('/stock/snapshot')).map(({ r }) => r)).toContain('HK')
  const [first, second] = await Promise.all([0, 1].map((page) => get(`/forex/snapshot?size=1&page=${page}`)))
  expect(first?.data).toMatchObject({ page: 0, size: 1, last: false, totalElements: expect.any(Number) })
  expect(second?.data).toMatchObject({ page: 1 })
  expect(await get('/forex/snapshot?region=US')).toMatchObject({ warning: 'region_ignored' })
  const lines = await rest.get('/stock/snapshot?region=US&format=ndjson', { token })
  expect(lines.headers.get('x-row-count')).toBe('5')
})

test('a market snapshot of a date has the figures and the change of that day, adjusted on request', async () => {
  const on = async (date: string, more = '', key = token) =>
    rest.get(`/stock/snapshot?region=US&date=${date}${more}`, { token: key })
  expect((await on('2026-01-05')).json().data).toMatchObject({
    content: [{ s: 'AMZN', ld: 90, p: 80, ch: 10, chp: 12.5, t: Date.parse('2026-01-05T21:00:00Z') }],
  })
  expect((await on('2026-01-06')).json().data).toMatchObject({ content: [] })
  const amazon = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'AMZN' })
  await replaceFactors(ctx, amazon?.id ?? 0, [
    { date: day('2026-01-05'), price: 1, split: 0.5, reference: 90 },
    { date: day('2030-01-01'), price: 1, split: 1, reference: 90 },
  ])
  const [split] = ((await on('2026-01-05', '&adjust=split')).json().data as { content: { ld: number; v: number }[] })
    .content
  const [plain] = ((await on('2026-01-05')).json().data as { content: { ld: number; v: number }[] }).content
  expect([split?.ld, split?.v, plain?.ld]).toEqual([45, 2 * (plain?.v ?? 0), 90])
  expect((await on('tomorrow')).json().error).toBe('invalid_time')
  const short = (await keyOnPlan(ctx, 'integrated-professional')).secret
  expect((await on('2025-12-31', '', short)).json().error).toBe('not_in_plan')
})

test('a delayed plan gets a snapshot of the last day that ended before its delay, and no live movers', async () => {
  expect(await get('/stock/movers?region=US', american)).toMatchObject({ delay: 900, reason: 'no_data' })
  expect(await contentOf('/stock/snapshot?region=US', american)).toMatchObject([{ s: 'AMZN', ld: 90, p: 80 }])
  expect((await contentOf('/stock/snapshot', american)).map(({ r }) => r)).toEqual(['US'])
  expect(await get('/stock/snapshot?region=HK', american)).toMatchObject({ error: 'not_in_plan' })
  expect(await get('/forex/movers', american)).toMatchObject({ error: 'not_in_plan' })
})

test.each([
  ['from=EUR&to=USD&amount=200', 250, 1.25, ['EURUSD']],
  ['from=EUR&to=USD&amount=2e2', 250, 1.25, ['EURUSD']],
  ['from=EUR&to=USD&amount=1E-05', 0.0000125, 1.25, ['EURUSD']],
  ['from=EUR&to=USD&amount=0.0000012345678901234567', 0.00000154320986265, 1.25, ['EURUSD']],
  ['from=usd&to=eur', 0.8, 0.8, ['EURUSD']],
  ['from=EUR&to=JPY&amount=0.5', 100, 200, ['EURUSD', 'USDJPY']],
  ['from=JPY&to=EUR&amount=100', 0.5, 0.005, ['USDJPY', 'EURUSD']],
  ['from=CHF&to=CHF&amount=7', 7, 1, []],
  ['from=EUR&to=USD&at=2026-01-05T12:30:00Z', 1.5, 1.5, ['EURUSD']],
  ['from=EUR&to=USD&at=20260102', 1.6, 1.6, ['EURUSD']],
  ['from=USD&to=JPY&at=2026-01-02T09:59:00Z', 140, 140, ['USDJPY']],
  ['from=USD&to=JPY&at=2026-01-02T10:00:00Z', 150, 150, ['USDJPY']],
])('the conversion %s gives %d at the rate %d', async (query, result, rate, path) => {
  expect(await get(`/convert?${query}`)).toMatchObject({ delay: 0, data: { result, rate, path } })
})

test('a conversion skips pairs without a price', async () => {
  for (const code of ['USDEUR', 'EURJPY', 'JPYUSD']) await ensureInstrument(ctx, { class: 'forex', region: 'GB', code })
  expect(await get('/convert?from=USD&to=EUR')).toMatchObject({ data: { rate: 0.8, path: ['EURUSD'] } })
  expect(await get('/convert?from=JPY&to=EUR')).toMatchObject({ data: { rate: 0.005, path: ['USDJPY', 'EURUSD'] } })
})

test('a conversion is one line of CSV, or a header without lines if no price exists', async () => {
  const csv = async (query: string) => rest.get(`/convert?${query}&format=csv`, { token })
  const head = 'from,to,amount,result,rate,path,at\r\n'
  expect((await csv('from=EUR&to=JPY&amount=2')).text).toBe(`${head}EUR,JPY,2,400,200,EURUSD+USDJPY,${now}\r\n`)
  const none = await csv('from=EUR&to=USD&at=20200101')
  expect([none.text, none.headers.get('x-reason')]).toEqual([head, 'no_data'])
})

test('a conversion states the time of its price, or the reason why no price exists', async () => {
  expect((await get('/convert?from=EUR&to=USD')).data).toMatchObject({ at: now, amount: 1 })
  expect((await get('/convert?from=EUR&to=USD&at=20260102')).data).toMatchObject({ at: day('2026-01-01') })
  expect(await get('/convert?from=EUR&to=USD&at=20200101')).toMatchObject({ data: null, reason: 'no_data' })
  const [delayed, short] = [await keyOnPlan(ctx, 'integrated-base'), await keyOnPlan(ctx, 'integrated-professional')]
  expect(await get('/convert?from=EUR&to=USD', delayed.secret)).toMatchObject({ delay: 900, data: { rate: 1.5 } })
  expect(await get('/convert?from=EUR&to=USD&at=20260102', short.secret)).toMatchObject({ error: 'not_in_plan' })
})

test('a listing at a second exchange of the region has its own prices, requested alone or together with the home listing', async () => {
  const other = { class: 'stock', region: 'IN', exchange: 'BSE', code: 'RELIANCE', name: 'Reliance' } as const
  const [instrumentId = 0] = await upsertInstruments(ctx, [other], 'list')
  await settleHomes(ctx)
  quote('stock:RELIANCE$IN', 1_300, 1)
  const price = { open: 900, high: 900, low: 900, close: 900, volume: 1, turnover: 0, source: 'import' as const }
  await recordBars(ctx, [{ ...price, instrumentId, interval: '1d', time: day('2026-01-05') }])
  const at = 'region=IN&exchange=BSE'
  await expect
    .poll(async () => (await get(`/stock/quote?${at}&code=RELIANCE`)).data)
    .toMatchObject({ ld: 900, t: expect.any(Number) })
  expect((await get('/stock/quote?region=IN&code=RELIANCE')).data).toMatchObject({ ld: 1_300 })
  expect((await get(`/stock/quotes?${at}&codes=RELIANCE`)).data).toMatchObject({ RELIANCE: { ld: 900 } })
  const days = await get(`/stock/klines?${at}&codes=RELIANCE,INFY&interval=1d&limit=1`)
  expect(days).toMatchObject({ data: { RELIANCE: [{ c: 900 }] }, reasons: { INFY: { reason: 'unknown_symbol' } } })
  const both = encodeURIComponent('RELIANCE$NSE$IN,RELIANCE$BSE$IN')
  expect((await get(`/stock/quotes?codes=${both}`)).data).toMatchObject({
    RELIANCE: { ld: 1_300 },
    RELIANCE$BSE$IN: { ld: 900 },
  })
  const { text } = await rest.get(`/stock/quotes?codes=${both}&format=csv`, { token })
  expect(text).toMatch(/,RELIANCE,IN,1300,[\s\S]*,RELIANCE\$BSE\$IN,IN,900,/)
})

test('the CSV of a batch has the codes in the order of the request', async () => {
  quote('stock:9988$HK', 120, 1)
  const codes = async (path: string) => {
    const { text } = await rest.get(`${path}&region=HK&codes=9988,700&format=csv`, { token })
    const [heads = '', ...rows] = text.trim().split('\r\n')
    return rows.map((row) => row.split(',')[heads.split(',').indexOf('s')])
  }
  expect(await codes('/stock/quotes?')).toEqual(['9988', '700'])
  await recordBars(ctx, [
    ...(await bars('stock:9988$HK', '1d', [['2026-01-05', 119]])),
    ...(await bars('stock:700$HK', '1d', [['2026-01-05', 599]])),
  ])
  expect(await codes('/stock/klines?interval=1d&limit=1')).toEqual(['9988', '700'])
})

test('the tick of an instrument without live prices has the price and the time of its quote', async () => {
  await recordBars(ctx, await bars('stock:IBM$US', '1d', [['2026-01-02', 70]]))
  const closed = { ld: 70, t: Date.parse('2026-01-02T21:00:00Z') }
  expect((await get('/stock/quote?region=US&code=IBM')).data).toMatchObject(closed)
  expect((await get('/stock/tick?region=US&code=IBM')).data).toMatchObject({ ...closed, v: 0 })
})

test('if an instrument has no live prices, the time of its quote is the end of its newest minute bar', async () => {
  await recordBars(ctx, await bars('crypto:ETHUSD$BA', '1m', [['2026-01-06T15:12:00Z', 3_000]]))
  const traded = { ld: 3_000, t: Date.parse('2026-01-06T15:13:00Z') }
  expect((await get('/crypto/quote?code=ETHUSD')).data).toMatchObject(traded)
  expect((await get('/crypto/tick?code=ETHUSD')).data).toMatchObject(traded)
})

test.each([
  ['/convert?from=EUR', 400, 'missing_parameter'],
  ['/convert?from=EURO&to=USD', 400, 'invalid_parameter'],
  ['/convert?from=EUR&to=%3Cb%3E', 400, 'invalid_parameter'],
  ['/convert?from=EUR&to=USD&amount=-1', 400, 'invalid_parameter'],
  ['/convert?from=EUR&to=USD&amount=1e400', 400, 'invalid_parameter'],
  ['/convert?from=EUR&to=USD&amount=0x10', 400, 'invalid_parameter'],
  ['/convert?from=EUR&to=USD&at=soon', 400, 'invalid_time'],
  ['/convert?from=EUR&to=USD&format=xml', 400, 'invalid_format'],
  ['/convert?from=XXX&to=USD', 404, 'unknown_symbol'],
  ['/convert?from=EUR&to=XXX', 404, 'unknown_symbol'],
  ['/stock/movers?by=luck', 400, 'invalid_parameter'],
  ['/stock/movers?limit=101', 400, 'invalid_limit'],
  ['/stock/snapshot?region=Atlantis', 400, 'invalid_parameter'],
  ['/stock/snapshot?size=5001', 400, 'invalid_parameter'],
  ['/stock/snapshot?page=-1', 400, 'invalid_parameter'],
  ['/bond/movers', 404, 'unknown_class'],
])('a request for %s is refused with %i %s', async (path, status, error) => {
  const got = await rest.get(path, { token })
  expect([got.status, got.json().error]).toEqual([status, error])
})
