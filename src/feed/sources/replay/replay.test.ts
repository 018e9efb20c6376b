import { expect, test } from 'vitest'
import type { MarketEvent, TickEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { marketTape } from '#src/market/tape.ts'
import { type RecordedTick, readTicks, recordTicks } from '#src/market/ticks/ticks.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Platform } from '#src/platform/platform.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Recorder } from '../../recorder.ts'
import { replayInstrument, replayTicks } from './replay.ts'

const first = Date.parse('2013-10-07T13:30:00Z')
const prices = [13.9, 13.91, 13.89]

async function imported(ctx: Platform, times = prices.map((_, at) => first + at * 60_000)) {
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'BAC' })
  if (!instrument) throw new Error('BAC is in the catalogue')
  const ticks = times.map((time, at): RecordedTick => {
    const price = prices[at % prices.length] ?? 0
    const values = { price, volume: 100, side: 0 as const, bid: 0, ask: 0, source: 'import' as const }
    return { instrumentId: instrument.id, time, seq: at, ...values }
  })
  await recordTicks(ctx, ticks)
  return instrument
}

async function played(ctx: Platform, stop: AbortController): Promise<MarketEvent[]> {
  const events: MarketEvent[] = []
  for await (const batch of marketTape(ctx).follow('stock', 'oldest', stop.signal)) {
    if (batch.kind === 'gap') continue
    for (const { event } of batch.entries) events.push(event)
    if (events.filter(({ type }) => type === 'tick').length === prices.length) break
  }
  return events
}

test('imported ticks are replayed in order and at the requested speed, with current times', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  const instrument = await imported(ctx)
  const before = Date.now()
  const stop = new AbortController()
  const options = { from: first, to: first + 3_600_000, speed: 6_000, signal: stop.signal }
  const as = await replayInstrument(ctx, instrument)
  expect(await replayTicks(ctx, instrument, as, options)).toBe(3)
  const events = await played(ctx, stop)
  const ticks = events.filter((event): event is TickEvent => event.type === 'tick')
  expect(ticks.map((tick) => tick.price)).toEqual(prices)
  expect((ticks[2]?.time ?? 0) - (ticks[0]?.time ?? 0)).toBe(20)
  expect(ticks[0]?.time ?? 0).toBeGreaterThanOrEqual(before)
})

test('a replay includes every tick, even if ticks of the same millisecond are on two pages', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  const times = Array.from({ length: 5_001 }, (_, at) => first + Math.floor(at / 3))
  const instrument = await imported(ctx, times)
  const options = { from: first, to: first + 3_600_000, speed: 10_000, signal: new AbortController().signal }
  expect(await replayTicks(ctx, instrument, await replayInstrument(ctx, instrument), options)).toBe(times.length)
})

test('a replay is a separate series with bars up to its end, and does not change the real instrument', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  const instrument = await imported(ctx)
  const recorder = new Recorder(ctx)
  await recorder.start()
  const stop = new AbortController()
  const as = await replayInstrument(ctx, instrument)
  expect((await replayInstrument(ctx, instrument)).id).toBe(as.id)
  await replayTicks(ctx, instrument, as, { from: first, to: first + 3_600_000, speed: 6_000, signal: stop.signal })
  const events = await played(ctx, stop)
  expect([...new Set(events.map(({ key }) => key))]).toEqual(['stock:BAC.REPLAY$US'])
  await recorder[Symbol.asyncDispose]()
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100 }
  expect((await readTicks(ctx, as.id, all)).map(({ price, source }) => [price, source])).toEqual(
    prices.map((price) => [price, 'replay']),
  )
  expect((await readTicks(ctx, instrument.id, all)).every(({ source }) => source === 'import')).toBe(true)
  const minutes = { interval: '1m', limit: 10, order: 'newest' } as const
  const bars = await readBars(ctx, { instrument: as, ...minutes })
  expect(bars.reduce((sum, { volume }) => sum + volume, 0)).toBe(300)
  expect(await readBars(ctx, { instrument, ...minutes })).toEqual([])
  expect(await findInstrument(ctx, { class: 'stock', code: 'BAC' })).toMatchObject({ id: instrument.id })
})
