import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { readTallies, UsageMeter } from './meter.ts'
import { UsageReading } from './reading.ts'
import { RecentUsage, recentUsage } from './recent.ts'
import { seriesOf } from './usage.ts'

let ctx: TestPlatform
let statements = 0
/** `ctx`, but it counts the statements of the column store in `statements`. */
let counted: Platform

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-20T10:00:30Z' })
  const query: Platform['clickhouse']['query'] = (...args) => {
    statements += 1
    return ctx.clickhouse.query(...args)
  }
  counted = { ...ctx, clickhouse: { ...ctx.clickhouse, query } }
})
afterAll(() => ctx[Symbol.asyncDispose]())

const failure = { requestId: 'r', target: '/stock/quote', reason: 'unknown_symbol', detail: {} } as const
const call = (keyId: string) => ({ keyId, call: 'quote', status: 200, bytes: 9, counted: true })
const refused = (keyId: string, requestId: string) => ({
  ...call(keyId),
  status: 404,
  failure: { ...failure, requestId },
})

async function read(keyId: string) {
  const reading = new UsageReading(counted, 'account')
  const now = ctx.clock.now()
  const range = { from: now - 60 * minuteMs, to: now + 1 }
  const tallies = await reading.tallies([keyId], { ...range, stepMs: minuteMs })
  const failures = await reading.failures([keyId], { ...range, limit: 20 })
  return {
    requests: tallies.reduce((sum, { requests }) => sum + requests, 0),
    failed: failures.map((f) => f.requestId),
  }
}

test('the recent usage of a key is read from the store once, and later calls are added in memory', async () => {
  await using meter = new UsageMeter(counted)
  meter.note(call('a'))
  meter.note(refused('a', 'first'))
  await ctx.clock.advance(1_000)
  meter.note(call('a'))
  statements = 0
  expect(await read('a')).toEqual({ requests: 3, failed: ['first'] })
  expect(statements).toBe(2)
  meter.note(refused('a', 'second'))
  meter.note(call('b'))
  expect(await read('a')).toEqual({ requests: 4, failed: ['second', 'first'] })
  await ctx.clock.advance(1_000)
  expect(await read('a')).toEqual({ requests: 4, failed: ['second', 'first'] })
  expect(statements).toBe(2)
  await ctx.clock.advance(61 * minuteMs)
  expect(await read('a')).toEqual({ requests: 0, failed: [] })
})

test('the usage of a day combines the newest calls from memory with earlier calls from the store', async () => {
  for (const [hours, calls] of [
    [0, 1],
    [3, 50],
    [3, 50],
    [3, 50],
    [3, 50],
  ] as const) {
    await using meter = new UsageMeter(counted)
    for (let n = 0; n < calls; n += 1) meter.note(refused('day', `${hours} h`))
    await ctx.clock.advance(hours === 0 ? 3 * 60 * minuteMs : 1_000)
  }
  await using meter = new UsageMeter(counted)
  for (let n = 0; n < 10; n += 1) meter.note(refused('day', 'now'))
  const reading = new UsageReading(counted, 'account')
  const day = { from: ctx.clock.now() - 24 * 60 * minuteMs, to: ctx.clock.now() + 1 }
  const tallies = await reading.tallies(['day'], { ...day, stepMs: 60 * minuteMs })
  const counts = seriesOf(tallies).map(({ requests }) => requests)
  expect(counts).toEqual([1, 210])
  const failures = await reading.failures(['day'], { ...day, limit: 300 })
  expect([failures.length, failures[0]?.requestId, failures.at(-1)?.requestId]).toEqual([211, 'now', '0 h'])
  const before = { ...day, to: (failures[200]?.time ?? 0) + 1, limit: 20 }
  expect(await reading.failures(['day'], before)).toEqual(failures.filter(({ time }) => time < before.to).slice(0, 20))
})

