import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readFactors } from '../history/factors.ts'
import { readBars } from '../history/history.ts'
import { FileRefused } from '../import/file/file-refused.ts'
import { importFile } from '../import/importers.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { readTicks } from '../ticks/ticks.ts'
import { correctRows } from './correct.ts'
import { discardRows, listImports, readImport } from './quarantine.ts'
import { releaseRows } from './release.ts'

let ctx: TestPlatform
const cli = { kind: 'operator-cli' } as const
const io = { signal: new AbortController().signal, progress: () => {} }
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function imported(kind: 'bars' | 'ticks' | 'factors', name: string, lines: string[]): Promise<string> {
  const path = join(ctx.settings.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  // A file without an accepted row is refused, and its rows wait.
  await importFile(ctx, kind, path, {}, io).catch((cause: unknown) => expect(cause).toBeInstanceOf(FileRefused))
  const { rows } = await listImports(ctx, cli, { onlyWaiting: false }, { limit: 1, after: null })
  return rows[0]?.id ?? ''
}

async function find(code: string) {
  const instrument = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
  if (!instrument) throw new Error(code)
  return instrument
}

async function closes(code: string) {
  const bars = await readBars(ctx, { instrument: await find(code), interval: '1d', limit: 500, order: 'oldest' })
  return bars.map(({ close }) => close)
}

const open = (id: string, reason?: string) => readImport(ctx, cli, { id, reason, limit: 50 })
const correct = (importId: string, line: number, content: string, release = false) =>
  correctRows(ctx, cli, { importId, rows: [{ line, version: 0, content }], release })
const head = 'time,open,high,low,close,volume'

test('the good rows of an imported file are stored at once, and bad rows are stored after they are corrected and released', async () => {
  const lines = Array.from({ length: 300 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
    return day % 100 === 50 ? `${date},oops,3,1,2,10` : `${date},1,3,1,2,10`
  })
  const importId = await imported('bars', 'stock-us-ONEPC-1d.csv', [head, ...lines])
  expect(await closes('ONEPC')).toHaveLength(297)
  const { rows, reasons } = await open(importId)
  expect(reasons).toEqual([{ reason: 'not_a_number', count: 3 }])
  expect(rows.map(({ line }) => line)).toEqual([52, 152, 252])
  const corrected = rows.map(({ line, version, content }) => ({ line, version, content: content.replace('oops', '1') }))
  expect(await correctRows(ctx, cli, { importId, rows: corrected, release: false })).toEqual({ saved: 3, refused: [] })
  const first = rows[0]?.line ?? 0
  const stale = correct(importId, first, 'x')
  await expect(stale).rejects.toMatchObject({ error: 'changed_meanwhile' })
  const old = releaseRows(ctx, cli, { importId, lines: [{ line: first, version: 0 }] })
  await expect(old).rejects.toMatchObject({ error: 'changed_meanwhile' })
  expect(await releaseRows(ctx, cli, { importId, reason: 'not_a_number' })).toEqual({ released: 3, refused: 0 })
  expect(await closes('ONEPC')).toHaveLength(300)
  expect((await open(importId)).rows).toEqual([])
  expect((await audited(ctx, 'quarantine.release')).at(-1)).toMatchObject({ subject: importId, detail: { count: 3 } })
  const { rows: waiting } = await listImports(ctx, cli, { onlyWaiting: true }, { limit: 10, after: null })
  expect(waiting).toEqual([])
})

test('quarantined rows with swapped prices are corrected together, and a row that breaks another rule stays in quarantine', async () => {
  const importId = await imported('bars', 'stock-us-SWAP-1d.csv', [
    'date,close,high,low,open,volume',
    '2025-01-02,2,1,3,1,10',
    '2025-01-03,2,1,3,9,10',
    '2025-01-06,2,1,3,1,-1',
  ])
  const opened = await open(importId, 'high_below_low')
  expect(opened.reading).toMatchObject({ separator: ',', times: 'text', zone: 'UTC' })
  expect(opened.fix).toEqual({ name: 'exchange_high_low', count: 2, of: 3 })
  const all = { importId, reason: 'high_below_low', fix: 'exchange_high_low' } as const
  expect(await releaseRows(ctx, cli, all)).toEqual({ released: 1, refused: 1 })
  expect(await closes('SWAP')).toEqual([2])
  expect((await open(importId)).rows).toMatchObject([
    { line: 3, reason: 'high_below_low', content: '2025-01-03,2,1,3,9,10' },
    { line: 4, reason: 'negative_volume', content: '2025-01-06,2,3,1,1,-1' },
  ])
})

test('a correction that still breaks a rule is refused with the reason, and the quarantined row stays unchanged', async () => {
  const importId = await imported('bars', 'stock-us-WRONG-1d.csv', [
    head,
    '2025-01-02,1,1,1,1,10',
    '2025-01-03,1,1,3,2,10',
  ])
  const wrong = [{ line: 3, reason: 'high_below_low' }]
  for (const release of [false, true])
    expect(await correct(importId, 3, '2025-01-03,1,2,3,2,10', release)).toEqual({ saved: 0, refused: wrong })
  expect(await correct(importId, 3, '2025-01-03,1,1,3,2,10')).toEqual({ saved: 0, refused: wrong })
  expect((await open(importId)).rows).toMatchObject([{ line: 3, version: 0, content: '2025-01-03,1,1,3,2,10' }])
  expect((await audited(ctx, 'quarantine.correct')).filter(({ subject }) => subject === importId)).toEqual([])
})

test('a correction of several quarantined rows stores the valid rows, and an invalid row stays in quarantine unchanged', async () => {
  const importId = await imported('bars', 'stock-us-CELLS-1d.csv', [
    'time;open;high;low;close;volume',
    '2025-01-02;1,5;2,5;1,5;2,5;10',
    '2025-01-03;x;2,5;1,5;2,5;10',
    '2025-01-06;1,5;2,5;1,5;y;10',
  ])
  const { columns, rows } = await open(importId)
  expect(columns).toEqual(['time', 'open', 'high', 'low', 'close', 'volume'])
  expect(rows.map(({ cells }) => cells[1])).toEqual(['x', '1,5'])
  const cells = ['2025-01-03', '1,5', '2,5', '1,5', '2,5', '10']
  const given = [
    { line: 3, version: 0, cells },
    { line: 4, version: 0, cells: ['2025-01-06', '1,5', '2,5', '1,5', '9', '10'] },
  ]
  expect(await correctRows(ctx, cli, { importId, rows: given, release: true })).toEqual({
    saved: 1,
    refused: [{ line: 4, reason: 'outside_high_low' }],
  })
  expect(await closes('CELLS')).toEqual([2.5, 2.5])
  expect((await open(importId)).rows).toMatchObject([{ line: 4, content: '2025-01-06;1,5;2,5;1,5;y;10' }])
  const corrected = (await audited(ctx, 'quarantine.correct')).filter(({ subject }) => subject === importId)
  expect(corrected.map(({ detail }) => detail)).toEqual([
    { line: 3, before: '2025-01-03;x;2,5;1,5;2,5;10', after: cells.join(';') },
  ])
})

test('a quarantined outlier can be released unchanged, but a discarded row cannot be released', async () => {
  const importId = await imported('bars', 'stock-us-OUT-1d.csv', [
    head,
    '2025-01-02,1,1,1,1,10',
    '2025-01-03,500,500,500,500,10',
    '2025-01-06,1,1,1,1,10',
    '2025-01-07,oops,1,1,1,10',
  ])
  expect(await releaseRows(ctx, cli, { importId, lines: [{ line: 3, version: 0 }] })).toMatchObject({ released: 1 })
  expect(await closes('OUT')).toEqual([1, 500, 1])
  expect(await discardRows(ctx, cli, { importId, reason: null })).toBe(1)
  expect(await releaseRows(ctx, cli, { importId, reason: null })).toEqual({ released: 0, refused: 0 })
})

test('a tick released from quarantine is added to the ticks of the same millisecond and replaces none of them', async () => {
  const importId = await imported('ticks', 'stock-us-TICK-20250103.csv', [
    'time,price,size',
    '2025-01-03T15:00:00.100Z,4,1',
    '2025-01-03T15:00:00.200Z,oops,1',
    '2025-01-03T15:00:00.200Z,4,2',
    '2025-01-03T15:00:00.100Z,4,3',
  ])
  await correct(importId, 3, '2025-01-03T15:00:00.200Z,4,7')
  for (const _ of [1, 2]) await releaseRows(ctx, cli, { importId, reason: null })
  const ticks = await readTicks(ctx, (await find('TICK')).id, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 })
  expect(ticks.map(({ volume }) => volume)).toEqual([1, 3, 2, 7])
})

