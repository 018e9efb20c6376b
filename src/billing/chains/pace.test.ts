import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { paced } from './pace.ts'

async function pass(clock: ManualClock, ms: number): Promise<void> {
  await new Promise(setImmediate)
  await clock.advance(ms)
  await new Promise(setImmediate)
}

test('a node gets a limited number of calls per second, in the order in which the calls were made', async () => {
  const clock = new ManualClock()
  const calls: { at: number; method: string }[] = []
  const call = paced(async (method) => calls.push({ at: clock.now(), method }), 15, clock)
  const start = clock.now()
  const all = Array.from({ length: 40 }, (_, n) => call(`call ${n}`, []))
  await pass(clock, 400)
  expect(calls).toHaveLength(15)
  await pass(clock, 600)
  expect(calls).toHaveLength(30)
  await pass(clock, 1_000)
  await Promise.all(all)
  expect(calls.map(({ at }) => at - start)).toEqual([
    ...Array(15).fill(0),
    ...Array(15).fill(1_000),
    ...Array(10).fill(2_000),
  ])
  expect(calls.map(({ method }) => method)).toEqual(Array.from({ length: 40 }, (_, n) => `call ${n}`))
  await pass(clock, 700)
  for (let n = 0; n < 15; n++) void call('later', [])
  await pass(clock, 299)
  expect(calls).toHaveLength(45)
  await pass(clock, 1_000)
  expect(calls).toHaveLength(55)
})
