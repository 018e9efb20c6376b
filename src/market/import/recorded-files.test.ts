import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
/**
 * `npm run drill -- recorded` tests all hourly bars. Other runs test the bars of a year around the recorded minutes.
 */
const isWhole = process.env.TAPEWIRE_DRILL_ROWS === 'all'
const hourly = { from: '2013-07', to: '2014-07' }

let ctx: TestPlatform
beforeAll(async () => {
  ctx = withPatience(await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' }))
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** Imports the file. Returns the imported rows. */
async function importFile(path: string, interval: Interval): Promise<string[]> {
  const [header = '', ...all] = gunzipSync(readFileSync(path)).toString('latin1').trim().split('\n')
  const rows = isWhole || interval !== '1h' ? all : all.filter((row) => row >= hourly.from && row < hourly.to)
  const isShorter = rows.length < all.length
  const imported = isShorter ? join(ctx.settings.dataDir, basename(path, '.gz')) : path
  if (isShorter) await writeFile(imported, `${[header, ...rows].join('\n')}\n`)
  await importBars(ctx, imported, { acceptOutliers: true }, io)
  return rows
}

/** The bars of the rows. Of several rows with the same time, the first counts. */
function barsOf(rows: readonly string[]): Bar[] {
  const bars = new Map<number, Bar>()
  for (const line of rows) {
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
  'after files of %s %s %s are imported at the intervals %j, the bars read at each supported interval equal a reference calculation',
  async (assetClass, region, code, stored) => {
    const history = new Map<Interval, Bar[]>()
    for (const interval of stored) {
      const path = sharedData(`bars/${assetClass}-${region}-${code}-${interval}.csv.gz`)
      if (!path) return
      history.set(interval, barsOf(await importFile(path, interval)))
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
