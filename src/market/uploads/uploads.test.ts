import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readBars } from '../history/history.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { importNext, importUploads } from './import-loop.ts'
import { receivePiece } from './receive.ts'
import { type BeginUpload, beginUpload, dropUpload, readUpload, startUpload, stopUpload } from './uploads.ts'

let ctx: TestPlatform
const cli = { kind: 'operator-cli' } as const
const going = new AbortController().signal
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

const days = (from: number, count: number) =>
  Array.from({ length: count }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, from + day)).toISOString().slice(0, 10)
    return `${date},1,3,1,2,10`
  })
const csv = (lines: string[]) => Buffer.from(`time,open,high,low,close,volume\n${lines.join('\n')}\n`)
const begin = (file: string, bytes: number, more: Partial<BeginUpload> = {}) =>
  beginUpload(ctx, cli, { file, bytes, kind: 'bars', flags: {}, ...more })
const send = (id: string, offset: number, ...parts: Uint8Array[]) =>
  receivePiece(ctx, cli, { id, offset, bytes: parts.values() as never })

async function* broken(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part
  throw new Error('the connection broke')
}

test('an interrupted upload continues where it ended, even in another process, and is imported when complete', async () => {
  const bytes = csv(days(1, 200))
  const { id } = await begin('stock-us-PIECES-1d.csv', bytes.length)
  const cut = receivePiece(ctx, cli, { id, offset: 0, bytes: broken(bytes.subarray(0, 1_000)) })
  await expect(cut).rejects.toThrow('the connection broke')
  await expect(send(id, 0, bytes)).rejects.toMatchObject({
    error: 'upload_offset_wrong',
    detail: { extra: { received: 1_000 } },
  })
  const restarted = { ...ctx, kept: new Map() }
  expect(await begin('stock-us-PIECES-1d.csv', bytes.length)).toMatchObject({ id, received: 1_000 })
  const rest = [bytes.subarray(1_000)].values() as never
  expect(await receivePiece(restarted, cli, { id, offset: 1_000, bytes: rest })).toMatchObject({ state: 'ready' })
  expect(await importNext(restarted, going)).toBe(true)
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'done', fraction: 1, failure: null })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'PIECES', region: 'US' })
  if (!instrument) throw new Error('nothing was imported')
  expect(await readBars(ctx, { instrument, interval: '1d', limit: 500, order: 'oldest' })).toHaveLength(200)
  expect(await readdir(join(ctx.settings.dataDir, 'uploads'))).not.toContain(id)
  expect((await audited(ctx, 'upload.complete')).at(-1)).toMatchObject({ subject: id })
  expect(await importNext(ctx, going)).toBe(false)
})

test('a piece of an upload is refused while another piece arrives, or if it exceeds the declared length', async () => {
  const bytes = csv(days(1, 3))
  const { id } = await begin('stock-us-TWICE-1d.csv', bytes.length)
  let arrive = () => {}
  const waits = new Promise<void>((resolve) => {
    arrive = resolve
  })
  async function* slow() {
    yield bytes.subarray(0, 10)
    await waits
  }
  const first = receivePiece(ctx, cli, { id, offset: 0, bytes: slow() })
  await expect(send(id, 0, bytes)).rejects.toMatchObject({ error: 'upload_busy' })
  arrive()
  expect(await first).toMatchObject({ received: 10, state: 'receiving' })
  const tooLong = send(id, 10, bytes.subarray(10), Buffer.from('more'))
  await expect(tooLong).rejects.toMatchObject({ error: 'upload_too_large' })
  await dropUpload(ctx, cli, { id, version: 0 })
  await expect(send(id, 0, bytes)).rejects.toMatchObject({ error: 'not_found' })
})

test('the next start removes a leftover folder of a dropped upload and keeps the other folders', async () => {
  const bytes = csv(days(1, 3))
  const { id } = await begin('stock-us-DROPPED-1d.csv', bytes.length)
  const { id: other } = await begin('stock-us-KEPT-1d.csv', bytes.length)
  await send(other, 0, bytes.subarray(0, 10))
  await send(id, 0, bytes.subarray(0, 10))
  await dropUpload(ctx, cli, { id, version: null })
  const folder = join(ctx.settings.dataDir, 'uploads')
  for (const name of [id, 'release-0123456789abcdef']) await mkdir(join(folder, name))
  await using _imports = await importUploads(ctx)
  await expect.poll(() => readdir(folder)).not.toContain(id)
  expect(await readdir(folder)).toEqual(expect.arrayContaining([other, 'release-0123456789abcdef']))
})

test.each([
  ['over 10 GB', 'stock-us-BIG-1d.csv', 10 * 1024 ** 3 + 1, 'upload_too_large'],
  ['a path', '../stock-us-UP-1d.csv', 10, 'invalid_parameter'],
  ['another ending', 'stock-us-EXE-1d.exe', 10, 'invalid_parameter'],
  ['a name that says nothing', 'notes.csv', 10, 'import_target_unknown'],
  ['bars without an interval', 'stock-us-AAPL.csv', 10, 'import_target_unknown'],
])('an upload with %s is refused before any data is sent', async (_, file, bytes, error) => {
  await expect(begin(file, bytes)).rejects.toMatchObject({ error })
})

