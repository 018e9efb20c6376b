import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssetClass, type Interval, intervals } from '#src/contract/market.ts'
import { withPatience } from '#test/fixtures/patient-store.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type History, impliedBars } from '#test/fixtures/random-history.ts'
import { sharedData } from '#test/fixtures/shared-data.ts'
import type { Bar } from '../bars/bar.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readBars } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { importBars } from './import-bars.ts'

const io = { signal: new AbortController().signal, progress: () => {} }
const pageSize = 20_000

let ctx: TestPlatform
beforeAll(async () => {
  ctx = withPatience(await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' }))
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** The rows of a file; among rows with the same time, the first counts. */
function barsOf(path: string): Bar[] {
  const bars = new Map<number, Bar>()
  for (const line of gunzipSync(readFileSync(path)).toString('latin1').trim().split('\n').slice(1)) {
    const [stamp = '', open = 0, high = 0, low = 0, close = 0, volume = 0] = line
      .split(',')
      .map((cell, at) => (at === 0 ? cell : Number(cell))) as [string, ...number[]]
    const time = Date.parse(stamp)
    if (!bars.has(time)) bars.set(time, { time, open, high, low, close, volume, turnover: 0, source: 'import' })
  }
  return [...bars.values()].sort((a, b) => a.time - b.time)
}

async function pagesOf(instrument: Instrument, interval: Interval): Promise<Bar[]> {
  const pages: Bar[][] = []
  for (let to: number | undefined; ; ) {
    const page = await readBars(ctx, { instrument, interval, to, limit: pageSize, order: 'newest' })
    pages.unshift(page)
    if (page.length < pageSize) return pages.flat()
    to = (page[0]?.time ?? 0) - 1
  }
}

const figures = ({ time, open, high, low, close, volume }: Bar) =>
  `${new Date(time).toISOString()} ${open} ${high} ${low} ${close} ${Number(volume.toFixed(6))}`

test.each<[AssetClass, string, string, Interval[]]>([
  ['fund', 'us', 'SPY', ['1d', '1h', '1m']],
  ['fund', 'us', 'QQQ', ['1d']],
  ['stock', 'us', 'AAPL', ['1m', '1d']],
  ['stock', 'us', 'BAC', ['1d']],
  ['stock', 'us', 'GOOG', ['1d']],
  ['stock', 'us', 'IBM', ['1d']],
  ['crypto', 'ba', 'BTCUSD', ['1d', '1m']],
  ['crypto', 'ba', 'ETHUSD', ['1m']],
  ['forex', 'gb', 'EURUSD', ['1h', '1d']],
  ['forex', 'gb', 'GBPUSD', ['1d']],
  ['forex', 'gb', 'XAUUSD', ['1d']],
  ['future', 'us', 'ES', ['1m']],
  ['indices', 'gb', 'HSI', ['1d']],
  ['indices', 'gb', 'SPX', ['1m']],
])(
  'every bar of %s %s %s in the files %j is returned unchanged at every interval',
  async (assetClass, region, code, stored) => {
    const history = new Map<Interval, Bar[]>()
    for (const interval of stored) {
      const path = sharedData(`bars/${assetClass}-${region}-${code}-${interval}.csv.gz`)
      if (!path) return
      await importBars(ctx, path, { acceptOutliers: true }, io)
      history.set(interval, barsOf(path))
    }
    const instrument = await findInstrument(ctx, { class: assetClass, code, region: region.toUpperCase() })
    if (!instrument) throw new Error(code)
    for (const interval of intervals) {
      const found = (await pagesOf(instrument, interval)).map(figures)
      const expected = impliedBars(exchangeOf(ctx, instrument), interval, history satisfies History).map(figures)
      expect(found, `${code} ${interval}`).toEqual(expected)
    }
  },
  120_000,
)
