import { expect, test } from 'vitest'
import { microOf, unitsOf } from './token-amount.ts'

test.each([
  [79_200_000n, 6, 79_200_000n],
  [79_200_000_000_000_000_000n, 18, 79_200_000n],
  [79_200_000_999_999_999_999n, 18, 79_200_000n],
  [999_999_999_999n, 18, 0n],
  [1_000_000_000_000n, 18, 1n],
  [7_920n, 2, 79_200_000n],
  [(1n << 256n) - 1n, 18, ((1n << 256n) - 1n) / 10n ** 12n],
  [0n, 18, 0n],
])('%s units of a token with %s decimals are rounded down to %s millionths', (units, decimals, micro) => {
  expect(microOf(units, decimals)).toBe(micro)
})

test.each([
  [79_200_000n, 6, 79_200_000n],
  [1n, 18, 1_000_000_000_000n],
  [79_209_999n, 2, 7_920n],
])('%s millionths of a token with %s decimals are rounded down to %s units', (micro, decimals, units) => {
  expect(unitsOf(micro, decimals)).toBe(units)
})
