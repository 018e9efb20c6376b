import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Interval } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type Bar, mergeBars } from '../bars/bar.ts'
import { barSources, claimForImport, recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { renameInstrument } from '../instruments/edit.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument, upsertInstruments } from '../instruments/instruments.ts'
import { readBars } from './history.ts'
import { readNewestDays, readStoredDays } from './newest-days.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const bar = (time: string | number, close: number, source: Bar['source'] = 'simulated'): Bar => ({
  time: typeof time === 'number' ? time : Date.parse(time),
  open: close - 1,
  high: close + 2,
  low: close - 2,
  close,
  volume: 10,
  turnover: 100,
  source,
})

async function instrument(code: string, region: string): Promise<Instrument> {
  const found = await findInstrument(ctx, { class: 'stock', code, region })
  if (!found) throw new Error(code)
  return found
}

const record = (target: Instrument, interval: Interval, bars: Bar[]) =>
  recordBars(
    ctx,
    bars.map((one) => ({ ...one, instrumentId: target.id, interval })),
  )

test.each([
  ['stock', '700.HK', null, 'HK 700'],
  ['stock', '00700', null, 'HK 700'],
  ['stock', 'brk-b', 'US', 'US BRK.B'],
  ['crypto', 'BTC/USDT', null, 'BA BTCUSDT'],
  ['crypto', 'btc-usd', null, 'BA BTCUSD'],
  ['stock', 'RELIANCE$NSE$IN', null, 'IN RELIANCE'],
  ['stock', '600519', 'SH', 'CN 600519'],
  ['stock', 'NOSUCH', null, null],
] as const)('the %s symbol %s with the region %s is resolved as %s', async (assetClass, code, region, expected) => {
  const found = await findInstrument(ctx, { class: assetClass, code, region })
  expect(found && `${found.region} ${found.code}`).toBe(expected)
})

test('installing the catalogue twice keeps the id of an instrument', async () => {
  const before = await instrument('AAPL', 'US')
  await installCatalogue(ctx)
  expect((await instrument('AAPL', 'US')).id).toBe(before.id)
})

test('recorded bars are returned sorted and unique, and a later write replaces an earlier one', async () => {
  const tesla = await instrument('TSLA', 'US')
  const minute = Date.parse('2025-03-03T15:00:00Z')
  await record(tesla, '1m', [bar(minute + 60_000, 11), bar(minute, 10)])
  await ctx.clock.advance(1_000)
  await record(tesla, '1m', [bar(minute, 12)])
  const bars = await readBars(ctx, { instrument: tesla, interval: '1m', limit: 10, order: 'newest' })
  expect(bars.map(({ time, close }) => [time - minute, close])).toEqual([
    [0, 12],
    [60_000, 11],
  ])
})

test('a read of one source omits bars that were replaced by bars of another source', async () => {
  const meta = await instrument('META', 'US')
  const minute = Date.parse('2025-03-03T15:00:00Z')
  await record(meta, '1m', [bar(minute, 10), bar(minute + 60_000, 11)])
  await record(meta, '1m', [bar(minute, 20, 'import')])
  const range = { instrument: meta, limit: 10, order: 'newest', source: 'simulated' } as const
  const closes = async (interval: Interval) =>
    (await readBars(ctx, { ...range, interval })).map(({ close, volume }) => [close, volume])
  expect(await closes('1m')).toEqual([[11, 10]])
  expect(await closes('1h')).toEqual([[11, 10]])
})

test('a stock day covers the regular session, hours follow the exchange clock, and weeks begin on Monday', async () => {
  const nvidia = await instrument('NVDA', 'US')
  await record(nvidia, '1m', [
    bar('2025-03-03T13:00:00Z', 1),
    bar('2025-03-03T14:30:00Z', 100),
    bar('2025-03-03T20:59:00Z', 110),
    bar('2025-03-03T21:00:00Z', 500),
    bar('2025-03-04T14:30:00Z', 120),
    bar('2025-03-10T13:30:00Z', 130),
  ])
  const days = await readBars(ctx, { instrument: nvidia, interval: '1d', limit: 10, order: 'newest' })
  expect(
    days.map(({ time, open, high, close }) => [new Date(time).toISOString().slice(0, 10), open, high, close]),
  ).toEqual([
    ['2025-03-03', 99, 112, 110],
    ['2025-03-04', 119, 122, 120],
    ['2025-03-10', 129, 132, 130],
  ])
  const weeks = await readBars(ctx, { instrument: nvidia, interval: '1w', limit: 10, order: 'newest' })
  expect(weeks.map(({ time, volume }) => [new Date(time).toISOString().slice(0, 10), volume])).toEqual([
    ['2025-03-03', 30],
    ['2025-03-10', 10],
  ])
  const hours = await readBars(ctx, { instrument: nvidia, interval: '1h', limit: 2, order: 'oldest' })
  expect(hours.map(({ time }) => new Date(time).toISOString().slice(11, 16))).toEqual(['13:00', '14:00'])
})

