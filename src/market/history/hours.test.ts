import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssetClass, DayChoice, Interval, SessionChoice } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import type { Bar } from '../bars/bar.ts'
import { recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { type BarQuery, readBars, readCoverage } from './history.ts'
import { readTradeFigures } from './trade-figures.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function instrument(assetClass: AssetClass, code: string, region: string | null): Promise<Instrument> {
  const found = await findInstrument(ctx, { class: assetClass, code, region })
  if (!found) throw new Error(code)
  return found
}

const bar = (time: string, close: number): Bar => ({
  ...{ time: Date.parse(time), open: close, high: close, low: close, close, volume: 1, turnover: close },
  source: 'import',
})

const record = (target: Instrument, interval: Interval, bars: Bar[]) =>
  recordBars(
    ctx,
    bars.map((one) => ({ ...one, instrumentId: target.id, interval })),
  )

async function read(target: Instrument, query: Partial<BarQuery> & Pick<BarQuery, 'interval'>) {
  const bars = await readBars(ctx, { instrument: target, limit: 100, order: 'newest', ...query })
  return bars.map(({ time, close, volume }) => [new Date(time).toISOString().slice(0, 16), close, volume])
}

test.each<[Interval, SessionChoice, unknown[]]>([
  [
    '1h',
    'all',
    [
      ['2023-11-24T14:00', 3, 3],
      ['2023-11-24T18:00', 4, 1],
      ['2023-11-24T22:00', 5, 1],
    ],
  ],
  ['1h', 'regular', [['2023-11-24T14:00', 3, 2]]],
  [
    '1h',
    'extended',
    [
      ['2023-11-24T14:00', 1, 1],
      ['2023-11-24T18:00', 4, 1],
    ],
  ],
  [
    '1m',
    'extended',
    [
      ['2023-11-24T14:29', 1, 1],
      ['2023-11-24T18:00', 4, 1],
    ],
  ],
  ['1d', 'regular', [['2023-11-24T00:00', 3, 2]]],
  ['1d', 'extended', [['2023-11-24T00:00', 4, 2]]],
  ['1d', 'all', [['2023-11-24T00:00', 5, 5]]],
  ['1w', 'extended', [['2023-11-20T00:00', 4, 2]]],
])('%s bars of the %s session of a half day have only minutes of that session', async (interval, session, expected) => {
  const target = await instrument('stock', 'MSFT', 'US')
  await record(target, '1m', [
    bar('2023-11-24T14:29:00Z', 1),
    bar('2023-11-24T14:30:00Z', 2),
    bar('2023-11-24T14:31:00Z', 3),
    bar('2023-11-24T18:00:00Z', 4),
    bar('2023-11-24T22:30:00Z', 5),
  ])
  expect(await read(target, { interval, session })).toEqual(expected)
})

test.each<[Interval, DayChoice, unknown[]]>([
  [
    '1d',
    'utc',
    [
      ['2024-01-07T00:00', 9, 1],
      ['2024-01-08T00:00', 2, 2],
      ['2024-01-09T00:00', 3, 1],
    ],
  ],
  [
    '1d',
    'fx',
    [
      ['2024-01-08T00:00', 1, 1],
      ['2024-01-09T00:00', 3, 2],
    ],
  ],
  ['1w', 'fx', [['2024-01-08T00:00', 3, 3]]],
])('%s bars of a currency pair begin at the day boundary of the option day=%s', async (interval, day, expected) => {
  const target = await instrument('forex', 'EURUSD', null)
  await record(target, '1h', [
    bar('2024-01-08T21:00:00Z', 1),
    bar('2024-01-08T22:00:00Z', 2),
    bar('2024-01-09T21:00:00Z', 3),
  ])
  // Stored days are dated by UTC.
  await record(target, '1d', [bar('2024-01-07T00:00:00Z', 9)])
  expect(await read(target, { interval, day })).toEqual(expected)
})

test('the trade count and the volume-weighted price of a bar respect the session and the price adjustment of the query', async () => {
  const target = await instrument('stock', 'AAPL', 'US')
  const tick = (time: string, price: number, volume: number, seq = 0) => ({
    ...{ instrumentId: target.id, time: Date.parse(time), seq, price, volume, side: 0 as const },
    ...{ bid: 0, ask: 0, source: 'import' as const },
  })
  await recordTicks(ctx, [
    tick('2024-03-04T14:29:59.999Z', 50, 1),
    tick('2024-03-04T14:30:00Z', 10, 1),
    tick('2024-03-04T14:30:00Z', 20, 3, 1),
    tick('2024-03-04T22:00:00Z', 33, 4),
    tick('2024-03-05T15:00:00Z', 100, 0),
    { ...tick('2024-03-05T15:00:00Z', 900, 9, 1), source: 'simulated' },
  ])
  await record(target, '1m', [bar('2024-03-04T14:29:00Z', 50), bar('2024-03-04T14:30:00Z', 20)])
  await record(target, '1d', [bar('2024-03-05T00:00:00Z', 100), bar('2024-03-06T00:00:00Z', 100)])
  const coverage = await readCoverage(ctx, target.id)
  const figures = async (interval: Interval, more: Partial<BarQuery> = {}) => {
    const query = { instrument: target, interval, limit: 9, order: 'newest', coverage, ...more } as const
    const found = await readTradeFigures(ctx, query, await readBars(ctx, query))
    return [...found].map(([time, { trades, vwap }]) => [new Date(time).toISOString().slice(5, 16), trades, vwap])
  }
  expect(await figures('1m')).toEqual([
    ['03-04T14:29', 1, 50],
    ['03-04T14:30', 2, 17.5],
  ])
  expect(await figures('1d')).toEqual([
    ['03-04T00:00', 2, 17.5],
    ['03-05T00:00', 1, null],
  ])
  expect(await figures('1w')).toEqual([['03-04T00:00', 3, 17.5]])
  expect(await figures('1d', { session: 'all' })).toEqual([['03-04T00:00', 4, 28]])
  expect(await figures('1d', { session: 'extended' })).toEqual([['03-04T00:00', 2, 36.4]])
  const factors = [{ date: Date.parse('2024-03-04'), price: 1, split: 0.5, reference: 20 }]
  expect(await figures('1w', { adjust: 'split', factors })).toEqual([['03-04T00:00', 3, 8.75]])
})
