import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { tapewireOn } from '#test/fixtures/operator-cli.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import type { Bench, Report } from './bench.ts'
import { onBenchPlatform } from './bench-platform.ts'
import { familySeconds } from './processor-time.ts'

const io = { signal: new AbortController().signal, progress: () => {} }
const [commandFiles, commandRows] = [10, 1_000_000]
const realFiles = [
  'crypto-ba-BTCUSD-1m',
  'crypto-ba-ETHUSD-1m',
  'fund-us-SPY-1m',
  'future-us-ES-1m',
  'indices-gb-SPX-1m',
  'stock-us-AAPL-1m',
]

/**
 * Measures CSV rows per second into the store, for one file and for many files in one command. Also measures memory
 * growth with file size, and bytes per bar on real files.
 */
export const bench: Bench = {
  about: 'bars from CSV into the store',
  async run(report) {
    await byCommand(report)
    await onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      const { dataDir } = ctx.settings
      await importBars(ctx, await write(join(dataDir, 'stock-us-IBM-1m.csv'), 100_000), {}, io)
      const small = await peakDuring(async () =>
        importBars(ctx, await write(join(dataDir, 'stock-us-AAPL-1m.csv'), 200_000), {}, io),
      )
      const large = await peakDuring(async () =>
        importBars(ctx, await write(join(dataDir, 'stock-us-MSFT-1m.csv'), 2_000_000), {}, io),
      )
      const { rows, seconds } = large.value
      report.row({
        id: 'barsImported',
        what: 'import of 2,000,000 bars',
        value: rows / seconds,
        unit: 'rows/s',
        goal: { atLeast: 1_000_000 },
      })
      report.row({
        what: 'peak memory, a file ten times as large',
        value: large.peak / 1024 ** 2,
        unit: 'MiB',
        baseline: { what: 'the small file', value: small.peak / 1024 ** 2 },
        goal: { ratioAtMost: 1.3 },
      })
      const folder = resolve(import.meta.dirname, '../../../shared/data/bars')
      if (!existsSync(folder)) {
        report.note('bytes a bar: the recorded market data is not beside this checkout')
        return
      }
      await ctx.clickhouse.command('TRUNCATE TABLE bars')
      for (const name of realFiles) await importBars(ctx, join(folder, `${name}.csv.gz`), {}, io)
      await ctx.clickhouse.command('OPTIMIZE TABLE bars FINAL')
      const [stored] = await ctx.clickhouse.query<{ bytes: string; n: string }>(
        `SELECT sum(data_compressed_bytes) AS bytes, sum(rows) AS n FROM system.parts WHERE table = 'bars' AND active`,
      )
      report.row({
        what: 'store on disk, real minute files',
        value: Number(stored?.bytes) / Number(stored?.n),
        unit: 'bytes/bar',
        goal: { atMost: 12 },
      })
    })
  },
}

/** Imports many files by one command into the running product, as an operator does. */
async function byCommand(report: Report): Promise<void> {
  await using folder = await temporaryDataDir()
  await using product = await spawnProduct(folder.path)
  await product.ready()
  const files: string[] = []
  for (let at = 0; at < commandFiles; at += 1)
    files.push(await write(join(folder.path, `stock-us-BENCH${at}-1m.csv`), commandRows))
  await untilAtRest(product.child.pid ?? 0)
  const began = performance.now()
  const used = await familySeconds(() => tapewireOn(folder.path, 'import', 'bars', ...files))
  const rows = commandFiles * commandRows
  const what = `${commandFiles} files of ${commandRows.toLocaleString('en-US')} bars, by the command`
  report.row({ what, value: rows / ((performance.now() - began) / 1_000), unit: 'rows/s' })
  const goal = { atLeast: 400_000 }
  report.row({ what: `${what}, all processes`, value: rows / used, unit: 'rows a processor second', goal })
}

async function write(path: string, rows: number): Promise<string> {
  const file = createWriteStream(path)
  file.write('time,open,high,low,close,volume\n')
  const start = Date.parse('2015-01-01T00:00:00Z')
  let cents = 10_000
  let lines = ''
  for (let at = 0; at < rows; at += 1) {
    cents = Math.max(5_000, cents + ((at * 7_919) % 13) - 6)
    const price = (value: number) => (value / 100).toFixed(2)
    lines += `${new Date(start + at * 60_000).toISOString()},${price(cents)},${price(cents + 7)},${price(cents - 5)},${price(cents + 2)},${(at * 31) % 5_000}\n`
    if (lines.length > 1 << 20) {
      if (!file.write(lines)) await once(file, 'drain')
      lines = ''
    }
  }
  file.end(lines)
  await once(file, 'finish')
  return path
}

async function peakDuring<T>(work: () => Promise<T>): Promise<{ value: T; peak: number }> {
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  try {
    const value = await work()
    return { value, peak }
  } finally {
    clearInterval(watch)
  }
}
