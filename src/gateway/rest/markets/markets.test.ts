import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { countIfDue } from '#src/market/coverage/coverage.ts'
import { type CompanyKind, importCompany } from '#src/market/import/import-company.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { type DataRequest, Query } from '../wire/call.ts'
import { marketStatuses } from './status.ts'

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
  sellWith(ctx, { 'stock-us-base': { delaySeconds: 900 } })
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  american = (await keyOnPlan(ctx, 'stock-us-base')).secret
  await store()
  await imported(
    'splits',
    'region,code,ex_date,new_shares,old_shares',
    'US,MSFT,2026-01-05,2,1',
    'US,AAPL,2026-01-08,4,1',
    'HK,700,2026-01-09,5,1',
  )
  await imported(
    'dividends',
    'region,code,ex_date,amount,currency,record_date,pay_date',
    'US,AAPL,2026-02-09,0.26,USD,2026-02-09,2026-02-12',
    'US,MSFT,2026-01-06,0.91,USD,,',
  )
  await imported(
    'ipos',
    'region,code,name,exchange,list_date,price_low,price_high,price,currency,shares',
    'US,NEW,New Inc.,NYSE,2026-01-20,16,20,,USD,1000000',
    'HK,9999,Neu,HKEX,2026-01-19,,,8,HKD,5',
  )
  await imported(
    'fundamentals',
    'region,code,period_end,period,report_date,eps,revenue',
    'US,AAPL,2025-12-27,quarter,2026-01-29,2.4,100',
    'US,MSFT,2025-12-31,quarter,,3.1,100',
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function store(): Promise<void> {
  const found = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const price = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0 }
  const bar = { ...price, instrumentId: found?.id ?? 0, interval: '1d' as const }
  await recordBars(ctx, [
    { ...bar, time: day('2026-01-02'), source: 'import' },
    { ...bar, time: day('2026-01-05'), source: 'exchange' },
  ])
  const tick = { instrumentId: bar.instrumentId, seq: 0, price: 1, volume: 1, side: 0, bid: 0, ask: 0 } as const
  await recordTicks(ctx, [{ ...tick, time: now, source: 'exchange' }])
  await countIfDue(ctx)
}

async function imported(kind: CompanyKind, ...lines: string[]): Promise<void> {
  const file = join(ctx.settings.dataDir, `${kind}.csv`)
  await writeFile(file, `${lines.join('\n')}\n`)
  const report = await importCompany(ctx, kind, file, {
    signal: new AbortController().signal,
    progress: () => undefined,
  })
  expect(report).toMatchObject({ rows: lines.length - 1, accepted: lines.length - 1 })
}

const get = async (path: string, key = token) => (await rest.get(path, { token: key })).json()
const contentOf = async (path: string, key = token) =>
  ((await get(path, key)).data as unknown as { content: Record<string, unknown>[] }).content

test('a request for the status of an exchange, by code or MIC, returns when the status began and which status follows', async () => {
  const opens = Date.parse('2026-01-06T14:30:00Z')
  const row = {
    ...{ market: 'US', exchange: 'NASDAQ', status: 'open', since: opens, tz: 'America/New_York' },
    next: { status: 'post', at: Date.parse('2026-01-06T21:00:00Z') },
  }
  for (const name of ['NASDAQ', 'xnas'])
    expect(await get(`/market/status?exchange=${name}`)).toMatchObject({ code: 0, data: [row] })
  expect((await get('/market/status?market=crypto')).data).toMatchObject([
    { exchange: 'BINANCE', status: 'open', since: null, next: null },
    { exchange: 'CCC' },
  ])
  const csv = await rest.get('/market/status?exchange=NASDAQ&format=csv', { token })
  expect(csv.text).toContain(`US,NASDAQ,open,${opens},post,`)
})

test('the status call lists each exchange once, or with `market` only the exchanges in the country of that market', async () => {
  const all = (await get('/market/status')).data as unknown as { market: string; exchange: string }[]
  expect(new Set(all.map(({ exchange }) => exchange)).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(60)
  const chinese = (await get('/market/status?market=sh')).data as unknown as { exchange: string }[]
  expect(chinese.map(({ exchange }) => exchange)).toEqual(['CFFEX', 'SHFE', 'SSE', 'SZSE'])
})

test('the status of an exchange that is closed for a holiday names the holiday', () => {
  const request = { query: new Query('exchange=NYSE'), headers: {}, now: Date.parse('2026-11-26T15:00:00Z') }
  const answer = marketStatuses(ctx, request as unknown as DataRequest)
  expect(answer).toMatchObject({ data: [{ status: 'closed', holiday: 'Thanksgiving Day' }] })
})

test('exchanges are listed with MIC, hours and number of instruments, the largest number first', async () => {
  const rows = (await get('/symbol/exchanges')).data as unknown as { exchange: string; count: number }[]
  expect(rows.find(({ exchange }) => exchange === 'HKEX')).toMatchObject({
    ...{ mic: 'XHKG', region: 'HK', tz: 'Asia/Hong_Kong', count: expect.any(Number) },
    sessions: [{ id: 'regular', session: '0930-1200,1300-1600' }],
  })
  expect(rows.find(({ exchange }) => exchange === 'CCC')).toMatchObject({ mic: '', region: 'BA' })
  expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).sort((a, b) => b - a))
  const csv = await rest.get('/symbol/exchanges?format=csv', { token })
  expect(csv.text).toContain('"regular:0930-1200,1300-1600"')
})

