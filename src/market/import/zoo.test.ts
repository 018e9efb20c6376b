import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importZoo, type ZooFile } from '#test/fixtures/import-zoo/zoo.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { FileRefused } from './file/file-refused.ts'
import { importBars } from './import-bars.ts'
import { BarRows } from './rows/bar-rows.ts'
import { openTable } from './tables/table-of.ts'

const isDrill = process.env.TAPEWIRE_DRILL_IMPORT_ZOO === 'store'
/** The drill imports every file into the store. A test run only reads some of them, without a store. */
const zoo = importZoo(isDrill ? { clean: 240, broken: 80 } : { clean: 140, broken: 40 })
const now = Date.parse('2026-01-05T12:00:00Z')
const signal = new AbortController().signal
const folder = await mkdtemp(join(tmpdir(), 'zoo-'))
afterAll(() => rm(folder, { recursive: true }))

type Outcome = { problem: string | null; bars: number[][]; refused: { line: number; reason: string }[] }

const expectedOf = ({ bars, refused, problem }: ZooFile): Outcome => ({
  problem,
  bars: bars.map(({ time, open, high, low, close, volume }) => [
    time,
    ...[open, high, low, close].map((price) => price / 100),
    volume,
  ]),
  refused: [...refused],
})

async function outcomeOf(read: () => Promise<Omit<Outcome, 'problem'>>): Promise<Outcome> {
  try {
    return { problem: null, ...(await read()) }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return { problem: error.problem.name, bars: [], refused: [] }
  }
}

test.skipIf(isDrill)(
  'every generated file, whatever its dialect, gives exactly the expected bars and the expected refusals with line and reason',
  async () => {
    const target = { class: 'stock', region: 'US', code: 'ZOO', interval: '1m' } as const
    const exchange = exchangeOf({ kept: new Map() } as never, { ...target, exchange: '' })
    for (const [at, file] of zoo.entries()) {
      const path = join(folder, `stock-us-ZOO${at}-1m.${file.ending}`)
      await writeFile(path, file.bytes)
      const found = await outcomeOf(async () => {
        const request = { kind: 'bars', flags: {}, target, exchange, released: undefined } as const
        const { dialect, chunks } = await openTable(path, request, signal)
        const refused: Outcome['refused'] = []
        const options = { interval: '1m', now, negativePrices: false, acceptOutliers: false, dialect } as const
        const rows = new BarRows(options, { add: (line, reason) => void refused.push({ line, reason }) })
        for await (const { text } of chunks) rows.read(text)
        rows.finish()
        const { times, figures } = rows.out.drain()
        return {
          refused,
          bars: [...times].map((time, row) => [time, ...figures.slice(0, 5).map((column) => column[row] ?? 0)]),
        }
      })
      expect(found, `${at} ${file.name}`).toEqual(expectedOf(file))
    }
  },
)

test.runIf(isDrill)(
  'bars that are imported from generated files in many dialects are read back from the store unchanged',
  async () => {
    await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
    const reports = { bars: 0, refused: 0, files: 0 }
    for (const [at, file] of zoo.entries()) {
      const code = `ZOO${at}`
      const path = join(folder, `stock-us-${code}-1m.${file.ending}`)
      await writeFile(path, file.bytes)
      const found = await outcomeOf(async () => {
        const { firstRefused } = await importBars(ctx, path, {}, { signal, progress: () => {} })
        const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code })
        if (!instrument) throw new Error(code)
        const bars = await readBars(ctx, { instrument, interval: '1m', limit: 100, order: 'oldest' })
        return {
          bars: bars.map(({ time, open, high, low, close, volume }) => [time, open, high, low, close, volume]),
          refused: firstRefused ? [{ line: firstRefused.line, reason: firstRefused.reason }] : [],
        }
      })
      expect(found, `${at} ${file.name}`).toEqual(expectedOf(file))
      if (file.problem) expect(await findInstrument(ctx, { class: 'stock', region: 'US', code })).toBeNull()
      reports.files += 1
      reports.bars += found.bars.length
      reports.refused += found.refused.length
    }
    process.stdout.write(`${JSON.stringify(reports)}\n`)
  },
  600_000,
)
