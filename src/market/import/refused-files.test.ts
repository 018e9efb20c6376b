import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { runCommand, tapewire } from '#test/fixtures/tapewire.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function file(code: string, content: string | Buffer, ending = 'csv'): Promise<string> {
  const path = join(ctx.settings.dataDir, `stock-us-${code}-1d.${ending}`)
  await writeFile(path, content)
  return path
}

const instrument = (code: string) => findInstrument(ctx, { class: 'stock', region: 'US', code })
const head = 'time,open,high,low,close,volume'
const rows = ['2024-01-02,10,11,9,10.5,100', '2024-01-03,10.5,12,10,11,200', '2024-01-04,11,12,10.5,11.5,300']
const text = `${[head, ...rows].join('\n')}\n`

async function closes(code: string) {
  const found = await instrument(code)
  const bars = found && (await readBars(ctx, { instrument: found, interval: '1d', limit: 10, order: 'oldest' }))
  return bars?.map(({ close }) => close)
}

test.each<[string, string, string | Buffer, string]>([
  ['is empty', 'ZERO', '', 'The file is empty.'],
  ['has only the column names', 'HONLY', `${head}\n`, 'and no rows'],
  [
    'has more cells than columns in each row',
    'VOLT',
    `${head}\n2024-01-02,10,11,9,10.5,1,234,567\n`,
    'Line 2: more cells than columns',
  ],
  ['has prices of zero', 'PRICE', `${head}\n2024-01-02,0,0,0,0,1\n`, 'Line 2: price of zero or below'],
  ['is a ZIP archive', 'ZIP', Buffer.from('504b030414000000', 'hex'), 'a ZIP archive or an Excel workbook'],
  ['is a web page', 'HTML', '<!doctype html><title>404</title>\n', 'a web page'],
])('an imported file that %s is refused with the cause and adds no instrument', async (_, code, content, cause) => {
  await expect(tapewire(ctx, 'import', 'bars', await file(code, content))).rejects.toThrow(cause)
  expect(await instrument(code)).toBeNull()
})

test.each<[string, string, string | Buffer, string]>([
  ['carriage returns as line ends', 'CR', text.replaceAll('\n', '\r'), 'csv'],
  ['semicolons', 'SEMI', text.replaceAll(',', ';'), 'csv'],
  ['UTF-16', 'WIDE', Buffer.from(`\ufeff${text}`, 'utf16le'), 'csv'],
  ['gzip under a plain name', 'GZNAME', gzipSync(text), 'csv'],
  ['zstd under a plain name', 'ZSTNAME', zstdCompressSync(text), 'csv'],
  ['plain text named .gz', 'PLAIN', text, 'csv.gz'],
  ['days that begin in New York', 'ZOFF', text.replaceAll(/^2024-01-0(\d)/gm, '2024-01-0$1T00:00:00-05:00'), 'csv'],
])('a file with %s is imported', async (_, code, content, ending) => {
  expect(await tapewire(ctx, 'import', 'bars', await file(code, content, ending))).toContain('3 rows, 3 taken')
  expect(await closes(code)).toEqual([10.5, 11, 11.5])
})

test('an import first reports the recognised separators, decimal mark and time zone of its file', async () => {
  const path = await file('SAID', text.replaceAll(',', ';').replaceAll('.', ',').replace('300', '1.300'))
  const said = await tapewire(ctx, 'import', 'bars', path)
  expect(said.split('\n')[0]).toBe('Separated by ;, decimal comma, thousands separated by points, times of UTC.')
})

