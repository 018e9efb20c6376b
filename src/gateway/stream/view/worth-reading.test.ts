import { expect, test } from 'vitest'
import { sinceFor } from './worth-reading.ts'

const marks = (...points: [at: number, position: number][]) =>
  points.map(([at, position]) => ({ at, offset: `1-${position}` }))

test('a starting gateway reads at most as many events from the tape as it can keep, summed over all channels', () => {
  const busy = marks([1_000, 1], [2_000, 101], [3_000, 201], [4_000, 301])
  const quiet = marks([1_500, 1], [3_500, 11])
  expect(sinceFor([busy, quiet], 0, 10_000)).toBe(0)
  expect(sinceFor([busy, quiet], 2_500, 10_000)).toBe(2_500)
  expect(sinceFor([busy, quiet], 0, 100)).toBe(3_000)
  expect(sinceFor([busy, quiet], 0, 150)).toBe(2_000)
  expect(sinceFor([busy, quiet], 0, 205)).toBe(1_500)
  expect(sinceFor([[], marks([1, 1])], 500, 1)).toBe(500)
})

test('tape offsets of another epoch do not count as events to read', () => {
  expect(sinceFor([[{ at: 1, offset: '1-900' }, ...marks([2, 1_000]), { at: 3, offset: '2-1' }]], 0, 100)).toBe(1)
})
