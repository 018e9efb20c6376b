import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

const now = Date.parse('2026-01-06T15:10:00Z')
let ctx: TestPlatform
let rest: TestRest
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  token = (await keyOnPlan(ctx, 'integrated-enterprise')).secret
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

const get = (path: string) => rest.get(path, { token })

const odd = [
  '=HYPERLINK("http://x","y")',
  "+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1)',
  '\tTab',
  'Say "Hi", Ltd; & Sons',
  'Line\r\nBreak',
  '\ufeffMark',
  'Right \u202eto left',
]

async function csvOf(query: string): Promise<string[][]> {
  const got = await get(`/symbol/list?type=stock&region=NZ&format=csv${query}`)
  return parseCsv(got.text).slice(1)
}

test('CSV contains instrument names unchanged; CSV for spreadsheets escapes every name that a spreadsheet would read as a formula', async () => {
  const made = odd.map((name, at) => ({
    class: 'stock' as const,
    region: 'NZ',
    exchange: 'NZX',
    code: `ODD${at}`,
    name,
  }))
  await upsertInstruments(ctx, made, 'list')
  const plain = new Map((await csvOf('')).map(([code = '', name = '']) => [code, name]))
  expect(odd.map((_, at) => plain.get(`ODD${at}`))).toEqual(odd)
  const safe = new Map((await csvOf('&csv=spreadsheet')).map(([code = '', name = '']) => [code, name]))
  expect(odd.slice(0, 5).map((_, at) => safe.get(`ODD${at}`))).toEqual(odd.slice(0, 5).map((name) => `'${name}`))
  expect([...safe.values()].filter((name) => /^[=+\-@\t\r]/.test(name))).toEqual([])
})

test.each([
  ['/symbol/list?type=fund&region=NZ&format=csv', 'c,n,t,e,r'],
  ['/symbol/v2/holidays?code=US&from=21500101&format=csv', 'c,r,d,t,z,v,exchange,early'],
])('the CSV of %s has its full header even without rows', async (path, header) => {
  expect((await get(path)).text).toBe(`${header}\r\n`)
})

test('numbers in CSV are exact text, never an exponent and never NaN', async () => {
  const microsoft = await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' })
  if (!microsoft) throw new Error('MSFT is in the catalogue')
  const tiny = {
    time: now - 5 * dayMs,
    open: 1e-8,
    high: 1e-7,
    low: 1e-9,
    close: 1e-8,
    volume: 1.2345678901234567e19,
  }
  const time = tiny.time - (tiny.time % dayMs)
  await recordBars(ctx, [
    { ...tiny, time, turnover: -0, source: 'simulated', instrumentId: microsoft.id, interval: '1d' },
  ])
  const { text } = await get('/stock/kline?region=US&code=MSFT&kType=8&et=2026-01-06&format=csv')
  const [, row = ''] = text.split('\r\n')
  expect(row.split(',').slice(2)).toEqual([
    '0.00000001',
    '0.0000001',
    '0.000000001',
    '0.00000001',
    '12345678901234567000',
    '0',
  ])
  expect(
    (await get('/stock/indicator?region=US&code=MSFT&kType=8&et=2026-01-06&name=sma&format=csv')).text,
  ).not.toMatch(/NaN|null/)
})

test('a CSV response has both a safe ASCII file name and the exact file name', async () => {
  const code = 'Ü&B'
  const made = { class: 'stock', region: 'US', exchange: '', code, name: code } as const
  await upsertInstruments(ctx, [made], 'list')
  const got = await get(`/stock/kline?region=US&code=${encodeURIComponent(code)}&kType=8&et=2026-01-06&format=csv`)
  expect(got.headers.get('content-disposition')).toBe(
    `attachment; filename="stock-US-__B-1d.csv"; filename*=UTF-8''stock-US-%C3%9C%26B-1d.csv`,
  )
})

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const match of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    const [, cell = '', end] = match
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
