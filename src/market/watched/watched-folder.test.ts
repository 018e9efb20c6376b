import { access, appendFile, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { readBars } from '../history/history.ts'
import { carryOut } from '../import-queue/import-order.ts'
import { runImportsBy } from '../import-queue/import-queue.ts'
import { importedTicks } from '../ticks/ticks.ts'
import { WatchedFolder } from './watched-folder.ts'

let ctx: TestPlatform
let folder = ''
let watched: WatchedFolder
const signal = new AbortController().signal

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-23T12:00:00Z' })
  folder = join(ctx.settings.dataDir, 'inbox')
  await mkdir(folder)
  watched = new WatchedFolder(ctx, folder)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
const names = async (below = '') => (await readdir(join(folder, below))).sort()

/** Polls, waits until an unchanged file counts as complete, and polls again. */
async function pass(): Promise<void> {
  await watched.poll(signal)
  await ctx.clock.advance(10_000)
  await watched.poll(signal)
}

async function closesOf(code: string, interval: '1d' | '1m' = '1d'): Promise<number[]> {
  const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code })
  if (!instrument) return []
  const bars = await readBars(ctx, { instrument, interval, to: ctx.clock.now(), limit: 10, order: 'newest' })
  return bars.map(({ close }) => close)
}

const head = 'time,open,high,low,close,volume\n'

test('a complete file in the watched folder is imported once and moved, and its bad rows are quarantined', async () => {
  await put('stock-us-INBOX-1d.csv', `${head}2025-01-02,1,3,1,2,10\n`)
  await watched.poll(signal)
  await ctx.clock.advance(9_000)
  // The file is still being written.
  await put('stock-us-INBOX-1d.csv', `${head}2025-01-02,1,3,1,2,10\n2025-01-03,2,4,2,3,10\n2025-01-06,9,1,1,1,1\n`)
  await utimes(join(folder, 'stock-us-INBOX-1d.csv'), 1, 2)
  await ctx.clock.advance(1_000)
  await watched.poll(signal)
  expect(await names()).toEqual(['stock-us-INBOX-1d.csv'])
  await ctx.clock.advance(10_000)
  await watched.poll(signal)
  expect(await closesOf('INBOX')).toEqual([2, 3])
  expect(await names()).toEqual(['imported'])
  expect(await tapewire(ctx, 'import', 'list', '--waiting')).toContain('INBOX 1d  3 rows  2 taken  1 wait')
})

test('compressed files in the watched folder are imported; files that are truncated, unreadable or wrongly named are refused', async () => {
  const bars = `${head}2025-01-02,1,3,1,2,10\n2025-01-03,2,4,2,3,10\n`
  const packed = zstdCompressSync(bars)
  await put('stock-us-ZSTD-1d.csv.zst', packed)
  await put('stock-us-GZIP-1d.csv.gz', gzipSync(bars))
  await put('stock-us-CUT-1d.csv.zst', packed.subarray(0, packed.length - 8))
  await put('stock-us-NOISE-1d.csv.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff, 0xff, 1, 2, 3]))
  await put('holiday photos.csv', 'a,b\n')
  await put('stock-us-TRADES-20250102.csv', 'time,price,size\n2025-01-02T15:00:00Z,10,1\n2025-01-02T15:00:01Z,11,2\n')
  await put('.stock-us-HIDDEN-1d.csv', bars)
  await put('stock-us-PART-1d.csv.part', bars)
  await pass()
  expect(await closesOf('ZSTD')).toEqual([2, 3])
  expect(await closesOf('GZIP')).toEqual([2, 3])
  const trades = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'TRADES' })
  expect(await importedTicks(ctx, trades?.id ?? 0)).toMatchObject({ count: 2 })
  const refused = ['holiday photos.csv', 'stock-us-CUT-1d.csv.zst', 'stock-us-NOISE-1d.csv.zst']
  expect(await names('refused')).toEqual(refused.flatMap((name) => [name, `${name}.txt`]))
  expect(await readFile(join(folder, 'refused/stock-us-CUT-1d.csv.zst.txt'), 'utf8')).toContain(
    'cannot be read to its end',
  )
  expect(await names()).toEqual(['.stock-us-HIDDEN-1d.csv', 'imported', 'refused', 'stock-us-PART-1d.csv.part'])
})

