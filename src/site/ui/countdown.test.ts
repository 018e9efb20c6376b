import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'

test.each([
  [1_800_000, '30:00'],
  [59_001, '01:00'],
  [1, '00:01'],
  [0, '00:00'],
  [-5_000, '00:00'],
])('a countdown of %i ms shows %s', (ms, shown) => {
  expect(countdown(ms)).toBe(shown)
})
