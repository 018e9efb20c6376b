import { expect, test } from 'vitest'
import { percentChange } from './percent-change.ts'

test.each([
  [100, 110, 10],
  [-40, -20, 50],
  [-40, -60, -50],
  [-10, 5, 150],
  [10, -5, -150],
  [0, 5, null],
])('from %d to %d a price changes by %s percent', (from, to, percent) => {
  expect(percentChange(from, to)).toBe(percent)
})
