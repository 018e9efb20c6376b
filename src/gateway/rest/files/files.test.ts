import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { countIfDue } from '#src/market/coverage/coverage.ts'
import { importTicks } from '#src/market/import/import-ticks.ts'
import { findInstrument, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { moveOldTicks } from '#src/market/tick-archive/move.ts'
import { recordQuotes, recordTicks } from '#src/market/ticks/ticks.ts'
import { removeTradingDay, setTradingDay } from '#src/market/trading-days/trading-days.ts'
import { dayFilesName } from '#src/platform/data-dir/day-files.ts'
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

async function idOf(code: string, region = 'US'): Promise<number> {
  const instrument = await findInstrument(ctx, { class: 'stock', code, region })
  if (!instrument) throw new Error(code)
  return instrument.id
}

async function minutes(code: string, region: string, from: number, count: number) {
  return minutesOf(await idOf(code, region), from, count)
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

test('a day file contains each bar of its day and region once, and no other bars', async () => {
  const { status, headers, lines } = await unpacked('/files/stock/US/2026-01-05.csv.gz')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/gzip')
  expect(headers.get('content-disposition')).toBe('attachment; filename="stock-US-2026-01-05-1m.csv.gz"')
  expect(lines[0]).toBe('code,exchange,time,open,high,low,close,volume,turnover')
  expect(lines).toContain(`AAPL,NASDAQ,${day},10,12,9,11.5,5,50`)
  expect(lines).toHaveLength(1 + 1_440 + 2)
  expect(new Set(lines).size).toBe(lines.length)
})

test('a day file contains stored bars and bars built from minutes, as kline returns them', async () => {
  const date = '2026-01-02'
  const figures = { open: 10, high: 12, low: 9, close: 11.5, volume: 5, turnover: 50.25 }
  const stored = { ...figures, time: Date.parse(date), interval: '1d' as const, source: 'simulated' as const }
  await recordBars(ctx, [{ ...stored, instrumentId: await idOf('MSFT') }])
  await recordBars(ctx, await minutes('TSLA', 'US', Date.parse(`${date}T14:28:00Z`), 4))
  // Minutes before and after the regular session are not part of the day bar.
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

test('two Parquet readers find the same rows in the Parquet day file and in the compressed CSV day file', async () => {
  const path = '/files/stock/US/2026-01-05'
  const { lines } = await unpacked(`${path}.csv.gz`)
  const response = await fetch(`${rest.url}${path}.parquet`, { headers: { token } })
  expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet')
  expect(response.headers.get('content-disposition')).toContain('"stock-US-2026-01-05-1m.parquet"')
  const bytes = await response.arrayBuffer()
  const rows = await parquetReadObjects({ file: bytes })
  expect(rows.map((row) => Object.values({ ...row, time: Number(row.time) }).join())).toEqual(lines.slice(1))
  expect(rows[0]).toEqual({
    ...{ code: 'AAPL', exchange: 'NASDAQ', time: new Date(day) },
    ...{ open: 10, high: 12, low: 9, close: 11.5, volume: 5, turnover: 50 },
  })
  const filename = join(ctx.settings.dataDir, 'day.parquet')
  await writeFile(filename, Buffer.from(bytes))
  const read = await ctx.clickhouse.text(
    `SELECT code, exchange, toUnixTimestamp64Milli(time), open, high, low, close, volume, turnover
     FROM file('${filename}', Parquet)`,
    'CSV',
  )
  expect(read.trimEnd().replaceAll('"', '').split('\n')).toEqual(lines.slice(1))
  const none = await fetch(`${rest.url}/files/stock/US/2026-01-04.parquet`, { headers: { token } })
  expect(none.headers.get('x-reason')).toBe('no_data')
  expect(await parquetReadObjects({ file: await none.arrayBuffer() })).toEqual([])
})

test('a day file contains minutes built from imported ticks', async () => {
  const file = join(ctx.settings.dataDir, 'stock-us-ORCL-20260102.csv')
  await writeFile(
    file,
    'time,price,size\n2026-01-02T15:00:01Z,30,2\n2026-01-02T15:00:30Z,31,4\n2026-01-02T15:01:00Z,32,1\n',
  )
  await importTicks(ctx, file, {}, { signal: new AbortController().signal, progress: () => {} })
  const { lines } = await unpacked('/files/stock/US/2026-01-02.csv.gz')
  const minute = Date.parse('2026-01-02T15:00:00Z')
  expect(lines.filter((line) => line.startsWith('ORCL,'))).toEqual([
    `ORCL,NYSE,${minute},30,31,30,31,6,184`,
    `ORCL,NYSE,${minute + 60_000},32,32,32,32,1,32`,
  ])
})

test('day files of trades and best quotes contain each event of the store and of the archive once', async () => {
  const date = '2025-11-03'
  const at = Date.parse(`${date}T15:00:00Z`)
  const [intel, amd, tencent] = [await idOf('INTC'), await idOf('AMD'), await idOf('700', 'HK')]
  const trade = { price: 20.25, volume: 3, side: 1, bid: 0, ask: 0, source: 'exchange' } as const
  const ticks = (instrumentId: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...trade, instrumentId, time: at + Math.floor(n / 2), seq: n % 2 }))
  await recordTicks(ctx, [...ticks(intel, 40_002), ...ticks(tencent, 1)])
  await recordTicks(ctx, ticks(intel, 2))
  const quote = { bid: 9.5, bidVolume: 2, ask: 0, askVolume: 0, seq: 7, source: 'exchange' } as const
  await recordQuotes(ctx, [{ ...quote, instrumentId: amd, time: at }])
  await ctx.clock.advance(3_600_000)
  expect(await moveOldTicks(ctx, { signal: new AbortController().signal })).toMatchObject({ rows: 40_004 })
  // Another trade of the day arrives late.
  await recordTicks(ctx, [{ ...trade, instrumentId: amd, time: at - 5, seq: 0, price: 8 }])
  const trades = await unpacked(`/files/stock/US/${date}.csv.gz?kind=trades`)
  expect(trades.headers.get('content-disposition')).toContain(`"stock-US-${date}-trades.csv.gz"`)
  const [head = '', ...rows] = trades.lines
  expect(head).toBe('code,exchange,time,price,volume,side,session,seq')
  const wanted = ticks(intel, 40_002).map(({ time, seq }) => `INTC,NASDAQ,${time},20.25,3,1,0,${seq}`)
  expect(rows.toSorted()).toEqual([`AMD,NASDAQ,${at - 5},8,3,1,0,0`, ...wanted].toSorted())
  const packed = await fetch(`${rest.url}/files/stock/US/${date}.parquet?kind=bbo`, { headers: { token } })
  expect(await parquetReadObjects({ file: await packed.arrayBuffer() })).toEqual([
    { code: 'AMD', exchange: 'NASDAQ', time: new Date(at), bid: 9.5, bid_volume: 2, ask: null, ask_volume: 0, seq: 7 },
  ])
})

test('the day file of a day without bars has only its header line, and the response states the reason', async () => {
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
  ['stock/US/2026-01-06.parquet?kind=trades', 400, 'invalid_time'],
  ['stock/US/2026-01-05.parquet?kind=ticks', 400, 'invalid_parameter'],
  ['stock/US/2026-01-05.csv', 404, 'not_found'],
  ['stock/HK/2026-01-05.csv.gz', 403, 'not_in_plan'],
  ['fund/US/2026-01-05.csv.gz', 403, 'not_in_plan'],
  ['fund/US/2026-01-05.parquet?kind=bbo', 403, 'not_in_plan'],
])('a request for the file %s is refused with %d %s', async (path, status, error) => {
  const answer = await rest.get(`/files/${path}`, { token })
  expect([answer.status, answer.json().error]).toEqual([status, error])
})

test('a day file of an unknown region is answered with 404 if the plan covers all regions', async () => {
  const answer = await rest.get('/files/stock/XX/2026-01-05.csv.gz', { token: await keyOf('integrated-base') })
  expect([answer.status, answer.json().error]).toEqual([404, 'not_found'])
})

test('the free plan and the demo key have no day files, and the refusal names a plan that has day files', async () => {
  for (const headers of [{ token: await keyOf('integrated-free') }, { token: 'tw_demo_public' }]) {
    const answer = await rest.get('/files/stock/US/2026-01-05.csv.gz', headers)
    expect([answer.status, answer.json().error, answer.json().plan]).toEqual([403, 'not_in_plan', 'integrated-base'])
  }
})

test('the headers of a day file state its length and checksum, and are the same for GET and HEAD', async () => {
  const path = `${rest.url}/files/stock/US/2026-01-05.csv.gz`
  const whole = await fetch(path, { headers: { token } })
  const bytes = Buffer.from(await whole.arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest()
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  expect(whole.headers.get('etag')).toBe(`"${sha256.toString('hex')}"`)
  expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${sha256.toString('base64')}:`)
  expect(whole.headers.get('x-row-count')).toBe('1442')
  const head = await fetch(path, { method: 'HEAD', headers: { token } })
  const changing = [
    'date',
    'connection',
    'keep-alive',
    'x-request-id',
    'ratelimit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ]
  const lasting = (headers: Headers) => [...headers].filter(([name]) => !changing.includes(name))
  expect([head.status, lasting(head.headers)]).toEqual([200, lasting(whole.headers)])
  const get = (headers: Record<string, string>) => fetch(path, { headers: { token, ...headers } })
  const etag = whole.headers.get('etag') ?? ''
  const rest10 = await get({ range: 'bytes=10-', 'if-range': etag })
  expect([rest10.status, rest10.headers.get('content-range')]).toEqual([
    206,
    `bytes 10-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(Buffer.from(await rest10.arrayBuffer())).toEqual(bytes.subarray(10))
  expect((await get({ range: 'bytes=10-', 'if-range': '"other"' })).status).toBe(200)
  const behind = await get({ range: `bytes=${bytes.length}-` })
  expect([behind.status, behind.headers.get('content-range'), (await behind.json()).error]).toEqual([
    416,
    `bytes */${bytes.length}`,
    'range_not_satisfiable',
  ])
  const held = await get({ 'if-none-match': etag })
  expect([held.status, held.headers.get('etag'), await held.text()]).toEqual([304, etag, ''])
})

test('a client of HTTP/1.0 gets a day file with its length', async () => {
  const answer = await raw('GET /files/stock/US/2026-01-05.csv.gz HTTP/1.0')
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(answer).toMatch(/content-length: \d+\r\n/i)
})

test('a day file is made again after rows of its day arrive late, and keeps its ETag otherwise', async () => {
  const path = `${rest.url}/files/stock/US/2025-12-30.csv.gz`
  const get = async () => (await fetch(path, { method: 'HEAD', headers: { token } })).headers
  await recordBars(ctx, await minutes('AAPL', 'US', Date.parse('2025-12-30'), 3))
  const first = await get()
  await ctx.clock.advance(20_000)
  expect((await get()).get('etag')).toBe(first.get('etag'))
  await recordBars(ctx, await minutes('MSFT', 'US', Date.parse('2025-12-30'), 1))
  await ctx.clock.advance(20_000)
  expect((await get()).get('x-row-count')).toBe('4')
})

test('a day file is made again after the sessions of its day change', async () => {
  const path = '/files/stock/US/2025-12-29.csv.gz?interval=1d'
  await recordBars(ctx, await minutes('AMD', 'US', Date.parse('2025-12-29T17:59:00Z'), 3))
  const volume = async () => (await unpacked(path)).lines[1]?.split(',')[7]
  expect(await volume()).toBe('15')
  const early = { calendar: 'us', date: '2025-12-29', kind: 'early', name: '', hours: '13:00', version: null }
  await setTradingDay(ctx, { kind: 'operator-cli' }, early)
  await ctx.clock.advance(20_000)
  expect(await volume()).toBe('5')
  await removeTradingDay(ctx, { kind: 'operator-cli' }, early)
})

test('when day files exceed their disk space, unused files are removed, and files that are still being made are kept', async () => {
  const folder = join(ctx.settings.dataDir, dayFilesName)
  const [making, unused] = [join(folder, 'making.part'), join(folder, 'unused.1.1.0.csv.gz')]
  const past = new Date(Date.now() - 120_000)
  await mkdir(folder, { recursive: true })
  for (const [path, written] of [
    [making, new Date()],
    [unused, past],
  ] as const) {
    await writeFile(path, '')
    await truncate(path, 5 * 1024 ** 3)
    await utimes(path, past, written)
  }
  const { status } = await unpacked('/files/stock/US/2026-01-02.csv.gz?interval=1d')
  expect(status).toBe(200)
  expect([existsSync(unused), existsSync(making)]).toEqual([false, true])
  await rm(making)
})

test('the list of day files names each past day of the range, and the checksum of each file that was already made', async () => {
  const { headers } = await fetch(`${rest.url}/files/stock/US/2026-01-05.csv.gz`, {
    method: 'HEAD',
    headers: { token },
  })
  await countIfDue(ctx)
  const list = await rest.get('/files?type=stock&region=us&from=2026-01-04&to=2026-01-06', { token })
  expect(list.json().data).toEqual([
    {
      date: '2026-01-04',
      path: '/files/stock/US/2026-01-04.csv.gz?interval=1m',
      rows: null,
      bytes: null,
      sha256: null,
      modified: null,
    },
    {
      ...{ date: '2026-01-05', path: '/files/stock/US/2026-01-05.csv.gz?interval=1m', rows: 1_442 },
      bytes: Number(headers.get('content-length')),
      sha256: headers.get('etag')?.replaceAll('"', ''),
      modified: Date.parse(headers.get('last-modified') ?? ''),
    },
  ])
  for (const [query, error] of [
    ['region=US', 'missing_parameter'],
    ['type=stock&region=US&from=2025-01-01', 'invalid_time'],
    ['type=stock&region=US&from=2026-01-05&to=2026-01-04', 'range_reversed'],
    ['type=fund&region=US', 'not_in_plan'],
  ])
    expect((await rest.get(`/files?${query}`, { token })).json().error).toBe(error)
})

test('the creation of a day file stops if the client disconnects; a finished file is sent without reading the store', async () => {
  const made = Array.from({ length: 60 }, (_, at) => ({
    ...{ class: 'stock' as const, region: 'US', exchange: '', code: `WIDE${at}`, name: 'x' },
  }))
  const ids = await upsertInstruments(ctx, made, 'list')
  const date = '2025-12-31'
  for (const id of ids) await recordBars(ctx, minutesOf(id, Date.parse(date), 1_440))
  const path = `/files/stock/US/${date}.csv.gz`
  const port = Number(new URL(rest.url).port)
  const before = statements.statementCount
  statements.hold()
  const leaver = connect(port, '127.0.0.1', () =>
    leaver.write(`GET ${path} HTTP/1.1\r\nHost: x\r\ntoken: ${token}\r\n\r\n`),
  )
  await expect.poll(() => statements.statementCount).toBe(before + 1)
  const connected = await rest.connections()
  leaver.destroy()
  await expect.poll(() => rest.connections()).toBeLessThan(connected)
  statements.release()
  const whole = await raw(`GET ${path} HTTP/1.1`)
  expect(whole).toMatch(/^HTTP\/1\.1 200/)
  expect(whole).toMatch(/\r\nx-row-count: 86400\r\n/i)
  expect(statements.statementCount - before).toBeLessThanOrEqual(3 + Math.ceil(60 / 14))
  const counted = statements.statementCount
  expect(await raw(`GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200/)
  expect(statements.statementCount).toBe(counted)
})

function raw(line: string): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const port = Number(new URL(rest.url).port)
    const client = connect(port, '127.0.0.1', () =>
      client.write(`${line}\r\nHost: localhost\r\ntoken: ${token}\r\nConnection: close\r\n\r\n`),
    )
    client.on('data', (chunk) => chunks.push(chunk))
    client.once('close', () => done(Buffer.concat(chunks).toString('latin1')))
  })
}
