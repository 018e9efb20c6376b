import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#src/contract/locale.ts'
import type { Interval } from '#src/contract/market.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import type { PriceSnapshot } from '#src/market/quotes/price-snapshot.ts'
import { ManualClock } from '#src/platform/clock.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { failed, knownOf, none } from '../reads/read.ts'
import { daysWith, figureOf, readSessions } from './figures.server.ts'

let ctx: TestPlatform
let apple: Instrument

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-29T12:00:00Z' })
  await installCatalogue(ctx)
  const found = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!found) throw new Error('AAPL is in the catalogue')
  apple = found
})
afterAll(() => ctx[Symbol.asyncDispose]())

const figures = { previousClose: 100, open: 101, high: 103, low: 99, last: 102, volume: 5, turnover: 500 }
const snapshotAt = (time: string): PriceSnapshot => ({
  ...figures,
  time: Date.parse(time),
  ...{ tradingStatus: 0, change: 2, changePercent: 2, source: 'simulated' },
})
const bar = (time: string, close: number): Bar => ({
  ...{ time: Date.parse(time), open: close, high: close, low: close, close },
  ...{ volume: 1, turnover: 0, source: 'import' },
})

async function sessionAt(time: string) {
  const snapshot = snapshotAt(time)
  return (await readSessions(ctx, [{ instrument: apple, snapshot }])).get(apple.id)
}

function figureAt(now: string, quoted: string, locale: Locale = 'en-US') {
  const quotes = { quote: () => snapshotAt(quoted) }
  return knownOf(figureOf({ ctx: { ...ctx, clock: new ManualClock(now) }, locale, quotes }, apple, none))
}

test.each([
  ['while the market trades', '2026-11-20T20:59:59Z', '2026-11-20T20:59:58Z', null],
  [
    'while the market trades, from a feed that stopped',
    '2026-11-20T20:30:00Z',
    '2026-11-20T20:00:00Z',
    'Nov 20, 20:00 UTC',
  ],
  ['at the weekend', '2026-11-22T12:00:00Z', '2026-11-20T20:59:58Z', 'Nov 20, 20:59 UTC'],
  ['after the early close of a half day', '2026-11-28T02:00:00Z', '2026-11-27T18:00:00Z', 'Nov 27, 18:00 UTC'],
  ['of another year', '2027-01-02T12:00:00Z', '2026-12-31T21:00:00Z', 'Dec 31, 2026, 21:00 UTC'],
])('the time of a price is shown only if the price is old: a price %s', (_, now, quoted, asOf) => {
  expect(figureAt(now, quoted)?.asOf).toBe(asOf)
})

test('the time of an old price is written in the language of the page', () => {
  expect(figureAt('2026-11-22T12:00:00Z', '2026-11-20T20:59:58Z', 'zh-CN')?.asOf).toBe('11月20日 20:59 UTC')
  expect(figureAt('2026-11-22T12:00:00Z', '2026-11-20T20:59:58Z', 'zh-HK')?.asOf).toBe('11月20日 20:59 UTC')
})

test('the last daily bar of a price picture closes at the newest price', () => {
  const snapshot = snapshotAt('2026-11-20T21:00:00Z')
  const days = [bar('2026-11-18', 90), bar('2026-11-19', 100)]
  const last = { time: Date.parse('2026-11-20'), open: 101, close: 102 }
  expect(daysWith(ctx, apple, days, snapshot)).toMatchObject([{ close: 90 }, { close: 100 }, last])
  const running = [...days, bar('2026-11-20', 101)]
  expect(daysWith(ctx, apple, running, snapshot)).toMatchObject([{ close: 90 }, { close: 100 }, last])
  expect(daysWith(ctx, apple, days, null)).toEqual(days)
})

test('the price line of a half trading day has only the bars of its session', async () => {
  const record = (interval: Interval, bars: Bar[]) =>
    recordBars(
      ctx,
      bars.map((one) => ({ ...one, interval, instrumentId: apple.id })),
    )
  await record('15m', [
    bar('2026-11-25T20:45:00Z', 1),
    bar('2026-11-27T14:15:00Z', 2),
    bar('2026-11-27T14:30:00Z', 3),
    bar('2026-11-27T17:45:00Z', 4),
    bar('2026-11-27T18:00:00Z', 5),
  ])
  const since = Date.parse('2026-11-27T14:30:00Z')
  expect(await sessionAt('2026-11-27T18:00:00Z')).toEqual({ closes: [3, 4], since })
})

test('the price line of each instrument is built from its minute bars up to the time of its newest price', async () => {
  const others = await Promise.all(
    ['MSFT', 'NVDA'].map((code) => findInstrument(ctx, { class: 'stock', code, region: 'US' })),
  )
  const [first, second] = others
  if (!first || !second) throw new Error('both are in the catalogue')
  const minutes = ['2026-11-24T15:00:00Z', '2026-11-24T15:14:00Z', '2026-11-24T15:15:00Z', '2026-11-24T15:31:00Z']
  for (const instrument of [first, second])
    await recordBars(
      ctx,
      minutes.map((time, at) => ({
        ...bar(time, instrument.id + at),
        interval: '1m' as const,
        instrumentId: instrument.id,
      })),
    )
  const sessions = await readSessions(ctx, [
    { instrument: first, snapshot: snapshotAt('2026-11-24T15:32:00Z') },
    { instrument: second, snapshot: snapshotAt('2026-11-24T15:20:00Z') },
  ])
  const since = Date.parse('2026-11-24T15:00:00Z')
  expect(sessions.get(first.id)).toEqual({ closes: [first.id + 1, first.id + 2, first.id + 3], since })
  expect(sessions.get(second.id)).toEqual({ closes: [second.id + 1, second.id + 2], since })
})

test('a trading session with only a daily bar has no price line', async () => {
  expect(await sessionAt('2026-11-20T21:00:00Z')).toEqual({ closes: [], since: null })
})

test('the figures of an instrument have the state "none" if nothing is stored, and "failed" if its daily bars cannot be read', () => {
  const call = { ctx, locale: 'en-US', quotes: { quote: () => null } } as const
  expect(figureOf(call, apple, none).state).toBe('none')
  expect(figureOf(call, apple, failed()).state).toBe('failed')
})
