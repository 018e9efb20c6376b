import { expect, test } from 'vitest'
import type { TickEvent } from '#src/contract/market.ts'
import { findInstrument, installCatalogue } from '#src/market/instruments.ts'
import { recordTicks } from '#src/market/ticks.ts'
import { systemClock } from '#src/platform/clock.ts'
import { testPlatform } from '../../test/fixtures/platform.ts'
import { replayTicks } from './replay.ts'

test('imported ticks are played in order, at the speed asked for, told at the moment they are played', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'stock', code: 'BAC' })
  if (!instrument) throw new Error('BAC is in the catalogue')
  const first = Date.parse('2013-10-07T13:30:00Z')
  const prices = [13.9, 13.91, 13.89]
  await recordTicks(
    ctx,
    prices.map((price, at) => ({
      instrumentId: instrument.id,
      time: first + at * 60_000,
      seq: at,
      price,
      volume: 100,
      side: 0 as const,
      bid: 0,
      ask: 0,
      source: 'import' as const,
    })),
  )
  const before = Date.now()
  const stop = new AbortController()
  const options = { from: first, to: first + 3_600_000, speed: 6_000, signal: stop.signal }
  expect(await replayTicks(ctx, instrument, options)).toBe(3)
  const ticks: TickEvent[] = []
  for await (const batch of ctx.tape.follow('stock', 'oldest', stop.signal)) {
    if (batch.kind === 'gap') continue
    for (const { event } of batch.entries) if ((event as TickEvent).type === 'tick') ticks.push(event as TickEvent)
    if (ticks.length === 3) break
  }
  expect(ticks.map((tick) => tick.price)).toEqual(prices)
  expect((ticks[2]?.time ?? 0) - (ticks[0]?.time ?? 0)).toBe(20)
  expect(ticks[0]?.time ?? 0).toBeGreaterThanOrEqual(before)
})
