import { expect, test } from 'vitest'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { HeldStatements } from '#test/fixtures/held-statements.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Board } from '../../board.ts'
import { Directory } from '../instruments/directory.ts'
import { Query } from '../wire/call.ts'
import { insidePlan, klineBars } from './kline.ts'
import { readKlineQuery } from './kline-query.ts'
import { Windows } from './windows.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

test('a response with more bars than the memory holds continues from the store, without a gap or a duplicate', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-08T03:00:00Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  if (!instrument) throw new Error('BTCUSD is in the catalogue')
  const last = day('2026-01-07')
  const days = Array.from({ length: 1_300 }, (_, back) => last - (1_299 - back) * 86_400_000)
  const price = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0, source: 'simulated' as const }
  await recordBars(
    ctx,
    days.map((time) => ({ ...price, instrumentId: instrument.id, interval: '1d' as const, time })),
  )
  await using directory = await Directory.open(ctx)
  const deps = { ctx, directory, windows: new Windows(ctx, new Board(), directory) }
  const read = (limit: number) =>
    klineBars(
      deps,
      { instrument, delayMs: 0, earliest: null },
      { interval: '1d', limit, from: undefined, to: undefined, order: 'newest', adjust: 'none' },
      ctx.clock.now(),
    )
  const many = await read(1_200)
  expect(many.bars.map(({ time }) => time)).toEqual(days.slice(-1_200))
  expect(many.beside.nextCursor).toBeDefined()
  const all = await read(5_000)
  expect(all.bars.map(({ time }) => time)).toEqual(days)
  expect(all.beside.nextCursor).toBeUndefined()
})

test('a page of bars has a cursor unless it contains all bars of the instrument', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-08T03:00:00Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  if (!instrument) throw new Error('BTCUSD is in the catalogue')
  const bar = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0, source: 'import' as const }
  const store = (last: string, length: number) =>
    recordBars(
      ctx,
      Array.from({ length }, (_, back) => ({
        ...{ ...bar, instrumentId: instrument.id, interval: '1d' as const },
        time: day(last) - back * 86_400_000,
      })),
    )
  await store('2026-01-07', 100)
  await using directory = await Directory.open(ctx)
  const read = async (limit: number) => {
    const deps = { ctx, directory, windows: new Windows(ctx, new Board(), directory) }
    const entitled = { instrument, delayMs: 0, earliest: null }
    const { bars, running, beside } = await klineBars(deps, entitled, { ...query, limit }, ctx.clock.now())
    return [bars.length + (running ? 1 : 0), beside.nextCursor !== undefined]
  }
  const query = { interval: '1d', from: undefined, to: undefined, order: 'newest', adjust: 'none' } as const
  expect(await read(100)).toEqual([100, false])
  expect(await read(99)).toEqual([99, true])
  // The last bar is running.
  await store('2026-01-08', 1_101)
  expect(await read(500)).toEqual([500, true])
  expect(await read(1_100)).toEqual([1_100, true])
})

test('a bar that is stored during the first read into memory is in the next response', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-08T03:00:00Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD', region: 'BA' })
  if (!instrument) throw new Error('BTCUSD is in the catalogue')
  const bar = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0, source: 'import' as const }
  const store = (time: number) =>
    recordBars(ctx, [{ ...bar, instrumentId: instrument.id, interval: '1d' as const, time }])
  const days = [day('2026-01-06'), day('2026-01-07')] as const
  await store(days[0])
  await using directory = await Directory.open(ctx)
  const statements = new HeldStatements(ctx)
  const windows = new Windows(statements.platform, new Board(), directory)
  statements.hold()
  const before = windows.latest(instrument, '1d', 100)
  await expect.poll(() => statements.statementCount).toBeGreaterThan(0)
  const { historyVersion } = directory
  await store(days[1])
  await announceHistory(ctx, instrument, '1d', { ...bar, time: days[1] })
  await expect.poll(() => directory.historyVersion).toBeGreaterThan(historyVersion)
  statements.release()
  await before
  expect((await windows.latest(instrument, '1d', 100)).bars.map(({ time }) => time)).toEqual(days)
})

test('a plan with limited history omits older bars with a warning, and refuses a range with only older bars', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-08T03:00:00Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!instrument) throw new Error('AAPL is in the catalogue')
  const price = { open: 10, high: 10, low: 10, close: 10, volume: 1, turnover: 0 }
  const kept = { ...price, source: 'simulated' as const, instrumentId: instrument.id, interval: '1d' as const }
  const days = ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07'].map(day)
  await recordBars(
    ctx,
    days.map((time) => ({ ...kept, time })),
  )
  await using directory = await Directory.open(ctx)
  const deps = { ctx, directory, windows: new Windows(ctx, new Board(), directory) }
  const entitled = { instrument, delayMs: 0, earliest: day('2026-01-06') }
  const read = (change: object) =>
    klineBars(
      deps,
      entitled,
      { interval: '1d', limit: 100, from: undefined, to: undefined, order: 'newest', adjust: 'none', ...change },
      ctx.clock.now(),
    )

  const newest = await read({})
  expect(newest.bars.map(({ time }) => time)).toEqual(days.slice(2))
  expect(newest.beside).toMatchObject({ warning: 'history_limit' })

  const page = await read({ limit: 1 })
  expect([page.bars.length, page.beside.warning, page.beside.nextCursor !== undefined]).toEqual([1, undefined, true])

  const older = await read({ to: day('2026-01-05') })
  expect([older.bars, older.beside.reason]).toEqual([[], 'not_in_plan'])
  expect(() => insidePlan(older.beside, { locale: 'en-US' })).toThrow(
    expect.objectContaining({ error: 'not_in_plan', detail: expect.objectContaining({ values: { plan: 'none' } }) }),
  )
  expect(() => insidePlan(newest.beside, { locale: 'en-US' })).not.toThrow()
})

test.each([
  ['interval=45m', '45m'],
  ['interval=12H', '12h'],
  ['interval=1q', '1Q'],
  ['interval=1Y', '1y'],
  ['interval=1M', '1M'],
  ['interval=1m', '1m'],
  ['kType=10', '1M'],
])('the query %s requests bars of the interval %s', (query, interval) => {
  expect(readKlineQuery(new Query(query)).interval).toBe(interval)
})

test.each(['kType=11', 'interval=7m', 'interval=2Q', 'interval=0d'])('the interval query %s is refused', (query) => {
  expect(() => readKlineQuery(new Query(query))).toThrow(expect.objectContaining({ error: 'invalid_interval' }))
})
