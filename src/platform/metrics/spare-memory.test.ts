import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { returnMemory, returnMemoryAtRest } from './spare-memory.ts'

test('memory used during a peak is returned to the operating system', async () => {
  const rss = () => process.memoryUsage.rss() / 2 ** 20
  const peak = Array.from({ length: 1_000_000 }, (_, n) => ({ n }))
  expect(peak).toHaveLength(1_000_000)
  const during = rss()
  peak.length = 0
  await returnMemory({ log: silentLog })
  expect(during - rss()).toBeGreaterThan(30)
})

test('an idle process returns memory after its start, and again after a peak', async () => {
  let returned = 0
  const log = { ...silentLog, debug: () => (returned += 1) }
  await using _ = returnMemoryAtRest({ log }, 20)
  await expect.poll(() => returned).toBe(1)
  const peak = Array.from({ length: 2_000_000 }, (_item, n) => ({ n }))
  expect(peak).toHaveLength(2_000_000)
  await expect.poll(() => returned).toBe(2)
  await sleep(200)
  expect(returned).toBe(2)
})
