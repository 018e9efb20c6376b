import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DepthEvent, MarketEvent } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { readBars } from '#src/market/history/history.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { nameGap, readFollowed } from '#src/market/sources/followed.ts'
import { marketTape } from '#src/market/tape.ts'
import { systemClock } from '#src/platform/clock.ts'
import { logTo } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { type RelayProvider, relayProvider } from '#test/fixtures/relay-provider.ts'
import { publishEvents } from '#test/fixtures/stream.ts'
import type { TamperedGateway } from '#test/fixtures/tampered-gateway.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { Following } from '../following.ts'
import { PushedSource } from '../pushed/pushed-source.ts'
import { RelaySource } from './relay-source.ts'

const patience = { holdMs: 8_000, retryMs: 50, pingMs: 100, settleMs: 200 }
const soon = { timeout: 15_000, interval: 50 }
const waits = { firstMs: 50, maxMs: 200, refusedMs: 300 }
const [coin, other] = ['crypto:NEWUSD$BA', 'crypto:OLDUSD$BA']

const warnings: string[] = []
let provider: RelayProvider
let here: Platform & AsyncDisposable
let gateway: TamperedGateway
let pushed: PushedSource
let sent = 0

beforeAll(async () => {
  provider = await relayProvider(['KRAKEN:NEWUSD', 'OKX:OLDUSD', 'OKX:LATEUSD'])
  gateway = provider.gateway
  const log = logTo(({ message }) => warnings.push(message), 'warn')
  here = { ...(await testPlatform({ clickhouse: true })), clock: systemClock, tape: new MemoryTape(systemClock), log }
  pushed = await PushedSource.open(here)
})
afterAll(async () => {
  await pushed[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Publishes trades whose volume is their number. */
async function trade(count = 1, name = coin): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    sent += 1
    const event = { type: 'tick', key: name, time: Date.now(), price: 100, volume: sent, side: 2, session: 0 } as const
    await publishEvents(provider.ctx, { ...event, source: 'exchange' })
  }
}

const follow = ({ key = provider.key, ...more }: { key?: string; silenceMs?: number } = {}) =>
  Following.open(
    here,
    new RelaySource({ url: gateway.url, key, symbols: [coin, other, 'crypto:NOPE$BA'] }, { ...patience, ...more }),
    null,
    waits,
  )

/** All events that customers of the relaying installation could have read so far. */
async function published(): Promise<MarketEvent[]> {
  const { newest } = await here.tape.bounds('crypto')
  const found: MarketEvent[] = []
  if (newest === null) return found
  const stop = new AbortController()
  for await (const batch of marketTape(here).follow('crypto', 'oldest', stop.signal)) {
    if (batch.kind === 'gap') throw new Error('the reader is behind')
    for (const { event } of batch.entries) found.push(event)
    if (batch.entries.some(({ offset }) => offset === newest)) stop.abort()
  }
  return found
}

/** Waits until every trade is published once. A gap is noted as filled after its trades were published. */
async function allOnce(): Promise<void> {
  await vi.waitFor(async () => {
    const ticks = (await published()).filter((event) => event.type === 'tick')
    const volumes = ticks.map(({ volume }) => volume).sort((a, b) => a - b)
    expect(volumes).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
  }, soon)
  await becomes({ openGaps: 0 })
}

const sourceStatus = async () => (await readFollowed(here)).find(({ source }) => source === 'relay')
const becomes = (wanted: object) => vi.waitFor(async () => expect(await sourceStatus()).toMatchObject(wanted), soon)
/** Publishes a trade, and resolves when the connection has received its frame. */
async function passed(frames: readonly string[]): Promise<void> {
  const { length } = frames
  await trade()
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(length), soon)
}

test('a relay publishes every trade of the provider once despite disconnects, and records its gaps', async () => {
  {
    await using _following = await follow()
    await becomes({ state: 'live' })
    expect((await sourceStatus())?.note).toBe('unknown_symbol crypto:NOPE$BA')
    await trade(3)
    await trade(2, other)
    await allOnce()

    gateway.drop()
    await trade(4)
    await allOnce()

    // Frames are repeated, out of order, or lost.
    gateway.tamper = (frame) => [frame, frame]
    await trade(2)
    await allOnce()
    const late: string[] = []
    gateway.tamper = (frame) => {
      if (!frame.includes('"tick"')) return [frame]
      late.push(frame)
      return late.length < 2 ? [] : late.toReversed()
    }
    await passed(late)
    await passed(late)
    const lost: string[] = []
    gateway.tamper = (frame) => {
      if (!frame.includes('"tick"')) return [frame]
      lost.push(frame)
      return []
    }
    for (let at = 0; at < 3; at += 1) await passed(lost)
    gateway.tamper = (frame) => [frame]
    await trade()
    await allOnce()
    await becomes({ state: 'live', openGaps: 0, instruments: 2 })
    expect((await sourceStatus())?.gaps).toBeGreaterThanOrEqual(2)
  }
  expect(await sourceStatus()).toMatchObject({ state: 'stopped' })

  // The next process continues where the ended process stopped.
  await trade(5)
  await using _next = await follow()
  await trade(2)
  await allOnce()
  const list = await tapewire(here as never, 'source', 'list')
  expect(list).toMatch(/follows relay {2}live .* 2 instruments {2}\d+ gaps in 24 hours, 0 open/)
}, 40_000)