test('a refused file does not stop the import of other files, and a table lists all files', async () => {
  const broken = gzipSync(`${head}\n${Array.from({ length: 900 }, (_, at) => `${at},${at ** 5 % 91}`).join('\n')}`)
  const files = [
    await file('ONE', text),
    await file('HALF', broken.subarray(0, 200), 'csv.gz'),
    await file('TWO', text),
  ]
  const said: string[] = []
  const run = runCommand(ctx, ['import', 'bars', ...files], (line) => said.push(line))
  await expect(run).rejects.toThrow('1 of 3 files were refused.')
  expect(said.at(-1)).toMatch(
    /^\nstock-us-ONE-1d\.csv {6}3 rows, 3 taken\nstock-us-HALF-1d\.csv\.gz {2}.+\nstock-us-TWO/,
  )
  expect([await closes('ONE'), await closes('TWO')]).toEqual([
    [10.5, 11, 11.5],
    [10.5, 11, 11.5],
  ])
})

test('a dry run of an import counts the rows of its file and stores nothing', async () => {
  const path = await file('DRY', `${text}2024-01-05,1,2,3,4,5\n`)
  const said = await tapewire(ctx, 'import', 'bars', path, '--dry-run')
  expect(said).toContain('stock US DRY 1d: 4 rows, 3 taken, 1 quarantined (high_below_low 1)')
  expect(await instrument('DRY')).toBeNull()
  const { rows: runs } = await sql`select 1 from imports where file like '%DRY%'`.execute(ctx.postgres.db)
  expect(runs).toEqual([])
})

test('a file of several instruments is imported without a column mapping', async () => {
  const path = join(ctx.settings.dataDir, 'day.csv')
  await writeFile(
    path,
    `ticker;date;open;high;low;close;volume\nMANYA;2024-01-02;1;1;1;1,5;5\nMANYA;2024-01-02;1;2;1;1,5;5\nMANYB;2024-01-02;1;2;1;1,5;5\nMANYC;2024-01-02;1;2;1;1,5\n`,
  )
  const flags = ['--class', 'stock', '--region', 'us', '--interval', '1d']
  expect(await tapewire(ctx, 'import', 'bars', path, ...flags, '--dry-run')).toContain('4 rows, 2 taken')
  expect(await tapewire(ctx, 'import', 'bars', path, ...flags)).toContain('4 rows, 2 taken, 2 quarantined')
  expect([await closes('MANYA'), await closes('MANYB'), await instrument('MANYC')]).toEqual([[1.5], [1.5], null])
})

test('an ambiguous file is imported if flags state its date order and its decimal mark', async () => {
  const path = await file('FLAG', 'date;open;high;low;close\n01/02/2024;1,234;1,235;1,233;1,234\n')
  await expect(tapewire(ctx, 'import', 'bars', path)).rejects.toThrow(
    'The date 01/02/2024 can be 2024-02-01 or 2024-01-02.',
  )
  const dated = tapewire(ctx, 'import', 'bars', path, '--dates=dmy')
  await expect(dated).rejects.toThrow('The number 1,234 can be 1234 or 1.234.')
  await tapewire(ctx, 'import', 'bars', path, '--decimal', 'comma', '--dates=dmy')
  expect(await closes('FLAG')).toEqual([1.234])
  const wrong = tapewire(ctx, 'import', 'bars', path, '--dates', 'american')
  await expect(wrong).rejects.toThrow('--dates is one of ymd, dmy, mdy.')
})

test('quarantined rows are read in the dialect of their file when they are released', async () => {
  const path = await file(
    'AGAIN',
    'date;open;high;low;close;volume\n02/01/2024;1,5;2;1;1,5;1.000\n13/01/2024;1,5;1;2;1,5;1.000\n',
  )
  await tapewire(ctx, 'import', 'bars', path, '--decimal', ',')
  const [, id = ''] = /^(\S+)/.exec(await tapewire(ctx, 'import', 'list')) ?? []
  await tapewire(ctx, 'quarantine', 'correct', id, '--line', '3', '--row', '03/01/2024;1,5;2;1;1,75;1.000')
  expect(await tapewire(ctx, 'quarantine', 'release', id, '--all')).toContain('1 rows are in')
  expect(await closes('AGAIN')).toEqual([1.5, 1.75])
})
