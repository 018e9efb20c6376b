import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { ClickHouse, Platform } from '#src/platform/platform.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { countIfDue, storedCoverage } from '../coverage/coverage.ts'
import { noteFed } from '../feed-keys/fed.ts'
import { readBars } from '../history/history.ts'
import { importTicks } from '../import/import-ticks.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { type EventPageRequest, type RecordedTick, recordQuotes, recordTicks } from '../ticks/ticks.ts'
import { archiveFiles, openArchive } from './files/open-files.ts'
import { moveOldTicks, oldTicks } from './move.ts'
import { importedSpan, readImportedTicks, readQuotePage, readTickPage } from './pages.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const old = Date.parse('2026-02-02')
const running = { signal: new AbortController().signal }
let ctx: TestPlatform
const ids: number[] = []

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: now - hourMs })
  await installCatalogue(ctx)
  for (const code of ['AAPL', 'MSFT', 'NVDA', 'AMD', 'INTC', 'TSLA']) {
    const found = await findInstrument(ctx, { class: 'stock', code, region: 'US' })
    if (!found) throw new Error(code)
    ids.push(found.id)
  }
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** Trades of three old days and one new day, four a minute, two of which share a millisecond. */
function ticksOf(
  instrumentId: number,
  perDay = 200,
  days = [old, old + dayMs, old + 2 * dayMs, now - dayMs],
): RecordedTick[] {
  return days.flatMap((day) =>
    Array.from({ length: perDay }, (_, at) => ({
      ...{ instrumentId, time: day + 14 * hourMs + Math.floor(at / 2) * 30_000, seq: at % 2, price: 100 + at / 100 },
      ...{ volume: 1 + at, side: (at % 3) as 0 | 1 | 2, bid: 0, ask: 0, source: 'exchange' as const },
    })),
  )
}

/** All pages of an instrument, requested as the API requests them. */
async function walk(instrument: number, order: EventPageRequest['order'], limit: number) {
  const seen: string[] = []
  const page: EventPageRequest = { from: 0, to: now, order, limit, after: null }
  for (;;) {
    const ticks = await readTickPage(ctx, instrument, page)
    expect(ticks.length).toBeLessThanOrEqual(limit)
    const lines = ticks.map(({ time, seq, price, volume, side, source }) =>
      JSON.stringify([time, seq, price, volume, side, source]),
    )
    if (order === 'newest') seen.unshift(...lines)
    else seen.push(...lines)
    const edge = order === 'newest' ? ticks[0] : ticks.at(-1)
    if (!edge || ticks.length < limit) return seen
    page.after = { time: edge.time, seq: edge.seq }
  }
}

const stored = async (instrument: number) => {
  const [row] = await ctx.clickhouse.query<{ n: string }>(
    `SELECT count() AS n FROM ticks FINAL WHERE instrument = ${instrument}`,
  )
  return Number(row?.n)
}

test('old ticks are moved into daily files, and pages in both directions return the same ticks as before', async () => {
  const [apple = 0, microsoft = 0] = ids
  await recordTicks(ctx, [...ticksOf(apple), ...ticksOf(microsoft, 60)])
  const quote = {
    bid: 10,
    bidVolume: 1,
    ask: 11,
    askVolume: 2,
    source: 'exchange' as const,
    seq: 4,
    instrumentId: apple,
  }
  await recordQuotes(ctx, [
    { ...quote, time: old + hourMs },
    { ...quote, time: now - hourMs },
  ])
  await ctx.clock.advance(hourMs)
  const before = [
    await walk(apple, 'newest', 37),
    await walk(apple, 'oldest', 1_000),
    await walk(microsoft, 'oldest', 7),
  ]
  const expected = await oldTicks(ctx)
  expect(expected.map(({ kind, rows }) => [kind, rows])).toEqual([
    ['trades', 260],
    ['trades', 260],
    ['trades', 260],
    ['quotes', 1],
  ])
  expect(await oldTicks(ctx)).toEqual(expected)
  const moved = await moveOldTicks(ctx, { ...running, rowsMax: 300 })
  expect(moved).toMatchObject({ rows: 3 * 260 + 1 })
  expect(moved?.files).toBe(3 + 1)
  expect([await stored(apple), await stored(microsoft)]).toEqual([200, 60])
  expect([
    await walk(apple, 'newest', 37),
    await walk(apple, 'oldest', 1_000),
    await walk(microsoft, 'oldest', 7),
  ]).toEqual(before)
  expect(await walk(apple, 'oldest', 13)).toEqual(before[0])
  const quotes = await readQuotePage(ctx, apple, { from: 0, to: now, order: 'newest', limit: 5, after: null })
  expect(quotes).toMatchObject([{ time: old + hourMs, seq: 4, bidVolume: 1, ask: 11 }, { time: now - hourMs }])
  const span = { from: old + dayMs, to: old + 2 * dayMs, order: 'oldest' as const, limit: 500, after: null }
  expect(await readTickPage(ctx, apple, span)).toHaveLength(200)
  expect(await moveOldTicks(ctx, running)).toEqual({ files: 0, rows: 0, bytes: 0 })
})

