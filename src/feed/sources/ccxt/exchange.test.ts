import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MarketEvent, TickEvent } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { Kraken } from '#test/fixtures/kraken.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { Recorder } from '../../recorder.ts'
import { Following } from '../following.ts'
import { PushedSource } from '../pushed/pushed-source.ts'
import { type VendorPatience, VendorSource } from '../vendor/vendor-source.ts'
import { Exchange } from './exchange.ts'

const minute = 60_000
const hour = 60 * minute
const soon = { timeout: 15_000 }
const eager = { retryMs: 20, settleMs: 50, pingMs: 50 }
const waits = { firstMs: 20, maxMs: 100 }
let platform: TestPlatform
let ctx: Platform
let kraken: Kraken
let bitcoin: Instrument
let aheadMs = 0

beforeEach(async () => {
  platform = await testPlatform({ clickhouse: true })
  aheadMs = 0
  ctx = { ...platform, clock: { ...systemClock, now: () => Date.now() + aheadMs } }
  await installCatalogue(ctx)
  kraken = await Kraken.open()
  const found = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  if (!found) throw new Error('BTCUSD is in the catalogue')
  bitcoin = found
})
afterEach(async () => {
  await kraken[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

async function follow(patience: Partial<VendorPatience> = {}): Promise<AsyncDisposable> {
  const options = { id: 'kraken', symbols: ['BTC/USD'], config: kraken.config, beatMs: 20 }
  const source = new VendorSource(await Exchange.open(ctx, options), [], { ...eager, ...patience })
  const stack = new AsyncDisposableStack()
  stack.use(await PushedSource.open(ctx))
  stack.use(await Following.open(ctx, source, null, waits))
  return stack
}

async function tapeUntil(isEnough: (events: MarketEvent[]) => boolean): Promise<MarketEvent[]> {
  const events: MarketEvent[] = []
  for await (const batch of marketTape(ctx).follow('crypto', 'oldest', AbortSignal.timeout(20_000))) {
    if (batch.kind === 'gap') continue
    events.push(...batch.entries.map(({ event }) => event))
    if (isEnough(events)) return events
  }
  throw new Error(`the tape ended with ${pricesOf(events).join(', ')}`)
}

const pricesOf = (events: MarketEvent[]) =>
  events.filter((event): event is TickEvent => event.type === 'tick').map(({ price }) => price)
const holds = (price: number) => (events: MarketEvent[]) => pricesOf(events).includes(price)

/**
 * Makes a trade that REST lacks, and resolves when it is on the tape. Then the line is live and has ended its requests
 * for missed trades.
 */
async function isLive(price: number): Promise<void> {
  kraken.isRestLate = true
  kraken.deal(price)
  await tapeUntil(holds(price))
  kraken.isRestLate = false
}

/** Sets the clocks of product and exchange to the beginning of a minute, so that the test ends in the same minute. */
function beginMinute(): number {
  aheadMs = minute - (Date.now() % minute)
  kraken.now = ctx.clock.now
  return Math.floor(ctx.clock.now() / minute) * minute
}

test('trades, books, history and the current day of an exchange are published under our own instrument code', async () => {
  const thisMinute = beginMinute()
  const today = Math.floor(thisMinute / dayMs) * dayMs
  kraken.candles.set(1440, [
    [today - dayMs, 90, 99, 80, 95, 10],
    [today, 95, 120, 94, 101, 50],
  ])
  kraken.candles.set(1, [
    [thisMinute - 2 * minute, 99, 100, 98, 99, 2],
    [thisMinute - minute, 99, 102, 99, 101, 3],
    [thisMinute, 101, 101, 101, 101, 1],
  ])
  await using _source = await follow()
  await expect.poll(() => kraken.restCalls, soon).toContain('Trades')
  await isLive(110)
  kraken.book(
    [
      [109, 1],
      [108, 2],
    ],
    [
      [111, 3],
      [112, 4],
    ],
  )
  const events = await tapeUntil((all) => all.some(({ type }) => type === 'depth'))
  expect(events.find(({ type }) => type === 'tick')).toMatchObject({
    key: 'crypto:BTCUSD$BA',
    price: 110,
    volume: 1,
    side: 1,
    source: 'exchange',
  })
  expect(events.findLast(({ type }) => type === 'quote')).toMatchObject({
    previousClose: 95,
    open: 95,
    high: 120,
    low: 94,
    last: 110,
    volume: 51,
    turnover: 0,
    change: 15,
  })
  expect(events.find(({ type }) => type === 'depth')).toMatchObject({
    bids: [
      { price: 109, volume: 1 },
      { price: 108, volume: 2 },
    ],
    asks: [
      { price: 111, volume: 3 },
      { price: 112, volume: 4 },
    ],
  })
  const days = await readBars(ctx, { instrument: bitcoin, interval: '1d', limit: 1, order: 'oldest' })
  expect(days).toMatchObject([{ time: today - dayMs, close: 95, source: 'exchange' }])
  const minutes = await readBars(ctx, { instrument: bitcoin, interval: '1m', limit: 10, order: 'newest' })
  expect(minutes.map(({ close }) => close)).toEqual([99, 101])
})

test('when an exchange returns few minute bars, the current day is built from hourly bars', async () => {
  const thisMinute = beginMinute()
  const lastHour = Math.floor(thisMinute / hour) * hour - hour
  const day = Math.floor(lastHour / dayMs) * dayMs
  const hours = Array.from({ length: (lastHour - day) / hour + 1 }, (_, at) => day + at * hour)
  kraken.candles.set(
    60,
    hours.map((time, at) => [time, 90 + at, 200, 80, 91 + at, 10]),
  )
  kraken.candles.set(1, [[thisMinute - minute, 99, 102, 99, 101, 3]])
  await using _source = await follow()
  await isLive(110)
  const newest = await readBars(ctx, { instrument: bitcoin, interval: '1h', to: lastHour, limit: 1, order: 'newest' })
  expect(newest).toMatchObject([{ time: lastHour, high: 200, volume: 10, source: 'exchange' }])
  const days = await readBars(ctx, { instrument: bitcoin, interval: '1d', to: day, limit: 1, order: 'newest' })
  expect(days).toMatchObject([{ time: day, open: 90, high: 200, low: 80 }])
  expect(days[0]?.volume).toBeGreaterThanOrEqual(hours.length * 10)
})

test('days of an exchange that end at another hour than 00:00 UTC are left out', async () => {
  const today = Math.floor(beginMinute() / dayMs) * dayMs
  kraken.candles.set(1440, [
    [today - 32 * hour, 90, 99, 80, 95, 10],
    [today - 8 * hour, 95, 120, 94, 101, 50],
  ])
  await using _source = await follow()
  await isLive(110)
  expect(await readBars(ctx, { instrument: bitcoin, interval: '1d', limit: 5, order: 'oldest' })).toEqual([])
  const events = await tapeUntil((all) => all.some(({ type }) => type === 'quote'))
  expect(events.find(({ type }) => type === 'quote')).toMatchObject({ previousClose: 110, high: 110 })
})

test('after each disconnect, REST requests fill the gap with each missed trade once and in order', async () => {
  await using _source = await follow()
  await isLive(1)
  kraken.drop()
  for (let price = 2; price <= 9; price += 1) kraken.deal(price)
  await isLive(10)
  kraken.drop()
  kraken.deal(11)
  await isLive(12)
  expect(pricesOf(await tapeUntil(holds(12)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  await expect.poll(() => kraken.connections, soon).toBeGreaterThanOrEqual(3)
  expect(await ctx.metrics.text()).toMatch(/tapewire_source_ends_total\{source="kraken"\} [2-9]/)
})

test('after a reconnect, an exchange goes live within ten REST requests, even if new trades arrive during each request', async () => {
  await using _source = await follow()
  await isLive(1)
  kraken.isBusy = true
  kraken.restCalls = []
  kraken.drop()
  kraken.deal(2)
  await tapeUntil(holds(3))
  const last = (kraken.deals.at(-1)?.price ?? 0) + 1
  await isLive(last)
  expect(kraken.restCalls.filter((call) => call === 'Trades').length).toBeLessThan(10)
  expect(pricesOf(await tapeUntil(holds(last)))).toEqual(kraken.deals.map(({ price }) => price))
})

test('while failed REST requests for missed trades are retried, live trades are held back', async () => {
  await using _source = await follow()
  await isLive(1)
  kraken.restFaults.push('html', 'unavailable', 'limit')
  kraken.drop()
  kraken.deal(2)
  await isLive(3)
  expect(pricesOf(await tapeUntil(holds(3)))).toEqual([1, 2, 3])
  expect(kraken.restFaults).toEqual([])
  expect(await ctx.metrics.text()).toContain('tapewire_source_request_errors_total{source="kraken"} 3')
})

test('if REST stays down, live trades are published after the configured wait, and bars of the exchange fill the gap later', async () => {
  await using _source = await follow({ holdMs: 150 })
  await isLive(1)
  kraken.isRestDown = true
  kraken.drop()
  const missedAt = kraken.deals[0]?.time ?? 0
  for (const price of [2, 3, 4]) kraken.deal(price)
  await expect.poll(() => kraken.connections, soon).toBeGreaterThan(1)
  await isLive(5)
  // A subscription begins with the last trades, so earlier trades were missed.
  const prices = pricesOf(await tapeUntil(holds(5)))
  expect(prices).toEqual([1, 2, 3, 4, 5].filter((price) => prices.includes(price)))
  expect(prices).not.toContain(2)
  const hole = Math.floor(missedAt / minute) * minute
  kraken.candles.set(1, [[hole, 1, 2, 1, 2, 7]])
  kraken.isRestDown = false
  aheadMs = 3 * minute
  const range = { instrument: bitcoin, interval: '1m', from: hole, to: hole, limit: 1, order: 'oldest' } as const
  await expect.poll(() => readBars(ctx, range), soon).toMatchObject([{ close: 2, volume: 7 }])
})

test('after bars have filled a gap, the figures of the day equal the figures of the exchange', async () => {
  await using _source = await follow({ holdMs: 150, barsMs: 0 })
  await isLive(1)
  kraken.isRestDown = true
  kraken.drop()
  await expect.poll(() => kraken.connections, soon).toBeGreaterThan(1)
  await isLive(5)
  aheadMs = 3 * minute
  const today = Math.floor(ctx.clock.now() / dayMs) * dayMs
  kraken.candles.set(1440, [[today, 1, 40, 1, 5, 70]])
  kraken.isRestDown = false
  await tapeUntil((events) =>
    events.some((event) => event.type === 'quote' && event.high === 40 && event.volume === 70),
  )
})

test('a silent connection is dropped, and the next connection publishes the trades missed in between', async () => {
  await using _source = await follow({ silenceMs: 200 })
  await isLive(1)
  const { connections } = kraken
  kraken.isSilent = true
  kraken.deal(2)
  await expect.poll(() => kraken.connections, soon).toBeGreaterThan(connections)
  kraken.isSilent = false
  await isLive(3)
  expect(pricesOf(await tapeUntil(holds(3)))).toEqual([1, 2, 3])
})

test('invalid frames are dropped and counted, and the valid trades before and after them are published', async () => {
  await using _source = await follow()
  await isLive(1)
  const trade = { symbol: 'BTC/USD', side: 'buy', price: 5, qty: 1, trade_id: 900, timestamp: new Date().toISOString() }
  const say = (change: object) =>
    kraken.say('trade', { channel: 'trade', type: 'update', data: [{ ...trade, ...change }] })
  kraken.say('trade', 'not JSON at all')
  kraken.say('trade', '[]')
  say({ trade_id: 901, price: -5 })
  say({ trade_id: 902, qty: -1 })
  say({ trade_id: 903, qty: null })
  say({ trade_id: 904, timestamp: '2262-04-11T23:47:16Z' })
  say({ trade_id: 905, symbol: 'NO/SUCH' })
  kraken.book([[10, 1]], [[9, 1]])
  await isLive(2)
  const events = await tapeUntil(holds(2))
  expect(pricesOf(events)).toEqual([1, 2])
  expect(events.some(({ type }) => type === 'depth')).toBe(false)
  for (const reason of ['negative_price', 'negative_volume', 'not_a_number', 'time_in_future'])
    expect(await ctx.metrics.text()).toContain(`reason="${reason}"`)
})

test('a source that is started again continues after the last stored trade', async () => {
  const recorder = new Recorder(ctx)
  await recorder.start()
  {
    await using _source = await follow()
    await isLive(1)
    await isLive(2)
    await recorder.drain()
  }
  kraken.deal(3)
  await using _again = await follow()
  await isLive(4)
  expect(pricesOf(await tapeUntil(holds(4)))).toEqual([1, 2, 3, 4])
  await recorder[Symbol.asyncDispose]()
})

test('a new source does not repeat trades that are on the tape but not yet in history', async () => {
  {
    await using _first = await follow()
    await isLive(1)
    await isLive(2)
  }
  kraken.deal(3)
  await using _second = await follow()
  await isLive(4)
  expect(pricesOf(await tapeUntil(holds(4)))).toEqual([1, 2, 3, 4])
})

test('after the loss of the tape, the next source continues after the newest trade in history', async () => {
  {
    const recorder = new Recorder(ctx)
    await recorder.start()
    await using _first = await follow()
    await isLive(1)
    await isLive(2)
    await recorder[Symbol.asyncDispose]()
    kraken.deal(3)
    await tapeUntil(holds(3))
  }
  kraken.deal(4)
  ctx = { ...ctx, tape: new MemoryTape(systemClock) }
  await using _second = await follow()
  await isLive(5)
  expect(pricesOf(await tapeUntil(holds(5)))).toEqual([3, 4, 5])
})

test('if missed trades arrive after their minute has ended, the bar of the exchange replaces the minute bar', async () => {
  await using _source = await follow({ lagMs: 50 })
  await isLive(1)
  const missed = Math.floor((kraken.deals[0]?.time ?? 0) / minute) * minute
  kraken.candles.set(1, [[missed, 1, 9, 1, 2, 7]])
  aheadMs = 3 * minute
  kraken.drop()
  kraken.deal(2)
  const range = { instrument: bitcoin, interval: '1m', from: missed, to: missed, limit: 1, order: 'oldest' } as const
  await expect.poll(() => readBars(ctx, range), soon).toMatchObject([{ high: 9, volume: 7, source: 'exchange' }])
})

test('a new source publishes a missed trade, even if a newer trade was already published', async () => {
  {
    await using _first = await follow()
    await isLive(1)
    kraken.isSilent = true
    kraken.deal(2)
    kraken.isSilent = false
    await isLive(3)
  }
  await using _second = await follow()
  await isLive(4)
  expect(pricesOf(await tapeUntil(holds(4))).sort()).toEqual([1, 2, 3, 4])
})

test('trades between the last REST request and the subscription are fetched and published before later trades', async () => {
  kraken.isSubscribing = false
  await using _source = await follow()
  await expect.poll(() => kraken.restCalls.filter((call) => call === 'Trades').length, soon).toBeGreaterThan(0)
  await sleep(50)
  for (const price of [1, 2, 3, 4]) kraken.deal(price)
  kraken.isSubscribing = true
  await isLive(5)
  expect(pricesOf(await tapeUntil(holds(5)))).toEqual([1, 2, 3, 4, 5])
})

test('following an unknown exchange is refused with the reason', async () => {
  const start = Exchange.open(ctx, { id: 'krakn', symbols: ['BTC/USD'] })
  await expect(start).rejects.toThrow('EXCHANGE is "krakn", which is not an exchange that can be followed live.')
})
