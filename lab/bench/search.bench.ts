import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { importSymbols } from '#src/market/import/import-symbols.ts'
import { settleHomes } from '#src/market/instruments/instruments.ts'
import { SearchIndex } from '#src/market/search/search-index.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { FigureId } from '#src/site/content/benches/figures.ts'
import { type Bench, quantiles, type Report } from './bench.ts'
import { onBenchPlatform, timings } from './bench-platform.ts'

const io = { signal: new AbortController().signal, progress: () => {} }
const texts = [
  'AAPL',
  'MSFT',
  'TS',
  'BRK.B',
  '700',
  'APPLE',
  'BANK OF',
  'TOYOTA',
  'MICROSFOT',
  'EURUSD',
  'GOLD',
  'VANGUARD TOTAL',
  'SPX',
  '苹果',
  'RELIANCE',
  'SAMSUNG',
  'ASM',
  'BTC',
  'ENERGY',
  'NESTL',
]

/**
 * Measures how long a symbol search takes after each typed letter, among the real instruments and with a million
 * more.
 */
export const bench: Bench = {
  about: 'symbol search',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      const file = resolve(import.meta.dirname, '../../../shared/data/reference/symbols.csv.gz')
      if (!existsSync(file)) {
        report.note('the recorded list of instruments is not beside this checkout')
        return
      }
      await installCatalogue(ctx)
      const { rows, seconds } = await importSymbols(ctx, file, io)
      report.row({ what: `import of ${rows.toLocaleString('en-US')} instruments`, value: seconds, unit: 's' })
      await measure(ctx, report, { where: 'the real instruments', id: 'symbolSearch', goal: { p50: 2, p99: 2 } })
      await sql`insert into instruments (class, region, exchange, code, lookup, name, source)
        select class, region, exchange, code || '~' || n, lookup || n, name || ' ' || n, 'bench'
        from instruments, generate_series(1, 6) n where source <> 'catalogue' limit 1000000`.execute(ctx.postgres.db)
      await settleHomes(ctx)
      await measure(ctx, report, { where: 'a million more', id: 'symbolSearchMore', goal: { p50: 6, p99: 6 } })
    }),
}

type Searched = { where: string; id: FigureId; goal: { p50: number; p99: number } }

async function measure(ctx: Platform, report: Report, { where, id, goal }: Searched): Promise<void> {
  await using index = await SearchIndex.open(ctx)
  const search = (text: string) => index.search({ text, scope: () => true, page: 1, size: 30 })
  const began = performance.now()
  await search('')
  report.row({ what: `reading ${where} into memory`, value: (performance.now() - began) / 1_000, unit: 's' })
  const durations = await timings(400, (at) => search(texts[at % texts.length] ?? ''))
  report.row({
    what: `search over ${where}, p50`,
    value: quantiles(durations).p50,
    unit: 'ms',
    goal: { atMost: goal.p50 },
  })
  report.row({
    id,
    what: `search over ${where}, p99`,
    value: quantiles(durations).p99,
    unit: 'ms',
    goal: { atMost: goal.p99 },
  })
  report.row({ what: `memory of the process with ${where}`, value: process.memoryUsage.rss() / 1024 ** 2, unit: 'MiB' })
}
