import { expect, test } from 'vitest'
import { Attention, attention, awaitPrices, whileRead } from './attention.ts'
import { ManualClock } from './clock.ts'
import { logTo } from './log/log.ts'
import { every } from './loop.ts'

const log = logTo(() => {}, 'warn')

function world() {
  const clock = new ManualClock()
  const ctx = { clock, log, kept: new Map<string, unknown>() }
  let runs = 0
  const failed = 'a run failed'
  const loop = every(ctx, { everyMs: 1_000, failed, wait: whileRead(ctx, 1_000, 10_000) }, async () => {
    runs += 1
  })
  /** Counts the runs within `ms`. */
  const during = async (ms: number) => {
    const before = runs
    await new Promise(setImmediate)
    await clock.advance(ms)
    await new Promise(setImmediate)
    return runs - before
  }
  return { ctx, during, loop }
}

test('a background loop runs every ten seconds, but after a read it runs at once and then every second for three seconds', async () => {
  const { ctx, during, loop } = world()
  let isOpen = false
  const reading = new Attention(ctx.clock, () => isOpen)
  attention.set(ctx, reading)
  await during(1_000)
  expect(await during(60_000)).toBe(6)
  reading.note()
  expect(await during(0)).toBe(1)
  expect(await during(3_000)).toBe(3)
  expect(await during(60_000)).toBeLessThanOrEqual(6)
  isOpen = true
  reading.note()
  expect(await during(60_000)).toBeGreaterThan(55)
  await loop[Symbol.asyncDispose]()
})

test('a background loop without readers runs every five instead of ten seconds while a part of the process waits for a price', async () => {
  const { ctx, during, loop } = world()
  attention.set(ctx, new Attention(ctx.clock, () => false))
  await during(10_000)
  const waiting = awaitPrices(ctx, () => true)
  await during(10_000)
  expect(await during(60_000)).toBe(12)
  waiting[Symbol.dispose]()
  await during(10_000)
  expect(await during(60_000)).toBe(6)
  await loop[Symbol.asyncDispose]()
})

test('in a process that does not track readers, a background loop always runs every second', async () => {
  const { during, loop } = world()
  expect(await during(60_000)).toBe(60)
  await loop[Symbol.asyncDispose]()
})