test('late ticks and corrections of an archived day are read together with the archived ticks, and are archived by the next move', async () => {
  const [apple = 0] = ids
  const before = await walk(apple, 'oldest', 1_000)
  const [first] = ticksOf(apple)
  if (!first) throw new Error('no ticks')
  const late = { ...first, seq: 9, price: 77.5 }
  await recordTicks(ctx, [late, { ...first, price: 66.5, source: 'import' }])
  const changed = await walk(apple, 'newest', 50)
  expect(changed).toHaveLength(before.length + 1)
  expect(changed.filter((line) => line.includes(',66.5,') || line.includes(',77.5,'))).toHaveLength(2)
  await ctx.clock.advance(hourMs)
  expect(await moveOldTicks(ctx, running)).toMatchObject({ files: 1, rows: 2 })
  expect(await walk(apple, 'oldest', 11)).toEqual(changed)
  expect(await importedSpan(ctx, apple)).toMatchObject({ first: first.time })
  const prices: number[] = []
  for await (const { price } of readImportedTicks(ctx, apple, { from: 0, to: now })) prices.push(price)
  expect(prices).toEqual([66.5])
})

test('simulated ticks are never moved to the archive, and ticks that were just recorded are not moved yet', async () => {
  const nvidia = ids[2] ?? 0
  await recordTicks(
    ctx,
    ticksOf(nvidia).map((tick) => ({ ...tick, source: 'simulated' as const })),
  )
  await ctx.clock.advance(hourMs)
  expect(await moveOldTicks(ctx, running)).toMatchObject({ rows: 0 })
  const tesla = ids[5] ?? 0
  await recordTicks(ctx, ticksOf(tesla, 3))
  expect(await moveOldTicks(ctx, running)).toMatchObject({ rows: 0 })
})

/** A platform that fails at the n-th call of a store or of the archive files. */
function dying(at: number): { ctx: Platform; calls: () => number } {
  let calls = 0
  const live = () => {
    calls += 1
    if (calls > at) throw new Error('killed')
  }
  const guarded = <T extends object>(owner: T, names: readonly (keyof T)[]): T => {
    const copy = Object.create(owner) as T
    for (const name of names) {
      const call = owner[name] as (...args: unknown[]) => Promise<unknown>
      copy[name] = (async (...args: unknown[]) => {
        live()
        const result = await call.apply(owner, args)
        live()
        return result
      }) as T[keyof T]
    }
    return copy
  }
  const clickhouse = guarded<ClickHouse>(ctx.clickhouse, ['query', 'bytes', 'command'])
  const postgres = guarded(ctx.postgres, ['transaction'])
  const kept = new Map(ctx.kept)
  kept.set('tick archive', guarded(archiveFiles(ctx), ['write', 'readAll', 'remove']))
  return { ctx: { ...ctx, clickhouse, postgres, kept }, calls: () => calls }
}

/** `npm run drill -- moves` tests every step. Other runs test every eleventh step. */
const stride = process.env.TAPEWIRE_DRILL_STEPS === 'all' ? 1 : 11

test('if a move of old ticks fails at any step, no tick is lost or duplicated, and the next move completes the work', async () => {
  const amd = ids[3] ?? 0
  await recordTicks(ctx, ticksOf(amd, 20, [old, old + dayMs, now - dayMs]))
  await ctx.clock.advance(hourMs)
  const before = await walk(amd, 'oldest', 1_000)
  expect(before).toHaveLength(60)
  let deaths = 0
  for (let at = 1; ; at += stride) {
    const mortal = dying(at)
    const died = await moveOldTicks(mortal.ctx, { ...running, rowsMax: 40 }).then(
      () => false,
      (error: Error) => error.message === 'killed',
    )
    expect(await walk(amd, at % 2 ? 'oldest' : 'newest', 25)).toEqual(before)
    if (!died) break
    deaths += 1
  }
  expect(deaths * stride).toBeGreaterThan(12)
  expect(await stored(amd)).toBe(20)
}, 60_000)

