import { expect, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { returnMemory } from './spare-memory.ts'

test('memory used by a peak is returned to the system', async () => {
  const rss = () => process.memoryUsage.rss() / 2 ** 20
  const peak = Array.from({ length: 1_000_000 }, (_, n) => ({ n }))
  expect(peak).toHaveLength(1_000_000)
  const during = rss()
  peak.length = 0
  await returnMemory({ log: silentLog })
  expect(during - rss()).toBeGreaterThan(30)
})
