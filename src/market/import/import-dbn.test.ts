import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { readTicks } from '../ticks/tick-store.ts'
import { FileRefused } from './file/file-refused.ts'
import { importBars } from './import-bars.ts'
import { importTicks } from './import-ticks.ts'

/** The folder of files that `make.py` writes with Databento's own encoder. */
const made = 'test/fixtures/dbn'
const open = Date.parse('2024-06-11T13:30:00Z')
const io = { signal: new AbortController().signal, progress: () => {} }

let ctx: TestPlatform
let folder: string

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  folder = await mkdtemp(join(tmpdir(), 'dbn-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await ctx[Symbol.asyncDispose]()
})

async function named(file: string, name: string): Promise<string> {
  const path = join(folder, name)
  await copyFile(join(made, file), path)
  return path
}

async function instrumentOf(code: string) {
  const found = await findInstrument(ctx, { class: 'stock', region: 'US', code })
  if (!found) throw new Error(`no ${code}`)
  return found
}

test.each(['bars-v1.dbn', 'bars-v2.dbn', 'bars-v3.dbn', 'bars-v3.dbn.zst'])(
  'the file %s is imported as bars of its symbol, and a bad row is refused with its number',
  async (file) => {
    const path = await named(file, `stock-us-AAPL-1m${file.slice(file.indexOf('.'))}`)
    const report = await importBars(ctx, path, {}, io)
    expect(report).toMatchObject({ rows: 4, accepted: 3, quarantined: 1, reasons: { high_below_low: 1 } })
    expect(await readFile(String(report.quarantineFile), 'utf8')).toContain(
      '5,high_below_low,"2024-06-11T13:32:00.000Z,194.1,193,194.3,194.2,5"',
    )
    const bars = await readBars(ctx, {
      instrument: await instrumentOf('AAPL'),
      interval: '1m',
      limit: 10,
      order: 'oldest',
    })
    expect(bars.map(({ time, close, volume }) => [time - open, close, volume])).toEqual([
      [0, 193.88, 1_204_551],
      [60_000, 194.1, 402_117],
      [180_000, 194.123456789, 2 ** 40],
    ])
  },
)

test('an import reads the interval from the DBN file if the file name does not state the interval', async () => {
  const path = await named('bars-v3.dbn', 'given.dbn')
  const flags = { class: 'stock', region: 'us', code: 'OWNINT' }
  expect(await importBars(ctx, path, flags, io)).toMatchObject({ target: 'stock US OWNINT 1m' })
})

test('after one symbol of a DBN file is imported, a second symbol of the file can be imported', async () => {
  const path = await named('bars-v3.dbn', 'stock-us-MSFT-1m.dbn')
  expect(await importBars(ctx, path, {}, io)).toMatchObject({ rows: 1, accepted: 1, quarantined: 0 })
})

test('imported DBN trades keep their order within a millisecond and the side of the aggressor; a trade without a price is refused', async () => {
  const path = await named('trades.dbn.zst', 'stock-us-AAPL.dbn.zst')
  const report = await importTicks(ctx, path, {}, io)
  expect(report).toMatchObject({ rows: 4, accepted: 3, reasons: { not_a_number: 1 } })
  const { id } = await instrumentOf('AAPL')
  const ticks = await readTicks(ctx, id, { from: open, to: open + 120_000, limit: 10 })
  expect(ticks.map(({ time, seq, price, volume, side }) => [time - open, seq, price, volume, side])).toEqual([
    [5, 0, 193.66, 100, 2],
    [5, 1, 193.67, 1, 2],
    [61_000, 0, 193.7, 250, 2],
  ])
})

test('quotes of a DBN file with one symbol are imported under the given code, and crossed quotes are refused', async () => {
  const path = await named('quotes.dbn', 'stock-us-APPLE.dbn')
  const report = await importTicks(ctx, path, {}, io)
  expect(report).toMatchObject({ rows: 3, accepted: 2, reasons: { crossed_quote: 1 } })
  const ticks = await readTicks(ctx, (await instrumentOf('APPLE')).id, { from: open, to: open + 9, limit: 10 })
  expect(ticks.map(({ price, bid, ask }) => [price, bid, ask])).toEqual([
    [193.66, 193.65, 193.67],
    [193.67, 193.66, 193.68],
  ])
})

test.each([
  ['bars-v3.dbn', 'stock-us-AAPL-1d.dbn', 'file_dbn_schema'],
  ['trades.dbn', 'stock-us-AAPL-1m.dbn', 'file_dbn_schema'],
  ['orders.dbn', 'stock-us-AAPL-1m.dbn', 'file_dbn_schema'],
  ['make.py', 'stock-us-AAPL-1m.dbn', 'file_no_table'],
])('the import of the file %s under the name %s is refused with the reason', async (file, name, problem) => {
  const refused: unknown = await importBars(ctx, await named(file, name), {}, io).catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(FileRefused)
  expect((refused as FileRefused).problem.name).toBe(problem)
})

test('a truncated DBN file is refused; an altered DBN file is imported or refused, and never hangs', async () => {
  const whole = await readFile(join(made, 'bars-v2.dbn'))
  const path = join(folder, 'stock-us-CUT-1m.dbn')
  for (let at = 1; at < whole.length; at += 41) {
    await writeFile(path, whole.subarray(0, at))
    await expect(importBars(ctx, path, {}, io)).rejects.toBeInstanceOf(FileRefused)
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    await writeFile(path, changed)
    const end: unknown = await importBars(ctx, path, {}, io).catch((cause: unknown) => cause)
    if (end instanceof Error) expect(end).toBeInstanceOf(FileRefused)
  }
})