test('an upload is refused if the disk has no room beside pending uploads, and a piece is refused if the disk is almost full', async () => {
  const input = { file: 'stock-us-ROOM-1d.csv', bytes: 600 * 1024 ** 2, kind: 'bars', flags: {} } as const
  const free = async () => 1024 ** 3
  const { id } = await beginUpload(ctx, cli, input, free)
  const second = beginUpload(ctx, cli, { ...input, file: 'stock-us-ROOM-1h.csv' }, free)
  await expect(second).rejects.toMatchObject({ error: 'storage_full' })
  const piece = { id, offset: 0, bytes: [Buffer.from('time')].values() as never }
  const full = receivePiece(ctx, cli, piece, async () => 1024)
  await expect(full).rejects.toMatchObject({ error: 'storage_full' })
  await dropUpload(ctx, cli, { id, version: null })
})

test.each([
  ['stock-us-BIN-1d.csv', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2])],
  ['stock-us-BIN2-1d.csv.gz', gzipSync(Buffer.alloc(20_000_000))],
  ['stock-us-BIN-1d.csv.zst', gzipSync('<html><title>404</title>\n')],
  ['stock-us-BIN2-1d.csv.zst', zstdCompressSync(Buffer.alloc(200_000_000))],
  ['stock-us-BIN-1d.parquet', Buffer.from('504b0304140000000800', 'hex')],
])('the uploaded file %s with content that is not a table is refused', async (file, bytes) => {
  const { id } = await begin(file, bytes.length)
  await expect(send(id, 0, bytes)).rejects.toMatchObject({ error: 'file_unreadable' })
  await dropUpload(ctx, cli, { id, version: null })
})

test('an uploaded file is read with the decimal mark and the date order from the flags of its upload', async () => {
  const text = `date;open;high;low;close;volume\n01/02/2024;1,234;1,235;1,233;1,234;10\n`
  const bytes = gzipSync(Buffer.from(`\ufeff${text}`, 'utf16le'))
  const reading = { decimal: ',', dates: 'mdy' } as const
  const { id } = await begin('stock-us-READ-1d.csv', bytes.length, { flags: { reading } })
  await send(id, 0, bytes)
  await importNext(ctx, going)
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'done', failure: null })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'READ', region: 'US' })
  const bars = instrument && (await readBars(ctx, { instrument, interval: '1d', limit: 5, order: 'oldest' }))
  expect(bars).toMatchObject([{ time: Date.UTC(2024, 0, 2), close: 1.234, volume: 10 }])
})

test('an uploaded zstd file with unknown column names is imported by a column mapping', async () => {
  const bytes = zstdCompressSync(`when,o,h,l,c,v\n${days(1, 30).join('\n')}\n`)
  const map = 'time=when,open=o,high=h,low=l,close=c,volume=v'
  const refused = begin('stock-us-MAPPED-1d.csv.zst', bytes.length, { flags: { map: 'no-such-name' } })
  await expect(refused).rejects.toMatchObject({ error: 'invalid_parameter', detail: { param: 'map' } })
  const { id } = await begin('stock-us-MAPPED-1d.csv.zst', bytes.length, { flags: { map } })
  await send(id, 0, bytes)
  await importNext(ctx, going)
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'done', failure: null })
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'MAPPED', region: 'US' })
  if (!instrument) throw new Error('nothing was imported')
  const [first] = await readBars(ctx, { instrument, interval: '1d', limit: 500, order: 'oldest' })
  expect(first).toMatchObject({ open: 1, high: 3, low: 1, close: 2, volume: 10 })
})

test('an upload whose import failed because of an endless line can be started again, stopped and dropped', async () => {
  const bytes = gzipSync(Buffer.alloc(5_000_000, 'a'))
  const { id } = await begin('stock-us-ENDLESS-1d.csv.gz', bytes.length)
  await send(id, 0, bytes)
  await importNext(ctx, going)
  const failed = await readUpload(ctx, cli, id)
  expect(failed).toMatchObject({ state: 'failed' })
  expect(failed.failure).toEqual({ name: 'file_line_too_long', values: {} })
  await startUpload(ctx, cli, { id, version: failed.version })
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'ready', failure: null })
  const stale = stopUpload(ctx, cli, { id, version: failed.version })
  await expect(stale).rejects.toMatchObject({ error: 'changed_meanwhile' })
  expect(await tapewire(ctx, 'upload', 'stop', id)).toBe(`${id}: done.`)
  expect(await tapewire(ctx, 'upload', 'list')).toContain(`${id}  stopped`)
  await tapewire(ctx, 'upload', 'drop', id)
})

test('if a shutdown interrupts the import of an upload, the upload is imported after the next start', async () => {
  const bytes = csv(days(1, 10))
  const { id } = await begin('stock-us-LATER-1d.csv', bytes.length)
  await send(id, 0, bytes)
  const shutdown = AbortSignal.abort()
  await importNext(ctx, shutdown)
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'ready' })
  await importNext(ctx, going)
  expect(await readUpload(ctx, cli, id)).toMatchObject({ state: 'done', rows: 10 })
})
