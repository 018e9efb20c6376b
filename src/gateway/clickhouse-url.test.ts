import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBars } from '#src/market/history/history.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { readQuotePage, readTickPage } from '#src/market/tick-archive/pages.ts'
import { readTicks, recordTicks } from '#src/market/ticks/ticks.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'

let ctx: TestPlatform
let client: ClickHouseClient

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: 'url', now: '2026-01-05T12:00:00Z' })
  client = createClient({
    url: ctx.clickhouseUrl ?? '',
    compression: { request: true, response: true },
    log: { level: ClickHouseLogLevel.OFF },
  })
})
afterAll(async () => {
  await client?.close()
  await ctx?.[Symbol.asyncDispose]()
})

const day = Date.parse('2025-01-02T00:00:00Z')
const slow = 'SELECT sleepEachRow(0.1) FROM numbers(20)'
const io = { signal: new AbortController().signal, progress: () => {} }

test('a large file of bars is imported into a ClickHouse server, and a second import changes no bar', async () => {
  const path = join(ctx.settings.dataDir, 'stock-us-MSFT-1m.csv')
  const minutes = Array.from({ length: 9_000 }, (_, n) => `${day + n * 60_000},1,3,1,${(n % 7) / 7 + 1},10`)
  await writeFile(path, `time,open,high,low,close,volume\n${minutes.join('\n')}\n`)
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ accepted: 9_000, quarantined: 0 })
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ accepted: 9_000, corrected: 0 })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' })
  if (!instrument) throw new Error('MSFT')
  const [newest] = await readBars(ctx, { instrument, interval: '1m', limit: 1, order: 'newest' })
  expect([newest?.time, newest?.close]).toEqual([day + 8_999 * 60_000, (8_999 % 7) / 7 + 1])
})

test('ticks that are recorded on a ClickHouse server are read back in their order', async () => {
  const tick = { instrumentId: 7, volume: 1, side: 1, bid: 0, ask: 0, source: 'exchange' } as const
  await recordTicks(ctx, [
    { ...tick, time: day, seq: 0, price: 1.25 },
    { ...tick, time: day, seq: 1, price: 0.1 },
  ])
  const read = await readTicks(ctx, 7, { from: 0, to: day + 1, limit: 10 })
  expect(read.map(({ seq, price, side }) => [seq, price, side])).toEqual([
    [0, 1.25, 1],
    [1, 0.1, 1],
  ])
})

test.each([
  ['a text', "it's a \\ tab\t, line\n and [1,2]", 'String'],
  ['a list of texts', ["o'clock", 'a,b', '[x]', '\\'], 'Array(String)'],
  ['a list of numbers', [1, 2, 4_294_967_295], 'Array(UInt32)'],
  ['an empty list', [], 'Array(String)'],
  ['a number', 1.5, 'Float64'],
])('ClickHouse returns %s in a query parameter unchanged', async (_, value, type) => {
  const [row] = await ctx.clickhouse.query<{ value: unknown }>(`SELECT {value:${type}} AS value`, { value })
  expect(row?.value).toEqual(value)
})

test('a wrong statement, an unknown table and a time-out are reported with the error codes of ClickHouse', async () => {
  const failure = (query: string) =>
    client.query({ query }).then(
      () => null,
      (error: { code?: string; type?: string }) => [error.code, error.type],
    )
  expect(await failure('SELEKT 1')).toEqual(['62', 'SYNTAX_ERROR'])
  expect(await failure('SELECT * FROM nothing')).toEqual(['60', 'UNKNOWN_TABLE'])
  expect(await failure(`${slow} SETTINGS max_block_size = 1, max_execution_time = 0.1`)).toEqual([
    '159',
    'TIMEOUT_EXCEEDED',
  ])
  await expect(ctx.clickhouse.query(`${slow} SETTINGS max_block_size = 1`, {}, { maxMs: 100 })).rejects.toMatchObject({
    name: 'Refusal',
  })
  // Output of the failed statements must not precede a later response.
  expect(await ctx.clickhouse.text('SELECT 7', 'TabSeparated')).toBe('7\n')
})

test('the settings of a ClickHouse request apply only to that request, and inserts and responses may be compressed', async () => {
  const query = 'SELECT number FROM numbers(5)'
  const settings = { max_result_rows: '2', result_overflow_mode: 'break', max_block_size: '1' } as const
  const cut = await client.query({ query, clickhouse_settings: settings, format: 'JSONEachRow' })
  expect((await cut.json()).length).toBeLessThan(5)
  const whole = await client.query({ query, format: 'JSONEachRow' })
  expect(await whole.json()).toHaveLength(5)
  await client.command({ query: 'CREATE TABLE IF NOT EXISTS packed (n UInt32) ENGINE = MergeTree ORDER BY n' })
  const values = Array.from({ length: 20_000 }, (_, n) => ({ n }))
  await client.insert({ table: 'packed', values, format: 'JSONEachRow' })
  const [counted] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM packed')
  expect(Number(counted?.n)).toBe(20_000)
  expect(await client.ping()).toEqual({ success: true })
})

test('every read of bars, trades and quotes filters first by the id of the instrument', async () => {
  const statements: string[] = []
  const noted = new Proxy(ctx.clickhouse, {
    get:
      (store, name) =>
      (sql: string, ...more: unknown[]) => {
        statements.push(sql)
        return Reflect.get(store, name)(sql, ...more)
      },
  })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' })
  if (!instrument) throw new Error('MSFT')
  const page = { from: day, to: day + 60_000, limit: 5, order: 'oldest', after: null } as const
  for (const interval of ['1m', '1h', '1d', '1M'] as const)
    await readBars({ ...ctx, clickhouse: noted }, { instrument, interval, limit: 5, order: 'newest' })
  await readTickPage({ ...ctx, clickhouse: noted }, instrument.id, page)
  await readQuotePage({ ...ctx, clickhouse: noted }, instrument.id, page)
  const reads = statements.flatMap((sql) => sql.match(/FROM (bars|ticks|best_quotes)\b[^()]*/g) ?? [])
  expect(reads.length).toBeGreaterThan(8)
  expect(reads.filter((read) => !/^FROM \w+( FINAL)?\s+(PRE)?WHERE\s+instrument (=|IN)/.test(read))).toEqual([])
})
