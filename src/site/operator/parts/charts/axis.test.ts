import { expect, test } from 'vitest'
import { roundRange, roundTop } from './axis.ts'

test.each([
  [0, 1],
  [1, 1],
  [26, 50],
  [3_601.6, 5_000],
  [240, 250],
])('the axis of a console chart with the value %d ends at %d', (value, top) => {
  expect(roundTop(value)).toBe(top)
})

test.each([[[391, 428]], [[0, 0]], [[1_284.36, 1_601.2]], [[7]]])(
  'the axis of a console chart includes the values %j and is not much longer than their range',
  (values) => {
    const { low, high } = roundRange(values)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(low)
    expect(Math.max(...values)).toBeLessThanOrEqual(high)
    expect(high - low).toBeLessThanOrEqual(
      4 * Math.max(Math.max(...values) - Math.min(...values), Math.max(...values) / 100, 4),
    )
  },
)

test.each([[[1]], [[2, 3, 5]], [[0, 900]]])(
  'the axis of a console chart with the small values %j begins at zero',
  (values) => {
    expect(roundRange(values).low).toBe(0)
  },
)
