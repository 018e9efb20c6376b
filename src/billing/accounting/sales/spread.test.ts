import { expect, test } from 'vitest'
import { spreadOverMonths } from './spread.ts'

const spread = (amount: bigint, from: string, to: string) =>
  Object.fromEntries(spreadOverMonths(amount, Date.parse(from), Date.parse(to)))

test('the price of a year is spread over calendar months by their days, and the parts add up to the price', () => {
  const parts = spread(100_000_001n, '2026-01-15T10:00:00Z', '2027-01-15T10:00:00Z')
  expect(Object.keys(parts)).toHaveLength(13)
  expect(parts['2026-01']).toBe((100_000_001n * 17n) / 365n)
  expect(parts['2026-02']).toBe((100_000_001n * 45n) / 365n - (100_000_001n * 17n) / 365n)
  expect(parts['2027-01']).toBe(100_000_001n - (100_000_001n * 351n) / 365n)
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0n)).toBe(100_000_001n)
})

test.each([
  ['within a month', '2026-02-03T00:00:00Z', '2026-02-20T00:00:00Z', { '2026-02': 700n }],
  ['within a day', '2026-02-28T08:00:00Z', '2026-02-28T20:00:00Z', { '2026-02': 700n }],
  ['over a leap February', '2028-02-22T00:00:00Z', '2028-03-07T00:00:00Z', { '2028-02': 400n, '2028-03': 300n }],
])('the price of a term %s is spread over calendar months by their days', (_what, from, to, parts) => {
  expect(spread(700n, from, to)).toEqual(parts)
})
