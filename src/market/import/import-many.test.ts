import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { readTicks } from '../ticks/ticks.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const open = Date.parse('2025-01-02T14:30:00Z')

/** Writes a file like Massive's flat files of minutes, which have all tickers of a day. */
async function flatFile(name: string, rows: string[]): Promise<string> {
  const path = join(ctx.settings.dataDir, name)
  const head = 'ticker,volume,open,close,high,low,window_start,transactions'
  await writeFile(path, gzipSync(`${[head, ...rows].join('\n')}\n`))
  return path
}

const row = (ticker: string, minute: number, close: number, { high = close, day = 0 } = {}) =>
  `${ticker},5,${close},${close},${high},${close},${open + day * 86_400_000 + minute * 60_000}000000,3`

async function closes(code: string): Promise<[number, number][]> {
  const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code })
  if (!instrument) throw new Error(code)
  const bars = await readBars(ctx, { instrument, interval: '1m', limit: 100, order: 'oldest' })
  return bars.map(({ time, close }) => [(time - open) / 60_000, close])
}

const flags = ['--map', 'massive', '--class', 'stock', '--region', 'us', '--interval', '1m']
const importBars = (path: string, ...more: string[]) => tapewire(ctx, 'import', 'bars', path, ...flags, ...more)

test('an import of a flat file stores the bars of each ticker, creates unknown instruments and quarantines bad rows', async () => {
  const microsoft = await findInstrument(ctx, { class: 'stock', code: 'MSFT' })
  const figures = { open: 9, high: 9, low: 9, close: 9, volume: 1, turnover: 9, source: 'simulated' as const }
  await recordBars(ctx, [{ ...figures, time: open, interval: '1m', instrumentId: microsoft?.id ?? 0 }])
  const path = await flatFile('2025-01-02.csv.gz', [
    ...[row('AAPL', 0, 240), row('AAPL', 1, 241)],
    ...[row('BRK.B', 0, 450), row('MSFT', 1, 420), row('MSFT', 2, 421, { high: 1 }), row('MSFT', 2, 422)],
    ...[row('"NO,PE"', 0, 1), row('ZVZZT', 0, 10), row('AAPL', 1, 242)],
  ])
  expect(await importBars(path)).toMatch(/stock US \* 1m: 9 rows, 6 taken, 3 quarantined/)
  expect(await closes('AAPL')).toEqual([
    [0, 240],
    [1, 241],
  ])
  expect(await closes('MSFT')).toEqual([
    [1, 420],
    [2, 422],
  ])
  expect([await closes('BRK.B'), await closes('ZVZZT')]).toEqual([[[0, 450]], [[0, 10]]])
  const { rows } = await sql<{ line: bigint; reason: string; content: string }>`
    select line, reason, content from quarantine_row order by line`.execute(ctx.postgres.db)
  expect(rows.map(({ line, ...refused }) => ({ line: Number(line), ...refused }))).toEqual([
    { line: 6, reason: 'high_below_low', content: row('MSFT', 2, 421, { high: 1 }) },
    { line: 8, reason: 'invalid_symbol', content: row('"NO,PE"', 0, 1) },
    { line: 10, reason: 'duplicate', content: row('AAPL', 1, 242) },
  ])
})

test('a second import of a flat file replaces changed bars, and a quarantined row is imported after it is corrected and released', async () => {
  await ctx.clock.advance(1_000)
  const path = await flatFile('2025-01-02-again.csv.gz', [row('AAPL', 0, 240), row('AAPL', 1, 250), row('AMD', 0, 7)])
  expect(await importBars(path)).toMatch(/3 rows, 3 taken, 1 corrected/)
  expect(await closes('AAPL')).toEqual([
    [0, 240],
    [1, 250],
  ])
  const next = await flatFile('2025-01-03.csv.gz', [
    row('AAPL', 0, 251, { day: 1 }),
    row('AMD', 0, 8, { day: 1, high: 2 }),
  ])
  expect(await importBars(next)).toMatch(/2 rows, 1 taken, 1 quarantined/)
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from imports`.execute(ctx.postgres.db)
  const id = String(rows[0]?.id)
  await tapewire(ctx, 'quarantine', 'correct', id, '--line', '3', '--row', row('AMD', 0, 8, { day: 1, high: 9 }))
  await tapewire(ctx, 'quarantine', 'release', id, '--all')
  expect(await closes('AMD')).toEqual([
    [0, 7],
    [1_440, 8],
  ])
})

test('if --code or the file name gives a ticker, only this ticker is imported from a flat file', async () => {
  const path = await flatFile('2025-01-06.csv.gz', [row('INTC', 5, 20), row('ORCL', 5, 160)])
  expect(await importBars(path, '--code', 'INTC')).toMatch(/stock US INTC 1m: 1 rows, 1 taken/)
  const named = await flatFile('stock-us-ORCL-1m.csv.gz', [row('INTC', 6, 21), row('ORCL', 6, 161)])
  expect(await importBars(named)).toMatch(/stock US ORCL 1m: 1 rows, 1 taken/)
  expect([await closes('INTC'), await closes('ORCL')]).toEqual([[[5, 20]], [[6, 161]]])
})

test('trades of many tickers in one file are numbered and combined into minute bars for each ticker separately', async () => {
  const path = join(ctx.settings.dataDir, 'trades.csv')
  const trade = (ticker: string, ms: number, price: number) => `${ticker},${open + ms}999999,${price},2`
  const lines = [trade('NFLX', 1, 900), trade('NFLX', 1, 901), trade('TSLA', 1, 400), trade('TSLA', 0, 399)]
  await writeFile(path, `ticker,sip_timestamp,price,size\n${lines.join('\n')}\n`)
  const map = 'time=sip_timestamp:ns,price=price,size=size,code=ticker'
  const output = await tapewire(ctx, 'import', 'ticks', path, '--map', map, '--class', 'stock', '--region', 'us')
  expect(output).toMatch(/stock US \* ticks: 4 rows, 3 taken, 1 quarantined \(out_of_order 1\)/)
  const netflix = await findInstrument(ctx, { class: 'stock', code: 'NFLX' })
  const ticks = await readTicks(ctx, netflix?.id ?? 0, { from: open, to: open + 1_000, limit: 10 })
  expect(ticks.map(({ time, seq, price }) => [time - open, seq, price])).toEqual([
    [1, 0, 900],
    [1, 1, 901],
  ])
  expect([await closes('NFLX'), await closes('TSLA')]).toEqual([[[0, 901]], [[0, 400]]])
  expect(await readFile(output.split('quarantined rows: ')[1]?.trim() ?? '', 'utf8')).toContain('5,out_of_order,"TSLA,')
})

test('an import of bars from a flat file is refused with the reason if the class or the interval is not given', async () => {
  const path = await flatFile('2025-01-07.csv.gz', [row('AAPL', 0, 1)])
  const command = ['import', 'bars', path, '--map', 'massive']
  await expect(tapewire(ctx, ...command)).rejects.toThrow('The name does not say what the file holds')
  await expect(tapewire(ctx, ...command, '--class', 'stock', '--region', 'us')).rejects.toThrow(
    'The name does not say the interval',
  )
})
