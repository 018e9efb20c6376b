import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { readTicks, recordTicks } from './ticks.ts'

test('simulated ticks expire after a month, and ticks from an exchange are kept', async () => {
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

test('more ticks than fit into one block are stored unchanged, and storing them again changes nothing', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const first = Date.UTC(2026, 10, 2)
  const ticks = Array.from({ length: 100_001 }, (_, at) => ({
    ...{ instrumentId: 4_000_000_000 + (at % 2), time: first + at, seq: 2 ** 32 - 1 - at, price: -37.63 - at / 3 },
    ...{ volume: at / 7, side: 2 as const, bid: 0.1 + 0.2, ask: 1e-10, source: 'exchange' as const },
  }))
  await recordTicks(ctx, ticks)
  await recordTicks(ctx, ticks)
  for (const at of [0, 4_095, 4_096, 100_000]) {
    const { instrumentId, ...tick } = ticks[at] as (typeof ticks)[number]
    expect(await readTicks(ctx, instrumentId, { from: tick.time, to: tick.time, limit: 10 })).toEqual([tick])
  }
  const [all] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM ticks FINAL')
  expect(Number(all?.n)).toBe(ticks.length)
})