test('for an instrument with a feed, a page of ticks has archived and recent feed ticks, but no simulated ticks', async () => {
  const amazon = await findInstrument(ctx, { class: 'stock', code: 'AMZN', region: 'US' })
  if (!amazon) throw new Error('AMZN')
  await noteFed(ctx, [amazon])
  const of = (source: 'simulated' | 'exchange', hour: number) =>
    ticksOf(amazon.id, 20, [old]).map((tick) => ({ ...tick, source, time: tick.time + hour * hourMs }))
  await recordTicks(ctx, of('exchange', 1))
  await ctx.clock.advance(hourMs)
  await moveOldTicks(ctx, running)
  expect(await stored(amazon.id)).toBe(0)
  await recordTicks(ctx, [...of('simulated', 0), ...of('exchange', 2)])
  const wanted = [...of('exchange', 1), ...of('exchange', 2)].map(({ time }) => time)
  const page = { from: 0, to: now, order: 'oldest', limit: 10, after: null } as const
  expect((await readTickPage(ctx, amazon.id, page)).map(({ time }) => time)).toEqual(wanted.slice(0, 10))
})

test('the coverage of an exchange includes archived trades', async () => {
  await countIfDue(ctx)
  const coverage = await storedCoverage(ctx, { class: 'stock', region: 'US' })
  expect(coverage.find(({ kind }) => kind === 'ticks')).toMatchObject({ first: old + 14 * hourMs })
})

test('the bar of an archived minute is built from its archived ticks and a tick imported later', async () => {
  const io = { signal: running.signal, progress: () => {} }
  const imported = async (lines: string[]) => {
    const path = join(ctx.settings.dataDir, 'stock-us-LATE-20260202.csv')
    await writeFile(path, `${['time,price,size', ...lines].join('\n')}\n`)
    await importTicks(ctx, path, {}, io)
    await ctx.clock.advance(hourMs)
  }
  await imported(['2026-02-02T15:00:01Z,10,1', '2026-02-02T15:00:20Z,14,2', '2026-02-02T15:01:00Z,9,1'])
  await moveOldTicks(ctx, running)
  await imported(['2026-02-02T15:00:40Z,12,3'])
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'LATE', region: 'US' })
  if (!instrument) throw new Error('LATE')
  expect(await stored(instrument.id)).toBe(1)
  const bars = await readBars(ctx, { instrument, interval: '1m', limit: 10, order: 'newest' })
  expect(bars.map((bar) => [bar.open, bar.high, bar.low, bar.close, bar.volume, bar.turnover])).toEqual([
    [10, 14, 10, 12, 6, 74],
    [9, 9, 9, 9, 1, 9],
  ])
})

test('old ticks that are moved to an S3 store are read back unchanged, and reading a missing file fails', async () => {
  const folder = join(ctx.settings.dataDir, 's3')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'ticks', configs: [] }],
  })
  const { port } = await server.run()
  const url = `s3://ticks/of/tapewire?endpoint=http://127.0.0.1:${port}`
  const settings = testSettings({
    DATA_DIR: ctx.settings.dataDir,
    ...{ ARCHIVE_URL: url, ARCHIVE_KEY_ID: 'S3RVER', ARCHIVE_SECRET: 'S3RVER' },
  })
  const there = { ...ctx, settings, kept: new Map() }
  await using _open = await openArchive(there, 'S3RVER')
  const intel = ids[4] ?? 0
  const kept = ctx
  await recordTicks(ctx, ticksOf(intel, 50))
  const before = await walk(intel, 'oldest', 1_000)
  await ctx.clock.advance(hourMs)
  expect((await moveOldTicks(there, running))?.rows).toBeGreaterThanOrEqual(150)
  ctx = there as unknown as TestPlatform
  try {
    expect(await walk(intel, 'newest', 23)).toEqual(before)
    const files = archiveFiles(ctx)
    const names: string[] = []
    for await (const { name } of files.list()) names.push(name)
    expect(names.length).toBeGreaterThan(2)
    const bytes = await files.readAll(names[0] ?? '')
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
    expect(rows[0]).toMatchObject({ code: expect.any(String), source: 'exchange', time: expect.any(Date) })
    expect(createHash('sha256').update(bytes).digest('hex')).toHaveLength(64)
    await files.remove(names[0] ?? '')
    await expect(files.readAll(names[0] ?? '')).rejects.toThrow('the archive has no file')
  } finally {
    ctx = kept
    await server.close()
  }
})

test.each([
  ['archive', 'must be a folder'],
  ['s3://bucket/x?endpoint=ftp://x', 'must be a folder'],
  ['s3://key:secret@bucket/x', 'must be a folder'],
  ['s3://bucket/x?acl=public', 'must be a folder'],
])('the setting ARCHIVE_URL=%s is refused', (url, why) => {
  expect(() => testSettings({ ARCHIVE_URL: url })).toThrow(why)
})

test('an S3 access key without its secret is refused', () => {
  expect(() => testSettings({ ARCHIVE_KEY_ID: 'x' })).toThrow('ARCHIVE_KEY_ID needs ARCHIVE_SECRET')
})
