import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Adjustment, AssetClass, Interval } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import type { Bar } from '../bars/bar.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { importBars } from './import-bars.ts'
import { importFactors } from './import-factors.ts'
import { importTicks } from './import-ticks.ts'

const io = { signal: new AbortController().signal, progress: () => {} }
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

function rowsOf(name: string): number[][] {
  const path = sharedData(name)
  if (!path) return []
  const lines = gunzipSync(readFileSync(path)).toString('latin1').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [time = '', ...numbers] = line.split(',')
    return [Date.parse(time), ...numbers.map(Number)]
  })
}

async function bars(
  assetClass: AssetClass,
  code: string,
  interval: Interval,
  range: { from?: number; to?: number; limit?: number; adjust?: Adjustment },
): Promise<Bar[]> {
  const instrument = await findInstrument(ctx, { class: assetClass, code })
  if (!instrument) throw new Error(code)
  const factors = await readFactors(ctx, instrument.id)
  return readBars(ctx, { instrument, interval, limit: 1_000, order: 'newest', factors, ...range })
}

const figures = (bar: Bar) => [bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume]

test('every imported daily bar of AAPL equals the file to the last digit', async ({ skip }) => {
  const path = sharedData('bars/stock-us-AAPL-1d.csv.gz')
  if (!path) return skip()
  await importBars(ctx, path, {}, io)
  const stored = await bars('stock', 'AAPL', '1d', { limit: 10_000 })
  expect(stored.map(figures)).toEqual(rowsOf('bars/stock-us-AAPL-1d.csv.gz'))
})

test.each([
  ['2014-06-06', '2014-06-09'],
  ['2020-08-28', '2020-08-31'],
])('at the split between %s and %s, raw bars of AAPL jump, and adjusted bars do not', async (before, after) => {
  const path = sharedData('reference/factors-stock-us-AAPL.csv')
  if (!path) return
  await importFactors(ctx, path, {}, io)
  const change = async (adjust: Adjustment) => {
    const [a, b] = await bars('stock', 'AAPL', '1d', { from: day(before), to: day(after), adjust })
    return (b?.open ?? 0) / (a?.close ?? 1) - 1
  }
  expect(await change('none')).toBeLessThan(-0.7)
  expect(Math.abs(await change('split'))).toBeLessThan(0.03)
  expect(Math.abs(await change('all'))).toBeLessThan(0.03)
})

// A day of a stock or fund is 09:30–16:00 in New York; a day of crypto is the UTC day. Open, close and volume are
// equal. The recorded highs and lows differ by up to two cents, because the recorder left out irregular prints.
test.each<[AssetClass, string, string]>([
  ['fund', 'SPY', 'us'],
  ['crypto', 'BTCUSD', 'ba'],
])('days of %s %s built from minutes agree with the recorded days', async (assetClass, code, region) => {
  const path = sharedData(`bars/${assetClass}-${region}-${code}-1m.csv.gz`)
  if (!path) return
  await importBars(ctx, path, {}, io)
  const recorded = new Map(rowsOf(`bars/${assetClass}-${region}-${code}-1d.csv.gz`).map((row) => [row[0], row]))
  const built = (await bars(assetClass, code, '1d', {})).filter(({ time }) => recorded.has(time))
  expect(built.length).toBeGreaterThan(5)
  for (const bar of built) {
    const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = recorded.get(bar.time) ?? []
    expect([bar.open, bar.close], new Date(bar.time).toISOString()).toEqual([open, close])
    expect(Math.max(Math.abs(bar.high - high), Math.abs(bar.low - low))).toBeLessThan(0.021)
    expect(Math.abs(bar.volume - volume)).toBeLessThan(1e-6)
  }
})

// The tape contains odd lots and late prints that the official day excludes. So prices agree to a tenth of a percent
// (except a single high print), and volume to four percent.
test.each([
  ['BAC', 'stock'],
  ['IBM', 'stock'],
] as const)('the day of %s built from ticks agrees with the recorded day', async (code, assetClass) => {
  const path = sharedData(`ticks/${assetClass}-us-${code}-20131007.csv.gz`)
  if (!path) return
  await importTicks(ctx, path, {}, io)
  const [built] = await bars(assetClass, code, '1d', { from: day('2013-10-07'), to: day('2013-10-07') })
  const recorded = rowsOf(`bars/${assetClass}-us-${code}-1d.csv.gz`).find(([time]) => time === day('2013-10-07'))
  const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = recorded ?? []
  const off = (a: number | undefined, b: number) => Math.abs((a ?? 0) / b - 1)
  expect(
    [off(built?.open, open), off(built?.high, high), off(built?.low, low), off(built?.close, close)].every(
      (share) => share < 0.001,
    ),
  ).toBe(true)
  expect(off(built?.volume, volume)).toBeLessThan(0.04)
})

test('weeks built from recorded days begin on Monday and have the summed volume of the days', async ({ skip }) => {
  if (!sharedData('bars/stock-us-AAPL-1d.csv.gz')) return skip()
  const days = await bars('stock', 'AAPL', '1d', { from: day('2019-01-07'), to: day('2019-03-29') })
  const weeks = await bars('stock', 'AAPL', '1w', { from: day('2019-01-07'), to: day('2019-03-25') })
  expect(weeks.every(({ time }) => new Date(time).getUTCDay() === 1)).toBe(true)
  const sum = (list: Bar[]) => list.reduce((total, { volume }) => total + volume, 0)
  expect(sum(weeks)).toBe(sum(days))
})