test('the coverage call states the stored data of each interval, its sources, and the delay of the plan', async () => {
  const row = { class: 'stock', exchange: 'NASDAQ', instruments: 1, live: false }
  expect((await get('/coverage?type=stock&region=US')).data).toEqual([
    {
      ...row,
      interval: '1d',
      first: day('2026-01-02'),
      last: day('2026-01-05'),
      delay: 0,
      source: 'exchange,import',
    },
    { ...row, interval: 'ticks', first: now, last: now, delay: 0, source: 'exchange' },
  ])
  expect((await get('/coverage', american)).data).toMatchObject([{ delay: 900 }, { delay: 900 }])
  expect(await get('/coverage?type=crypto')).toMatchObject({ data: [], reason: 'no_data' })
  expect(await get('/coverage?region=HK')).toMatchObject({ data: [], reason: 'no_data' })
})

test('calendars of splits, IPOs and earnings list dates from today on in order, and show only countries of the plan', async () => {
  expect(await contentOf('/calendar/splits')).toMatchObject([
    { d: day('2026-01-08'), c: 'AAPL', v: '1:4' },
    { d: day('2026-01-09'), c: '700', v: '1:5' },
  ])
  expect(await contentOf('/calendar/splits', american)).toMatchObject([{ c: 'AAPL' }])
  expect(await contentOf('/calendar/ipos', american)).toMatchObject([{ sc: 'NEW', pr: '16-20' }])
  expect((await contentOf('/calendar/ipos')).map(({ sc }) => sc)).toEqual(['9999', 'NEW'])
  expect(await contentOf('/calendar/earnings')).toEqual([
    {
      ...{ d: day('2026-01-29'), period: 'quarter', pe: day('2025-12-27'), eps: 2.4 },
      ...{ c: 'AAPL', r: 'US', n: 'Apple Inc.', source: 'import' },
    },
  ])
})

test('the calendar of dividends returns the requested days, in pages or as CSV', async () => {
  expect((await contentOf('/calendar/dividends')).map(({ c }) => c)).toEqual(['MSFT'])
  const both = '/calendar/dividends?from=20260106&to=2026-02-09'
  expect((await contentOf(both)).map(({ c }) => c)).toEqual(['MSFT', 'AAPL'])
  expect((await get(`${both}&size=1&page=1`)).data).toMatchObject({
    content: [{ c: 'AAPL', rd: day('2026-02-09') }],
    totalElements: 2,
    last: true,
  })
  const csv = await rest.get(`${both}&format=csv`, { token })
  expect(csv.text.split('\r\n')[0]).toBe('d,a,cur,rd,pd,c,r,n,source')
  expect(await get('/calendar/splits?from=2020-01-01&to=2020-01-02')).toMatchObject({ reason: 'no_data' })
})

test.each([
  ['/market/status?market=Atlantis', 400, 'invalid_parameter'],
  ['/market/status?exchange=%3Cimg%3E', 400, 'invalid_parameter'],
  ['/market/status?market=US&exchange=HKEX', 400, 'invalid_parameter'],
  ['/market/status?format=xml', 400, 'invalid_format'],
  ['/coverage?type=bond', 400, 'invalid_parameter'],
  ['/coverage?region=Atlantis', 400, 'invalid_parameter'],
  ['/calendar/splits?from=yesterday', 400, 'invalid_time'],
  ['/calendar/splits?from=2026-02-01&to=2026-01-01', 400, 'range_reversed'],
  ['/calendar/ipos?region=Atlantis', 400, 'invalid_parameter'],
  ['/calendar/earnings?size=101', 400, 'invalid_parameter'],
  ['/calendar/bonds', 404, 'not_found'],
])('a request for %s is refused with %i %s', async (path, status, error) => {
  const got = await rest.get(path, { token })
  expect([got.status, got.json().error]).toEqual([status, error])
})

test('a request for a country outside the plan is refused, and the refusal names a plan with that country', async () => {
  expect(await get('/calendar/splits?region=HK', american)).toMatchObject({
    error: 'not_in_plan',
    plan: 'stock-hk-base',
  })
})