test('a silent connection is closed, and the next connection publishes the trades missed in between', async () => {
  await using _following = await follow({ silenceMs: 600 })
  await becomes({ state: 'live' })
  const { connections } = gateway
  gateway.isSilent = true
  await trade(3)
  await vi.waitFor(() => expect(gateway.connections).toBeGreaterThan(connections), soon)
  gateway.isSilent = false
  gateway.drop()
  await allOnce()
}, 30_000)

test('a relayed instrument has the exchange, price step and currency of the provider, and the same order book', async () => {
  const found = await findInstrument(here, { class: 'crypto', code: 'NEWUSD' })
  expect(found).toMatchObject({ exchange: 'KRAKEN', priceStep: 0.001, names: { en: 'New Coin' }, currency: 'USD' })
  await using _following = await follow()
  await becomes({ state: 'live' })
  const level = (price: number) => ({ price, volume: 2, orders: 1 })
  const book: DepthEvent = {
    ...{ type: 'depth', key: coin, time: Date.now(), source: 'exchange' },
    ...{ asks: [level(101), level(102)], bids: [level(99)] },
  }
  await publishEvents(provider.ctx, book)
  await vi.waitFor(async () => {
    const depth = (await published()).findLast((event) => event.type === 'depth' && event.key === coin)
    expect(depth).toMatchObject({ asks: book.asks, bids: book.bids, source: 'push' })
  }, soon)
})

test('an invalid frame ends only the connection, and missed trades are published once REST works again', async () => {
  await using _following = await follow()
  await becomes({ state: 'live' })
  gateway.tamper = () => ['null', '{"code":1,"data":{"seq":"x"', '[[]]']
  await trade(2)
  await sleep(100)
  gateway.isRestDown = true
  gateway.tamper = (frame) => (frame.includes('"tick"') ? [] : [frame])
  await trade(2)
  await sleep(100)
  gateway.tamper = (frame) => [frame]
  await trade()
  await sleep(300)
  gateway.isRestDown = false
  await allOnce()
}, 30_000)

test('late trades of a gap are published once, even if the bars of the gap cannot be read at first', async () => {
  await using _following = await follow()
  await becomes({ state: 'live' })
  const lost: string[] = []
  gateway.absentCall = '/trades'
  gateway.tamper = (frame) => {
    if (!frame.includes('"tick"')) return [frame]
    lost.push(frame)
    return []
  }
  await passed(lost)
  await passed(lost)
  gateway.tamper = (frame) => [frame]
  await trade()
  await becomes({ openGaps: 1 })
  await vi.waitFor(() => expect(warnings).toContain('gaps of the relay could not be filled'), soon)
  await provider.recorded()
  gateway.absentCall = '/kline'
  await sleep(1_000)
  gateway.absentCall = null
  await allOnce()
}, 30_000)

test('an open gap of an earlier process is filled with bars of the provider as soon as REST works', async () => {
  const instrument = await findInstrument(here, { class: 'crypto', code: 'NEWUSD' })
  const theirs = await findInstrument(provider.ctx, { class: 'crypto', code: 'NEWUSD' })
  const minute = Date.now() - (Date.now() % minuteMs) - 30 * minuteMs
  const bar = { time: minute, open: 7, high: 9, low: 6, close: 8, volume: 3, turnover: 24, source: 'exchange' } as const
  await recordBars(provider.ctx, [{ ...bar, instrumentId: theirs?.id ?? 0, interval: '1m' }])
  await nameGap(here, 'relay', { key: coin, from: minute + 5, to: minute + 2_000 })
  expect(await sourceStatus()).toMatchObject({ openGaps: 1 })

  gateway.isRestDown = true
  await using _following = await follow()
  await sleep(500)
  expect(await sourceStatus()).toMatchObject({ openGaps: 1 })
  gateway.isRestDown = false
  await becomes({ openGaps: 0 })
  const bars = await here.clickhouse.query(
    `SELECT open, high, low, close, volume FROM bars FINAL WHERE instrument = ${instrument?.id} AND interval = 1 AND time = ${minute}`,
  )
  expect(bars).toEqual([{ open: 7, high: 9, low: 6, close: 8, volume: 3 }])
  await allOnce()
}, 30_000)

