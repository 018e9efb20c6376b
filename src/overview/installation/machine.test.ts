import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { storeClocks } from '#src/platform/engines/store-clocks.ts'
import { clockLine } from './machine.ts'

test('the doctor names the largest clock offset of each store, and fails if one of them is over two seconds', async () => {
  const ctx = { clock: new ManualClock(), kept: new Map<string, unknown>() }
  const now = ctx.clock.now()
  const set = (postgres: number[], redis: number[] | null) => {
    const [ofPostgres, ofRedis] = [postgres, redis].map((offsets) => async () => {
      if (offsets === null) throw new Error('away')
      return offsets.map((ms) => now + ms)
    })
    storeClocks.set(ctx, { ...(ofPostgres && { PostgreSQL: ofPostgres }), ...(ofRedis && { Redis: ofRedis }) })
  }
  set([-20], [3, -7])
  expect(await clockLine(ctx)).toBe('the clock of PostgreSQL is 20 ms behind, the clock of Redis is 7 ms behind')
  set([0], [3, 2_000])
  expect(await clockLine(ctx)).toContain('the clock of Redis is 2000 ms ahead')
  set([0], [3, 2_001])
  await expect(clockLine(ctx)).rejects.toThrow('the clock of Redis is 2001 ms ahead. Set all clocks by NTP')
  set([0], null)
  expect(await clockLine(ctx)).toBe('the clock of PostgreSQL is 0 ms ahead')
})
