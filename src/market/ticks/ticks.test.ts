import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { readTicks, recordTicks } from './ticks.ts'

test('simulated ticks expire after a month, ticks of an exchange stay', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const now = Date.now()
  const old = now - 40 * 86_400_000
  const tick = { instrumentId: 1, seq: 0, price: 1, volume: 1, side: 0, bid: 0, ask: 0 } as const
  await recordTicks(ctx, [
    { ...tick, time: old, source: 'simulated' },
    { ...tick, time: old + 1, source: 'exchange' },
    { ...tick, time: now, source: 'simulated' },
  ])
  await ctx.clickhouse.command('SYSTEM START TTL MERGES')
  await ctx.clickhouse.command('OPTIMIZE TABLE ticks FINAL')
  const left = await readTicks(ctx, 1, { from: 0, to: now, limit: 10 })
  expect(left.map(({ time, source }) => [time, source])).toEqual([
    [old + 1, 'exchange'],
    [now, 'simulated'],
  ])
})