test('calls that arrive while the usage is read from the store are counted once', async () => {
  await using meter = new UsageMeter(counted)
  const reads = []
  for (let times = 0; times < 20; times += 1) {
    meter.note(call('busy'))
    reads.push(read('busy'))
    if (times % 5 === 0) await ctx.clock.advance(1_000)
  }
  await Promise.all(reads)
  expect((await read('busy')).requests).toBe(20)
  await ctx.clock.advance(1_000)
  expect((await read('busy')).requests).toBe(20)
})

test('the usage is read only once, even if the read takes longer than the flush interval, and every call is counted', async () => {
  let meter: UsageMeter | null = null
  let reads = 0
  const query: Platform['clickhouse']['query'] = async (...args) => {
    reads += 1
    if (reads > 5) throw new Error('the read is repeated')
    meter?.note(call('slow'))
    await ctx.clock.advance(1_000)
    return ctx.clickhouse.query(...args)
  }
  const slow = { ...ctx, clickhouse: { ...ctx.clickhouse, query } }
  await using opened = new UsageMeter(slow)
  meter = opened
  const now = ctx.clock.now()
  const range = { from: now - minuteMs, to: now + minuteMs, stepMs: minuteMs }
  const tallies = await readTallies(slow, ['slow'], range)
  expect([reads, tallies.reduce((sum, { requests }) => sum + requests, 0)]).toEqual([1, 1])
})

test('after a restart the recent usage of a key includes the calls before the restart', async () => {
  {
    await using meter = new UsageMeter(ctx)
    meter.note(call('kept'))
    await recentUsage.ask(ctx, 'kept')
    meter.note(refused('kept', 'last'))
  }
  expect(await recentUsage.ask(ctx, 'kept')).toBeNull()
  await using _meter = new UsageMeter(ctx)
  expect(await read('kept')).toEqual({ requests: 2, failed: ['last'] })
})

test('in an installation with several gateways, recent usage is never read from the memory of a gateway', async () => {
  const own = { ...ctx, kept: new Map(), settings: { ...ctx.settings, gateways: 2 } }
  await using _meter = new UsageMeter(own)
  expect(await recentUsage.ask(own, 'a')).toBeNull()
})

test('the recent usage of a key leaves memory after ten minutes without a read, or when it exceeds 2,000 rows', async () => {
  let loads = 0
  const recent = new RecentUsage(async (_, from, keep) => {
    loads += 1
    return keep({ from, tallies: [], failures: [] })
  })
  const tally = { keyId: 'a', status: 200, reason: '', requests: 1, uncounted: 0, bytes: 0 }
  const now = ctx.clock.now()
  await recent.read('a', now)
  recent.dropUnread(now + 9 * minuteMs)
  await recent.read('a', now + 9 * minuteMs)
  recent.dropUnread(now + 18 * minuteMs)
  await recent.read('a', now)
  expect(loads).toBe(1)
  recent.dropUnread(now + 11 * minuteMs)
  await recent.read('a', now)
  expect(loads).toBe(2)
  for (let n = 0; n < 2_001; n += 1) recent.note({ ...tally, t: now, call: `call ${n}` }, null)
  await recent.read('a', now)
  expect(loads).toBe(3)
})

test('calls made while the column store fails are kept, up to a limit, and written once the store works again', async () => {
  let [fails, rows] = [true, 0]
  const logged: unknown[] = []
  const log = { ...ctx.log, warn: (_: string, fields?: object) => void logged.push(fields) }
  const insert = async (_: string, written: readonly object[]) => {
    if (fails) throw new Error('no store')
    rows += written.length
  }
  const failing = { ...ctx, kept: new Map(), log, clickhouse: { ...ctx.clickhouse, insert } }
  await using meter = new UsageMeter(failing)
  for (let second = 0; second < 11; second += 1) {
    for (let n = 0; n < 10_000; n += 1) meter.note({ ...call('demo'), call: `${second} ${n}` })
    await ctx.clock.advance(1_000)
  }
  expect(logged.at(-1)).toMatchObject({ kept: 100_000, dropped: 10_000 })
  fails = false
  await ctx.clock.advance(1_000)
  expect(rows).toBe(100_000)
})