test('a relay publishes no trades of a long gap; bars of the provider fill the gap instead', async () => {
  const [known, lost]: [number, string[]] = [sent, []]
  let aheadMs = 0
  const ahead = { ...here, clock: { ...systemClock, now: () => Date.now() + aheadMs } }
  const long = { ...patience, tradesBackMs: minuteMs }
  const source = new RelaySource({ url: gateway.url, key: provider.key, symbols: [coin] }, long)
  await using _following = await Following.open(ahead, source, null, waits)
  await becomes({ state: 'live' })
  const volumes = async () =>
    (await published()).flatMap((event) => (event.type === 'tick' && event.volume > known ? [event.volume] : []))
  await trade()
  await expect.poll(volumes, soon).toEqual([known + 1])
  gateway.tamper = (frame) => {
    if (!frame.includes('"tick"')) return [frame]
    lost.push(frame)
    return []
  }
  await passed(lost)
  await passed(lost)
  await provider.recorded()
  gateway.tamper = (frame) => [frame]
  const { gaps = 0 } = (await sourceStatus()) ?? {}
  aheadMs = 2 * minuteMs
  await trade()
  await becomes({ gaps: gaps + 1, openGaps: 0 })
  expect(await volumes()).toEqual([known + 1, sent])
}, 30_000)

test('a relay with a wrong key is shown as refused, with the reason', async () => {
  await using _following = await follow({ key: 'tw_live_00000000000000000000000000000000000000' })
  await becomes({ state: 'refused' })
  expect((await sourceStatus())?.note).toMatch(/^key_/)
})

test('a relay is shown as refused if the provider knows none of its symbols', async () => {
  const symbols = ['crypto:NOPE$BA']
  const source = new RelaySource({ url: gateway.url, key: provider.key, symbols }, patience)
  await using _following = await Following.open(here, source, null, waits)
  await becomes({ state: 'refused', note: 'unknown_symbol crypto:NOPE$BA' })
})

test('a relay names the symbols that its plan with the provider does not include', async () => {
  const { secret } = await keyOnPlan(provider.ctx, 'stock-us-base', { expiresAt: Date.now() + dayMs })
  await using _following = await follow({ key: secret })
  await becomes({ state: 'refused', note: `not_in_plan ${coin}, not_in_plan ${other}, unknown_symbol crypto:NOPE$BA` })
})

test.each([
  ['a trade without a number', { type: 'tick', s: 'NEWUSD', seq: 'x' }],
  ['a book without levels', { type: 'depth', s: 'NEWUSD$10', seq: 2 ** 53 - 1 }],
])('%s ends only the connection, and the next connection is live', async (_name, event) => {
  await using _following = await follow()
  await becomes({ state: 'live' })
  const { connections } = gateway
  gateway.tamper = () => [JSON.stringify({ code: 1, data: { class: 'crypto', r: 'BA', ...event } })]
  await trade()
  await vi.waitFor(() => expect(gateway.connections).toBeGreaterThan(connections), soon)
  gateway.tamper = (frame) => [frame]
  await becomes({ state: 'live' })
})

test('history that the provider refused at the first start is imported later', async () => {
  const late = { class: 'crypto', code: 'LATEUSD' } as const
  const theirs = await findInstrument(provider.ctx, late)
  const time = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs
  const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 0, source: 'exchange' as const }
  await recordBars(provider.ctx, [{ ...bar, instrumentId: theirs?.id ?? 0, interval: '1d', time }])
  gateway.absentCall = '/kline'
  const source = new RelaySource({ url: gateway.url, key: provider.key, symbols: ['crypto:LATEUSD$BA'] }, patience)
  await using _following = await Following.open(here, source, null, waits)
  await becomes({ state: 'live', openGaps: 1 })
  gateway.absentCall = null
  await becomes({ openGaps: 0 })
  const instrument = await findInstrument(here, late)
  if (!instrument) throw new Error('no instrument')
  const days = await readBars(here, { instrument, interval: '1d', limit: 9, order: 'newest' })
  expect(days.map((day) => day.time)).toEqual([time])
})
