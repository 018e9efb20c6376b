import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { every } from '#src/platform/loop.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { fillGaps } from './fill-gaps.ts'

test('gaps are tried again after growing pauses, and after the usual pause as soon as one gap is filled', async () => {
  const ctx = { clock: new ManualClock(), log: silentLog, random: { ...cryptoRandom, int: () => 0 } }
  const begun = ctx.clock.now()
  const tries: number[] = []
  let results = [false, false]
  const settle = async () => {
    tries.push((ctx.clock.now() - begun) / 1_000)
    return results
  }
  const lines = new Map([
    ['idle', { settle: async () => [] }],
    ['failing', { settle }],
  ])
  await using _filling = every(ctx, { everyMs: 2_000, waitFirst: true, failed: '' }, (signal) =>
    fillGaps(ctx, { signal, firstMs: 2_000, failed: '' }, lines),
  )
  await new Promise(setImmediate)
  await ctx.clock.advance(190_000)
  results = [false, true]
  await ctx.clock.advance(60_000)
  expect(tries).toEqual([2, 4, 8, 16, 32, 64, 124, 184, 244, 246, 248, 250])
})
