import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '#sdk/typescript/client.ts'
import { demoKey } from '#src/contract/site.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { LockedPrices } from './beside.ts'
import { GatewaySource } from './gateway-source.ts'

const days = ['1970-01-05', '1970-01-06', '1970-01-07', '1973-03-05'].map((date) => Date.parse(date))
let ctx: TestPlatform
let rest: TestRest

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-08T03:00:00Z' })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!apple) throw new Error('AAPL is in the catalogue')
  const price = { open: 10, high: 12, low: 9, close: 10, volume: 5, turnover: 0, source: 'import' as const }
  const bars = days.map((time, at) => ({ ...price, time, close: 10 + at, instrumentId: apple.id }))
  await recordBars(
    ctx,
    bars.map((bar) => ({ ...bar, interval: '1d' as const })),
  )
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

test('the chart can load bars of January 1970, whose times in ms are small numbers', async () => {
  using source = new GatewaySource({ apiUrl: rest.url, key: demoKey, counted: 'calls' }, 'en-US')
  const instrument = await source.instrument('NASDAQ:AAPL')
  const [first = 0, second = 0, third = 0] = days
  const times = async (wanted: { before?: number; from?: number }) => {
    const { bars } = await source.bars(instrument, '1d', { limit: 2, adjust: 'none', ...wanted })
    return bars.map(({ t }) => t)
  }
  expect(await times({ before: third })).toEqual([first, second])
  expect(await times({ from: second })).toEqual([second, third])
  expect(await source.balance(instrument, '1d', { adjust: 'none', at: third })).toBe(10)
})

test('the chart still gets bars while many requests for other data wait for the minute limit', async () => {
  using source = new GatewaySource({ apiUrl: rest.url, key: demoKey, counted: 'calls' }, 'en-US')
  const instrument = await source.instrument('NASDAQ:AAPL')
  const stop = new AbortController()
  // The demo key allows fewer than 40 requests in a minute.
  const books = Array.from({ length: 40 }, () =>
    source.book(instrument, stop.signal).then(
      () => 'read',
      () => 'waits',
    ),
  )
  const bars = () => source.bars(instrument, '1d', { limit: 1, adjust: 'none' })
  for (let at = 0; at < 5; at += 1) expect((await bars()).bars).toHaveLength(1)
  stop.abort()
  const states = await Promise.all(books)
  expect(states).toContain('read')
  expect(states).toContain('waits')
})

test('the chart does not request prices outside the plan, and names a plan that includes them', async () => {
  let calls = 0
  const key = async () => {
    calls += 1
    return demoKey
  }
  using source = new GatewaySource({ apiUrl: rest.url, key, counted: 'calls' }, 'en-US')
  const instrument = await source.instrument('NASDAQ:MSFT')
  expect(instrument.locked).toEqual({ plan: 'Integrated · Free' })
  await expect(source.bars(instrument, '1d', { limit: 1, adjust: 'none' })).rejects.toMatchObject(
    instrument.locked ?? {},
  )
  await expect(source.book(instrument)).rejects.toBeInstanceOf(LockedPrices)
  await expect(source.trades(instrument, 5)).rejects.toBeInstanceOf(LockedPrices)
  expect((await source.quotes([instrument])).get('NASDAQ:MSFT')).toEqual({ state: 'locked', plan: 'Integrated · Free' })
  source.watch(instrument, { quote: () => {} })()
  expect(calls).toBe(1)
})

test('the SDK accepts times as dates, numbers and texts, even times in 1970', async () => {
  using market = new Client({ apiUrl: rest.url, key: demoKey })
  const symbol = { class: 'stock', region: 'US', code: 'AAPL' } as const
  const times = async (query: { from: number | string | Date; to: number | string | Date }) =>
    (await market.rest.kline({ ...symbol, interval: '1d', ...query })).data.map(({ t }) => t)
  expect(await times({ from: new Date(days[0] ?? 0), to: new Date(days[1] ?? 0) })).toEqual(days.slice(0, 2))
  expect(await times({ from: (days[0] ?? 0) / 1_000, to: (days[1] ?? 0) / 1_000 })).toEqual(days.slice(0, 2))
  expect(await times({ from: 19700106, to: days[3] ?? 0 })).toEqual(days.slice(1))
  expect(await times({ from: '19700106', to: '1970-01-07' })).toEqual(days.slice(1, 3))
})