test('a half day includes only the minutes before its early close, both in 2000 and in 2025', async () => {
  const target = await instrument('MSFT', 'US')
  const dates = ['2000-11-24', '2023-11-24', '2025-11-28']
  await record(
    target,
    '1m',
    dates.flatMap((date) => [
      bar(`${date}T14:30:00Z`, 100),
      bar(`${date}T17:59:00Z`, 110),
      bar(`${date}T18:00:00Z`, 500),
      bar(`${date}T20:59:00Z`, 900),
    ]),
  )
  const days = await readBars(ctx, { instrument: target, interval: '1d', limit: 3, order: 'newest' })
  expect(days).toMatchObject(dates.map(() => ({ open: 99, high: 112, close: 110, volume: 20 })))
})

test('after an import of daily bars, simulated daily bars of the instrument are no longer returned, whatever their date', async () => {
  const apple = await instrument('AAPL', 'US')
  await record(apple, '1d', [bar('2025-01-02', 5), bar('2025-01-03', 6)])
  const day = Date.parse('2025-01-02')
  await record(apple, '1d', [bar(day, 200, 'import')])
  await claimForImport(ctx, '1d', [{ instrument: apple, first: day, last: day, lastClose: 200 }])
  await record(apple, '1d', [bar('2025-01-01', 7), bar('2025-01-06', 201)])
  const bars = await readBars(ctx, { instrument: apple, interval: '1d', limit: 10, order: 'newest' })
  expect(bars.map(({ close, source }) => [close, source])).toEqual([[200, 'import']])
  expect(await barSources(ctx, apple.id)).toMatchObject([{ interval: '1d', source: 'import', lastClose: 200 }])
})

test.each<[string, Interval, string[], Interval, string[]]>([
  ['5m after 1m', '1m', ['00:55', '00:56', '00:59'], '5m', ['01:00', '01:05']],
  ['1m after 5m', '5m', ['00:50', '00:55'], '1m', ['01:00', '01:04', '01:05']],
])(
  'a series of %s has no missing bar where the stored interval changes',
  async (_, first, firstTimes, second, secondTimes) => {
    const target = { ...(await instrument('AAPL', 'US')), id: 900_000 + firstTimes.length }
    const at = (times: string[]) => times.map((time) => bar(`2025-03-05T${time}:00Z`, 10, 'exchange'))
    await record(target, first, at(firstTimes))
    await record(target, second, at(secondTimes))
    const bars = await readBars(ctx, { instrument: target, interval: '5m', limit: 3, order: 'newest' })
    expect(bars.map(({ time, volume }) => [new Date(time).toISOString().slice(11, 16), volume])).toEqual([
      ['00:55', first === '1m' ? 30 : 10],
      ['01:00', first === '1m' ? 10 : 20],
      ['01:05', 10],
    ])
  },
)

test('days before the first stored daily bar are built from hourly bars', async () => {
  const target = { ...(await instrument('AAPL', 'US')), id: 900_009 }
  await record(target, '1h', [bar('2025-03-03T15:00Z', 1, 'exchange'), bar('2025-03-04T15:00Z', 2, 'exchange')])
  await record(target, '1d', [bar('2025-03-05', 3, 'exchange'), bar('2025-03-06', 4, 'exchange')])
  const days = await readBars(ctx, { instrument: target, interval: '1d', limit: 10, order: 'newest' })
  expect(days.map(({ close }) => close)).toEqual([1, 2, 3, 4])
})

