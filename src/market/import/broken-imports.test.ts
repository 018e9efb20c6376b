import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { importedTicks } from '../ticks/ticks.ts'
import { importBars } from './import-bars.ts'
import { importTicks } from './import-ticks.ts'
import { readText } from './text/read-lines.ts'

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const io = { signal: new AbortController().signal, progress: () => {} }

/** The number of accepted rows in the record of an instrument's newest import. */
async function acceptedOf(code: string): Promise<number> {
  const { rows } = await sql<{ accepted: bigint }>`
    select accepted from imports where target like ${`% ${code} %`} order by id desc limit 1`.execute(ctx.postgres.db)
  return Number(rows[0]?.accepted)
}

async function countOf(code: string): Promise<number> {
  const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code })
  const [row] = await ctx.clickhouse.query<{ n: string }>(
    'SELECT count() AS n FROM bars FINAL WHERE instrument = {id:UInt32}',
    { id: instrument?.id ?? 0 },
  )
  return Number(row?.n)
}

test('a failed import of a truncated file counts exactly the stored rows, and an import of the whole file adds the other rows', async () => {
  const minutes = Array.from({ length: 30_000 }, (_, at) => {
    const time = new Date(Date.UTC(2025, 0, 2) + at * 60_000).toISOString()
    return `${time},${1 + (at % 7)},9,1,2,${(at * 7_919) % 10_007}`
  })
  const whole = gzipSync(minutes.join('\n'))
  const path = join(ctx.settings.dataDir, 'stock-us-BROKEN-1m.csv.gz')
  await writeFile(path, whole.subarray(0, whole.length / 2))
  await expect(importBars(ctx, path, {}, io)).rejects.toThrow('cannot be read to its end')
  const counted = await acceptedOf('BROKEN')
  expect(counted).toBeGreaterThan(1_000)
  expect(counted).toBeLessThan(29_000)
  expect(await countOf('BROKEN')).toBe(counted)
  await writeFile(path, whole)
  await importBars(ctx, path, {}, io)
  expect(await countOf('BROKEN')).toBe(30_000)
})

test('a stopped import of ticks counts exactly the stored ticks', async () => {
  const stop = new AbortController()
  const lines = Array.from({ length: 40_000 }, (_, at) => `${new Date(Date.UTC(2025, 0, 2) + at).toISOString()},10,1`)
  const path = join(ctx.settings.dataDir, 'stock-us-STOPPED-20250102.csv')
  await writeFile(path, lines.join('\n'))
  const stopping = { ...io, signal: stop.signal, moved: async () => stop.abort() }
  await expect(importTicks(ctx, path, {}, stopping)).rejects.toThrow()
  const counted = await acceptedOf('STOPPED')
  expect(counted).toBeGreaterThan(1_000)
  const instrument = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'STOPPED' })
  expect(await importedTicks(ctx, instrument?.id ?? 0)).toMatchObject({ count: counted })
})

test('an import fails after too many consecutive invalid rows', async () => {
  const path = join(ctx.settings.dataDir, 'stock-us-NOISE-1d.csv.gz')
  await writeFile(path, gzipSync(`time,open,high,low,close,volume\n${'2025-01-02,x,1,1,1,1\n'.repeat(100_000)}`))
  const refused = await importBars(ctx, path, {}, io).catch((cause: unknown) => cause)
  expect(refused).toMatchObject({ problem: { name: 'file_rows_refused' } })
  expect(await acceptedOf('NOISE')).toBe(0)
})

test('a compressed file that unpacks to many times its size is refused', async () => {
  const path = join(ctx.settings.dataDir, 'stock-us-FAR-1d.csv.zst')
  await writeFile(path, zstdCompressSync(`${'a'.repeat(1_000)}\n`.repeat(50_000)))
  const read = async () => {
    for await (const _ of readText(path, io.signal));
  }
  await expect(read()).rejects.toMatchObject({ problem: { name: 'file_unpacks_too_far' } })
})
