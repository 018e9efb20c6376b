import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltInterval, builtIntervals, type Interval, intervals } from '#src/contract/market.ts'
import { withPatience } from '#test/fixtures/patient-store.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type History, impliedBars, randomHistory, storedIntervals } from '#test/fixtures/random-history.ts'
import type { Bar } from '../bars/bar.ts'
import * as store from '../bars/bar-store.ts'
import { groupBars } from '../bars/bar-time.ts'
import { recordBars } from '../bars/bars.ts'
import { isIntraday } from '../bars/interval.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { installCatalogue } from '../catalogue/install.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { type BarQuery, readBars } from './history.ts'

/** `npm run drill -- history --seeds 20000` tests more cases. */
const seeds = Number(process.env.TAPEWIRE_DRILL_SEEDS ?? 50)
const firstSeed = Number(process.env.TAPEWIRE_DRILL_SEED ?? 1)
const seedsTogether = 500
const always = { from: -1e13, to: 1e13 }

let ctx: TestPlatform
let apple: Instrument
beforeAll(async () => {
  ctx = withPatience(await testPlatform({ clickhouse: true, now: '2027-01-01T00:00:00Z' }))
  await installCatalogue(ctx)
  const found = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!found) throw new Error('AAPL is in the catalogue')
  apple = found
})
afterAll(() => ctx[Symbol.asyncDispose]())

type Case = { id: number; seed: number; exchange: Exchange; history: History }

async function record(cases: readonly Case[]): Promise<void> {
  const rows = cases.flatMap(({ id, history }) =>
    [...history].flatMap(([interval, bars]) => bars.map((bar) => ({ ...bar, instrumentId: id, interval }))),
  )
  await recordBars(ctx, rows)
}

function casesOf(from: number, count: number): Case[] {
  return Array.from({ length: count }, (_, at) => ({
    id: 1_000_000 + from + at,
    seed: from + at,
    ...randomHistory(from + at),
  }))
}

/** The built bars of one interval, by instrument, from one statement for all instruments of an exchange. */
async function builtOf(cases: readonly Case[], exchange: Exchange, interval: Interval): Promise<Map<number, Bar[]>> {
  const combination = {
    instruments: cases.map(({ id }) => id),
    exchange,
    interval,
    bases: intervals
      .slice(0, intervals.indexOf(interval))
      .filter((base) => storedIntervals.includes(base))
      .reverse(),
    hasOwn: true,
  }
  return store.built(ctx, combination, { ...always, limit: 100_000, order: 'oldest' }, always)
}

const figures = ({ time, open, high, low, close, volume, turnover }: Bar) => [
  time,
  open,
  high,
  low,
  close,
  volume,
  turnover,
]

test(
  `the built bars of ${seeds} random histories equal those of a reference calculation at every interval up to a day`,
  async () => {
    for (let from = firstSeed; from < firstSeed + seeds; from += seedsTogether) {
      const cases = casesOf(from, Math.min(seedsTogether, firstSeed + seeds - from))
      await record(cases)
      for (const [exchange, ofExchange] of Map.groupBy(cases, (one) => one.exchange)) {
        for (const interval of intervals.filter((one) => isIntraday(one) || one === '1d')) {
          const built = await builtOf(ofExchange, exchange, interval)
          for (const { id, seed, history } of ofExchange) {
            const own = new Set(history.get(interval)?.map(({ time }) => time))
            const expected = impliedBars(exchange, interval, history).filter(({ time }) => !own.has(time))
            expect((built.get(id) ?? []).map(figures), `seed ${seed}, ${exchange.code} ${interval}`).toEqual(
              expected.map(figures),
            )
          }
        }
      }
    }
  },
  30_000 + seeds * 100,
)

test('bars that are read in either direction, with a limit or in a range, equal those of a reference calculation', async () => {
  const cases = casesOf(firstSeed + 500_000, Math.min(8, Math.ceil(seeds / 150)))
  await record(cases)
  for (const { id, seed, exchange, history } of cases) {
    const instrument = { ...apple, id, exchange: exchange.code }
    for (const interval of intervals.filter((_, at) => (at + seed) % 3 === 0 || at > 6)) {
      const expected = impliedBars(exchange, interval, history)
      const [from = 0, to = 0] = [
        expected[Math.floor(expected.length / 4)]?.time,
        expected[Math.floor(expected.length / 2)]?.time,
      ]
      const within = expected.filter(({ time }) => time >= from && time <= to)
      const limit = Math.max(1, Math.ceil(expected.length / 3))
      const read = (query: object) => readBars(ctx, { instrument, interval, order: 'newest', limit: 10_000, ...query })
      const name = `seed ${seed}, ${exchange.code} ${interval}`
      expect((await read({})).map(figures), name).toEqual(expected.map(figures))
      expect((await read({ from, to })).map(figures), `${name} in a range`).toEqual(within.map(figures))
      const back = await read({ to, limit })
      expect(back.map(figures), `${name} backwards`).toEqual(
        expected
          .filter(({ time }) => time <= to)
          .slice(-limit)
          .map(figures),
      )
      const forward = await read({ from, limit, order: 'oldest' })
      expect(forward.map(figures), `${name} forwards`).toEqual(
        expected
          .filter(({ time }) => time >= from)
          .slice(0, limit)
          .map(figures),
      )
    }
  }
}, 120_000)

/** For each built interval, the longest stored interval from which its bars are built. */
const parts: Record<BuiltInterval, Interval> = {
  ...({ '3m': '1m', '10m': '5m', '45m': '15m', '3h': '1h', '6h': '2h', '8h': '4h', '12h': '4h' } as const),
  ...({ '3d': '1d', '1Q': '1d', '1y': '1d' } as const),
}

test('bars of an interval that is never stored are the sums of finer bars, also if only half of the range is read', async () => {
  const cases = casesOf(firstSeed + 600_000, 3)
  await record(cases)
  for (const { id, seed, exchange } of cases) {
    const instrument = { ...apple, id, exchange: exchange.code }
    const read = (query: Pick<BarQuery, 'interval'> & Partial<BarQuery>) =>
      readBars(ctx, { instrument, order: 'newest', limit: 20_000, ...query })
    for (const interval of builtIntervals.filter((_, at) => (at + seed) % 4 === 0)) {
      const part = parts[interval]
      const expected = groupBars(exchange, interval, part, await read({ interval: part }))
      const name = `seed ${seed}, ${exchange.code} ${interval}`
      expect((await read({ interval })).map(figures), name).toEqual(expected.map(figures))
      const half = Math.ceil(expected.length / 2)
      const forward = await read({ interval, limit: half, order: 'oldest', from: expected[0]?.time })
      expect(forward.map(figures), `${name} forwards`).toEqual(expected.slice(0, half).map(figures))
    }
  }
}, 60_000)