test('a file that grows during its import stays in the watched folder until the added rows are imported', async () => {
  const name = 'stock-us-GROWS-1d.csv'
  await put(name, `${head}2025-01-02,1,3,1,2,10\n`)
  using _runner = runImportsBy(ctx, async (order, io) => {
    const outcome = await carryOut(ctx, order, io)
    if ((await closesOf('GROWS')).length === 1) await appendFile(join(folder, name), '2025-01-03,2,4,2,3,10\n')
    return outcome
  })
  await pass()
  expect(await names()).toContain(name)
  await pass()
  await pass()
  expect(await closesOf('GROWS')).toEqual([2, 3])
  expect(await names('imported')).toContain(name)
})

test('if an imported file cannot be moved out of the watched folder, it is imported again only after its content changes', async () => {
  // The name of the folder for imported files is taken by a file, so that nothing can be moved there.
  await rename(join(folder, 'imported'), join(folder, 'away'))
  await put('imported', '')
  const name = 'stock-us-STAYS-1d.csv'
  await put(name, `${head}2025-01-02,1,3,1,2,10\n`)
  await pass()
  await pass()
  await access(join(folder, name))
  const imports = async () =>
    (await tapewire(ctx, 'import', 'list')).split('\n').filter((line) => line.includes('STAYS')).length
  expect(await imports()).toBe(1)
  await put(name, `${head}2025-01-02,1,3,1,2.5,10\n`)
  await pass()
  await pass()
  expect(await imports()).toBe(2)
  expect(await closesOf('STAYS')).toEqual([2.5])
})

test('a column mapping sets the columns and the time unit of a file, and bad rows keep their line numbers', async () => {
  const at = (minute: number) => `${Date.UTC(2025, 0, 2, 15, minute)}000000`
  // The columns are those of Massive's published flat files; the rows are invented.
  const lines = [
    'ticker,volume,open,close,high,low,window_start,transactions',
    `AAPL,10,1,2,3,1,${at(0)},4`,
    `OTHER,10,7,7,7,7,${at(0)},4`,
    `AAPL,10,2,3,4,2,${at(1)},4`,
    `AAPL,10,2,3,1,2,${at(2)},4`,
    `AAPL,10,2,3,4,2,yesterday,4`,
    `AAPL,10,2,"3,4,2,${at(3)},4`,
    `AAPL,10,2,3,4,2,${'9'.repeat(20)},4`,
    'AAPL',
  ]
  const file = join(ctx.settings.dataDir, '2025-01-02.csv')
  await writeFile(file, lines.join('\r\n'))
  const flags = ['--class', 'stock', '--region', 'us', '--code', 'AAPL', '--interval', '1m']
  expect(await tapewire(ctx, 'import', 'bars', file, ...flags, '--map', 'massive')).toContain(
    '7 rows, 2 taken, 5 quarantined',
  )
  expect(await closesOf('AAPL', '1m')).toEqual([2, 3])
  const [, importId = ''] = /^(\S+)/.exec(await tapewire(ctx, 'import', 'list')) ?? []
  const waiting = await tapewire(ctx, 'quarantine', 'list', importId)
  for (const line of [5, 6, 7, 8, 9]) expect(waiting).toMatch(new RegExp(`\\b${line}\\b`))
})

test('column mappings are saved under a name, and a mapping with an unknown column is refused', async () => {
  await tapewire(ctx, 'import', 'map', 'save', 'desk', 'time=when:s,price=px,size=qty')
  expect(await audited(ctx, 'import.map')).toMatchObject([{ subject: 'desk' }])
  expect(await tapewire(ctx, 'import', 'map', 'list')).toMatch(/desk {2}time=when:s.*\nmassive|massive.*\ndesk/s)
  const file = join(ctx.settings.dataDir, 'stock-us-MAPPED-20250102.csv')
  await writeFile(file, `px,note,when,qty\n10,"a, b",${Date.UTC(2025, 0, 2, 15) / 1_000}.25,5\n`)
  expect(await tapewire(ctx, 'import', 'ticks', file, '--map=desk')).toContain('1 rows, 1 taken')
  const save = (columns: string) => tapewire(ctx, 'import', 'map', 'save', 'bad', columns)
  await expect(save('when=time')).rejects.toThrow('"when=time" is no part')
  await expect(save('price=px')).rejects.toThrow('names the column of the time')
  await expect(tapewire(ctx, 'import', 'ticks', file, '--map', 'nobody')).rejects.toThrow('no column mapping "nobody"')
  await expect(tapewire(ctx, 'import', 'ticks', file, '--map', 'time=then')).rejects.toThrow(
    'must name the columns then',
  )
  await expect(tapewire(ctx, 'import', 'symbols', file, '--map', 'desk')).rejects.toThrow('has no flag --map')
})