test('sums over bars have no floating-point rounding errors, neither in our code nor in ClickHouse', async () => {
  const noisy = (time: string): Bar => ({ ...bar(time, 10), volume: 0.1, turnover: 297239726.31 / 3 })
  const days = ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => noisy(`${day}T00:00:00Z`))
  expect(mergeBars(0, days)).toMatchObject({ volume: 0.3, turnover: 297239726.31 })
  const target = await instrument('NVDA', 'US')
  await record(target, '1d', days)
  const [week] = await readBars(ctx, { instrument: target, interval: '1w', limit: 1, order: 'newest' })
  expect(week).toMatchObject({ volume: 0.3, turnover: 297239726.31 })
})

test('recorded minutes extend an imported daily series, but simulated minutes do not', async () => {
  const target = await instrument('IBM', 'US')
  const closes = async (source: Bar['source']) => {
    await record(target, '1m', [bar('2025-01-03T15:00:00Z', 21, source)])
    const days = await readBars(ctx, { instrument: target, interval: '1d', limit: 5, order: 'newest' })
    return days.map(({ close }) => close)
  }
  await record(target, '1d', [bar('2025-01-02', 20, 'import')])
  expect(await closes('simulated')).toEqual([20])
  expect(await closes('exchange')).toEqual([20, 21])
})

test('a code on two exchanges of a region means the more liquid listing, unless the exchange is named', async () => {
  await upsertInstruments(
    ctx,
    [{ class: 'stock', region: 'IN', exchange: 'BSE', code: 'RELIANCE', name: 'Reliance (BSE)' }],
    'list',
  )
  expect((await instrument('RELIANCE', 'IN')).exchange).toBe('NSE')
  expect((await findInstrument(ctx, { class: 'stock', code: 'RELIANCE$BSE$IN' }))?.exchange).toBe('BSE')
})

test('a renamed instrument keeps its id and is still found by its former code', async () => {
  const meta = await instrument('META', 'US')
  await renameInstrument(ctx, { kind: 'operator-cli' }, { id: meta.id, version: null, code: 'METX' })
  expect((await instrument('METX', 'US')).id).toBe(meta.id)
  expect((await instrument('META', 'US')).code).toBe('METX')
})

test('the newest days of several instruments are read from stored days, or built from minutes', async () => {
  const [stored, minutesOnly] = [await instrument('COST', 'US'), await instrument('PEP', 'US')]
  await record(
    stored,
    '1d',
    ['2024-03-04', '2024-03-05', '2024-03-06'].map((day, at) => bar(day, 100 + at)),
  )
  await record(stored, '1d', [bar('2024-03-06', 150)])
  await record(minutesOnly, '1m', [bar('2024-03-06T15:00:00Z', 70), bar('2024-03-06T15:01:00Z', 71)])
  const behind = await instrument('KO', 'US')
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  await record(behind, '1d', [bar('2025-12-31', 60), bar('2026-01-02', 61)])
  await record(behind, '1m', [bar('2025-12-31T15:00:00Z', 99), bar(`${today}T15:00:00Z`, 62)])
  const days = await readNewestDays(ctx, [stored, minutesOnly, behind], 2)
  expect(days.get(behind.id)?.map(({ close }) => close)).toEqual([61, 62])
  expect(days.get(stored.id)?.map(({ close }) => close)).toEqual([101, 150])
  expect(days.get(minutesOnly.id)?.map(({ close }) => close)).toEqual([71])
})

test('the newest days of several instruments include a day built from minutes after the last stored day', async () => {
  const old = await instrument('ADBE', 'US')
  await record(old, '1d', [bar('2010-03-04', 100), bar('2010-03-05', 101)])
  await record(old, '1m', [bar('2010-03-08T15:00:00Z', 70)])
  const days = await readNewestDays(ctx, [old], 2)
  expect(days.get(old.id)?.map(({ close }) => close)).toEqual([101, 70])
})

test('the newest days of a series that ended before 1970 are read', async () => {
  const ended = await instrument('CSCO', 'US')
  await record(ended, '1d', [bar('1969-12-30', 100), bar('1969-12-31', 101)])
  for (const read of [readNewestDays, readStoredDays]) {
    const days = await read(ctx, [ended], 2)
    expect(days.get(ended.id)?.map(({ close }) => close)).toEqual([100, 101])
  }
})
