import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { HeldStatements } from '#test/fixtures/held-statements.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:10:00Z')
const day = Date.parse('2026-01-05')
let ctx: TestPlatform
let rest: TestRest
let statements: HeldStatements
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  statements = new HeldStatements(ctx)
  rest = await testRest(statements.platform)
  token = await keyOf('stock-us-base')
  for (const [code, count] of [
    ['AAPL', 1_440],
    ['MSFT', 2],
  ] as const) {
    await recordBars(ctx, await minutes(code, 'US', day, count))
    await recordBars(ctx, await minutes(code, 'US', day, 1))
  }
  await recordBars(ctx, await minutes('AAPL', 'US', day + 86_400_000, 1))
  await recordBars(ctx, await minutes('700', 'HK', day, 3))
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function minutes(code: string, region: string, from: number, count: number) {
  const instrument = await findInstrument(ctx, { class: 'stock', code, region })
  if (!instrument) throw new Error(code)
  return minutesOf(instrument.id, from, count)
}

function minutesOf(instrumentId: number, from: number, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ instrumentId, interval: '1m' as const, time: from + at * 60_000, source: 'simulated' as const },
    ...{ open: 10, high: 12, low: 9, close: 11.5, volume: 5, turnover: 50 },
  }))
}

const keyOf = async (planId: string) => (await keyOnPlan(ctx, planId)).secret

async function unpacked(path: string) {
  const response = await fetch(`${rest.url}${path}`, { headers: { token } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: response.headers,
    lines: gunzipSync(bytes).toString().trimEnd().split('\r\n'),
  }
}

test('a day file has each bar once, and nothing of other days and regions', async () => {
  const { status, headers, lines } = await unpacked('/files/stock/US/2026-01-05.csv.gz')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/gzip')
  expect(headers.get('content-disposition')).toBe('attachment; filename="stock-US-2026-01-05-1m.csv.gz"')
  expect(lines[0]).toBe('code,exchange,time,open,high,low,close,volume,turnover')
  expect(lines).toContain(`AAPL,NASDAQ,${day},10,12,9,11.5,5,50`)
  expect(lines).toHaveLength(1 + 1_440 + 2)
  expect(new Set(lines).size).toBe(lines.length)
})

test('a day file combines built and stored bars, each as kline answers it', async () => {
  const date = '2026-01-02'
  const msft = await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' })
  if (!msft) throw new Error('MSFT')
  const figures = { open: 10, high: 12, low: 9, close: 11.5, volume: 5, turnover: 50.25 }
  const stored = { ...figures, time: Date.parse(date), interval: '1d' as const, source: 'simulated' as const }
  await recordBars(ctx, [{ ...stored, instrumentId: msft.id }])
  await recordBars(ctx, await minutes('TSLA', 'US', Date.parse(`${date}T14:28:00Z`), 4))
  // Before the session opens, and on the next day: neither belongs to this date.
  await recordBars(ctx, await minutes('NVDA', 'US', Date.parse(`${date}T10:00:00Z`), 4))
  await recordBars(ctx, await minutes('NFLX', 'US', Date.parse('2026-01-03T00:30:00Z'), 4))
  const { lines } = await unpacked(`/files/stock/US/${date}.csv.gz?interval=1d`)
  expect(lines.slice(1)).toEqual([
    `MSFT,NASDAQ,${Date.parse(date)},10,12,9,11.5,5,50.25`,
    `TSLA,NASDAQ,${Date.parse(date)},10,12,9,11.5,10,100`,
  ])
  const kline = await rest.get(`/stock/kline?region=US&code=TSLA&interval=1d&et=${date}`, { token })
  expect(kline.json().data).toMatchObject([{ t: Date.parse(date), o: 10, h: 12, l: 9, c: 11.5, v: 10, tu: 100 }])
})

test('the file of a day without bars has its header alone, and gives the reason', async () => {
  const { status, headers, lines } = await unpacked('/files/stock/us/2026-01-03.csv.gz?interval=1d')
  expect([status, headers.get('x-reason')]).toEqual([200, 'no_data'])
  expect(lines).toHaveLength(1)
})

test.each([
  ['stock/US/2026-02-30.csv.gz', 400, 'invalid_time'],
  ['stock/US/yesterday.csv.gz', 400, 'invalid_time'],
  ['stock/US/20260105.csv.gz', 400, 'invalid_time'],
  ['stock/US/2026-01-06.csv.gz', 400, 'invalid_time'],
  ['stock/US/2030-01-01.csv.gz', 400, 'invalid_time'],
  ['stock/US/2026-01-05.csv.gz?interval=5m', 400, 'invalid_interval'],
  ['stocks/US/2026-01-05.csv.gz', 404, 'unknown_class'],
  ['stock/US/2026-01-05.csv', 404, 'not_found'],
  ['stock/HK/2026-01-05.csv.gz', 403, 'not_in_plan'],
  ['fund/US/2026-01-05.csv.gz', 403, 'not_in_plan'],
])('%s is refused: %d %s', async (path, status, error) => {
  const answer = await rest.get(`/files/${path}`, { token })
  expect([answer.status, answer.json().error]).toEqual([status, error])
})

test('a plan with all regions gets 404 for an unknown region', async () => {
  const answer = await rest.get('/files/stock/XX/2026-01-05.csv.gz', { token: await keyOf('integrated-base') })
  expect([answer.status, answer.json().error]).toEqual([404, 'not_found'])
})

test('the free plan and the demo key have no files; the refusal names the plan that has', async () => {
  for (const headers of [{ token: await keyOf('integrated-free') }, { token: 'tw_demo_public' }]) {
    const answer = await rest.get('/files/stock/US/2026-01-05.csv.gz', headers)
    expect([answer.status, answer.json().error, answer.json().plan]).toEqual([403, 'not_in_plan', 'integrated-base'])
  }
})

test('a client that leaves a download stops its statements; a complete download states its row count', async () => {
  const made = Array.from({ length: 60 }, (_, at) => ({
    ...{ class: 'stock' as const, region: 'US', exchange: '', code: `WIDE${at}`, name: 'x' },
  }))
  const ids = await upsertInstruments(ctx, made, 'list')
  const date = '2025-12-31'
  for (const id of ids) await recordBars(ctx, minutesOf(id, Date.parse(date), 1_440))
  const path = `/files/stock/US/${date}.csv.gz`
  const request = (mark: string) =>
    `GET ${path}?${mark} HTTP/1.1\r\nHost: localhost\r\ntoken: ${token}\r\nConnection: close\r\n\r\n`
  const port = Number(new URL(rest.url).port)
  const before = statements.asked
  statements.hold()
  const leaver = connect(port, '127.0.0.1', () => leaver.write(request('a')))
  await expect.poll(() => statements.asked, { timeout: 15_000 }).toBe(before + 1)
  const connected = await rest.connections()
  leaver.destroy()
  await expect.poll(() => rest.connections(), { timeout: 15_000 }).toBeLessThan(connected)
  statements.release()
  const whole = await new Promise<string>((done) => {
    const chunks: Buffer[] = []
    const stayer = connect(port, '127.0.0.1', () => stayer.write(request('b')))
    stayer.on('data', (chunk) => chunks.push(chunk))
    stayer.once('close', () => done(Buffer.concat(chunks).toString('latin1')))
  })
  expect(whole).toMatch(/^HTTP\/1\.1 200/)
  expect(whole).toMatch(/\r\nx-row-count: 86400\r\n\r\n$/i)
  expect(statements.asked - before).toBeLessThanOrEqual(1 + Math.ceil(60 / 14))
})
