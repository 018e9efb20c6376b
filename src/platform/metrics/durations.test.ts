import { expect, test } from 'vitest'
import { Durations } from './durations.ts'

test('the median and the percentiles cover only the durations of the last minute', () => {
  const durations = new Durations()
  expect(durations.spread(0)).toBeNull()
  durations.record(9_999, 0)
  for (let ms = 1; ms <= 100; ms += 1) durations.record(ms, 30_000)
  expect(durations.spread(61_000)).toEqual({ count: 100, p50: 51, p95: 96, p99: 100 })
  expect(durations.spread(90_001)).toBeNull()
})

test('beyond the maximum number of durations, only the newest durations are kept', () => {
  const durations = new Durations()
  for (let at = 0; at < 10_000; at += 1) durations.record(at < 5_904 ? 1_000 : 1, 1)
  expect(durations.spread(1)).toEqual({ count: 4_096, p50: 1, p95: 1, p99: 1 })
})
