import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataSource } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { noteFed } from '#src/market/feed-keys/fed.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { recordQuotes, recordTicks } from '#src/market/ticks/ticks.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const first = Date.parse('2026-01-06T10:00:00Z')
/** The sources of six minutes: the simulated minute remains from before the import. */
const sources: DataSource[] = ['import', 'import', 'simulated', 'push', 'push', 'exchange']
let ctx: TestPlatform
let rest: TestRest
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T12:00:00Z' })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'LTCUSD' })
  if (!instrument) throw new Error('LTCUSD is in the catalogue')
  await noteFed(ctx, [instrument])
  const same = { instrumentId: instrument.id, volume: 1 }
  const rows = sources.map((source, at) => ({ ...same, source, time: first + at * minuteMs, price: 10 + at }))
  await recordBars(
    ctx,
    rows.map(({ price, ...row }) => {
      return { ...row, interval: '1m' as const, open: price, high: price, low: price, close: price, turnover: 0 }
    }),
  )
  await recordTicks(
    ctx,
    rows.map((row, seq) => ({ ...row, seq, side: 0 as const, bid: 0, ask: 0 })),
  )
  await recordQuotes(
    ctx,
    rows.map(({ price, ...row }, seq) => ({ ...row, seq, bid: price, bidVolume: 1, ask: price, askVolume: 1 })),
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const text = async (call: string, query: string) =>
  (await rest.get(`/crypto/${call}?code=LTCUSD&${query}`, { token })).text
const rowsOf = async (call: string, query: string) => JSON.parse(await text(call, query)).data

test('bars, trades and best quotes have a source column on request, and columns have the requested order', async () => {
  const named = sources.filter((source) => source !== 'simulated')
  for (const call of ['kline', 'trades', 'bbo']) {
    const rows = await rowsOf(call, 'interval=1m&columns=source,t')
    expect(rows.map(({ source }: { source: string }) => source)).toEqual(named)
    expect(Object.keys(rows[0])).toEqual(['source', 't'])
    expect(Object.keys((await rowsOf(call, 'interval=1m'))[0])).not.toContain('source')
  }
  const batch = await rest.get('/crypto/klines?codes=LTCUSD&interval=1m&limit=1&columns=c,source', { token })
  expect(batch.json().data).toEqual({ LTCUSD: [{ c: 15, source: 'exchange' }] })
})

test('every response format has a column for the source of a row', async () => {
  const query = 'interval=1m&limit=2&columns=t,c,source'
  const [four, five] = [first + 4 * minuteMs, first + 5 * minuteMs]
  expect(await text('kline', `${query}&format=csv`)).toBe(
    `time,t,c,source\r\n2026-01-06T10:04:00.000Z,${four},14,push\r\n2026-01-06T10:05:00.000Z,${five},15,exchange\r\n`,
  )
  expect(await text('kline', `${query}&format=ndjson`)).toBe(
    `{"t":${four},"c":14,"source":"push"}\n{"t":${five},"c":15,"source":"exchange"}\n`,
  )
  const bytes = async (format: string) =>
    (
      await fetch(`${rest.url}/crypto/kline?code=LTCUSD&${query}&format=${format}`, { headers: { token } })
    ).arrayBuffer()
  expect(await parquetReadObjects({ file: await bytes('parquet') })).toEqual([
    { t: new Date(four), c: 14, source: 'push' },
    { t: new Date(five), c: 15, source: 'exchange' },
  ])
  expect(
    tableFromIPC(new Uint8Array(await bytes('arrow')))
      .toArray()
      .map((row) => row.toJSON()),
  ).toEqual([
    { t: four, c: 14, source: 'push' },
    { t: five, c: 15, source: 'exchange' },
  ])
})

test('every response format of bars has a column that marks the running bar', async () => {
  const query = 'interval=1d&limit=1&columns=t,c,final'
  const day = Date.parse('2026-01-06')
  expect(await text('kline', `${query}&format=csv`)).toBe(`time,t,c,final\r\n2026-01-06,${day},15,false\r\n`)
  const finished = await text('kline', 'interval=1m&limit=1&columns=t,c,final&format=csv')
  expect(finished).toBe(`time,t,c,final\r\n2026-01-06T10:05:00.000Z,${first + 5 * minuteMs},15,\r\n`)
  const bytes = async (format: string) =>
    (
      await fetch(`${rest.url}/crypto/kline?code=LTCUSD&${query}&format=${format}`, { headers: { token } })
    ).arrayBuffer()
  const running = { c: 15, final: 0 }
  expect(await parquetReadObjects({ file: await bytes('parquet') })).toEqual([{ t: new Date(day), ...running }])
  const [row] = tableFromIPC(new Uint8Array(await bytes('arrow'))).toArray()
  expect(row?.toJSON()).toEqual({ t: day, ...running })
})

test('bars of a requested source are built only from rows of that source; without a requested source, simulated rows are ignored', async () => {
  const bar = async (interval: string, query: string) => {
    const [row] = await rowsOf('kline', `interval=${interval}&to=2026-01-06T11:00:00Z&${query}`)
    return row && [row.o, row.c, row.v]
  }
  for (const interval of ['1h', '1d', '1w', '1y']) {
    expect(await bar(interval, ''), interval).toEqual([10, 15, 5])
    expect(await bar(interval, 'source=import'), interval).toEqual([10, 11, 2])
    expect(await bar(interval, 'source=push'), interval).toEqual([13, 14, 2])
    expect(await bar(interval, 'source=replay'), interval).toBeUndefined()
  }
  const pushed = [first + 3 * minuteMs, first + 4 * minuteMs]
  for (const call of ['kline', 'trades', 'bbo'])
    expect((await rowsOf(call, 'interval=1m&source=push')).map(({ t }: { t: number }) => t)).toEqual(pushed)
})

test.each(['columns=t,x', 'columns=t,,c', 'source=nobody'])(
  'a request for rows with the query %s is refused',
  async (query) => {
    const got = await rest.get(`/crypto/kline?code=LTCUSD&interval=1m&${query}`, { token })
    expect([got.status, got.json().error]).toEqual([400, 'invalid_parameter'])
  },
)

test('an instrument without live data has a quote and bars from its stored data, and no invented depth', async () => {
  const last = first + 5 * minuteMs
  const quote = (await rest.get('/crypto/quote?code=LTCUSD', { token })).json()
  expect(quote).toMatchObject({ data: { ld: 15, h: 15, l: 10 }, source: 'import' })
  expect((await rest.get('/crypto/depth?code=LTCUSD', { token })).json()).toMatchObject({
    data: null,
    reason: 'no_data',
  })
  expect((await rowsOf('kline', 'interval=1m&limit=1'))[0].t).toBe(last)
})

test('CSV and NDJSON responses have their reasons in a header, and a Parquet response has its adjustment in a header', async () => {
  const headersOf = async (path: string) => (await rest.get(path, { token })).headers
  const query = 'codes=LTCUSD,XYZ,Ü&interval=1m&from=2026-01-06&limit=1'
  const { data: _, ...beside } = (await rest.get(`/crypto/klines?${query}`, { token })).json()
  for (const format of ['csv', 'ndjson']) {
    const headers = await headersOf(`/crypto/klines?${query}&format=${format}`)
    expect(JSON.parse(headers.get('x-reasons') ?? '')).toEqual(beside.reasons)
    expect(Object.keys(beside.reasons as object)).toEqual(['XYZ', 'Ü', 'LTCUSD'])
  }
  const many = Array.from({ length: 99 }, (_, at) => `UNKNOWN${at}`)
  expect((await headersOf(`/crypto/quotes?codes=${many},LTCUSD&format=csv`)).get('x-reasons')).toBe('99')
  const parquet = await headersOf('/crypto/kline?code=LTCUSD&interval=1d&adjust=all&format=parquet')
  expect(parquet.get('x-adjust')).toBe('{"mode":"all","factorDate":null}')
})

test('in a sandbox, batches, snapshots, rankings and conversions name the sources of their rows', async () => {
  const besideOf = async (path: string) => {
    const { code: _, msg: __, data: ___, ...beside } = (await rest.get(path, { token })).json()
    return beside
  }
  const bar = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0, source: 'replay' as const }
  const [btc, eur] = await Promise.all([
    findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' }),
    findInstrument(ctx, { class: 'forex', code: 'EURUSD' }),
  ])
  const time = Date.parse('2026-01-05')
  for (const found of [btc, eur])
    await recordBars(ctx, [{ ...bar, instrumentId: found?.id ?? 0, interval: '1d', time }])
  const both = { delay: 0, source: 'import,replay' }
  for (const call of ['ticks', 'quotes']) expect(await besideOf(`/crypto/${call}?codes=BTCUSD,LTCUSD`)).toEqual(both)
  expect(await besideOf('/crypto/snapshot')).toEqual({ delay: 0, source: 'replay' })
  expect(await besideOf('/convert?from=EUR&to=USD')).toMatchObject({ source: 'replay' })
  expect(await besideOf('/convert?from=EUR&to=USD&at=20260106')).toMatchObject({ source: 'replay' })
  expect(await besideOf('/crypto/klines?codes=BTCUSD,LTCUSD&interval=1d&adjust=all&limit=5')).toMatchObject({
    ...{ source: 'import,replay', adjust: { mode: 'all', factorDate: null } },
  })
})