test('a factor that is released from quarantine is added to the other factors of its instrument', async () => {
  const rows = ['20250102,0.5,1,2', '20250601,x,1,2', '20501231,1,1,0']
  const importId = await imported('factors', 'factors-stock-us-FACT.csv', rows)
  await correct(importId, 2, '20250601,0.8,1,2')
  await releaseRows(ctx, cli, { importId, reason: null })
  expect((await readFactors(ctx, (await find('FACT')).id)).map(({ price }) => price)).toEqual([0.5, 0.8, 1])
})

test('the quarantine commands list, correct, release and discard rows', async () => {
  const importId = await imported('bars', 'stock-us-CLI-1d.csv', [
    head,
    '2025-01-02,x,1,1,1,10',
    '2025-01-03,y,1,1,1,10',
  ])
  expect(await tapewire(ctx, 'import', 'list', '--waiting')).toContain(`${importId}  done  bars`)
  expect(await tapewire(ctx, 'quarantine', 'list', importId)).toContain('2  not_a_number  2025-01-02,x,1,1,1,10')
  const correctLine = (row: string) => tapewire(ctx, 'quarantine', 'correct', importId, '--line', '2', '--row', row)
  await expect(correctLine('2025-01-02,1,1,1,z,10')).rejects.toThrow('Line 2 is not changed: no number.')
  await correctLine('2025-01-02,1,1,1,1,10')
  expect(await tapewire(ctx, 'quarantine', 'release', importId, '--line', '2')).toBe('1 rows are in, 0 wait again.')
  expect(await tapewire(ctx, 'quarantine', 'discard', importId, '--all')).toBe('1 rows are dropped.')
  await expect(tapewire(ctx, 'quarantine', 'release', importId)).rejects.toThrow('Usage')
  await expect(tapewire(ctx, 'quarantine', 'list', '999999')).rejects.toThrow('There is nothing of that number')
})
