import { expect, test } from 'vitest'
import { discountBeside, groupsOf, less, minutesSpoken, money } from './money.ts'

test.each([
  ['79.20', '79.20'],
  ['4788', '4,788.00'],
  ['1234567.5', '1,234,567.50'],
  ['0.000001', '0.000001'],
  ['', '0.00'],
  ['abc', '0.00'],
])('the amount %j is shown as %s', (amount, shown) => {
  expect(money(amount)).toBe(shown)
})

test('the discount shown beside a coupon does not include the amount of the coupon', () => {
  expect(discountBeside('44.75', { amount: '24.75' })).toBe('20.00')
  expect(discountBeside('24.75', { amount: '24.75' })).toBe('0.00')
  expect(discountBeside('19.80', null)).toBe('19.80')
})

test('a payment address is shown whole, in groups of four', () => {
  const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  expect(groupsOf(address).join('')).toBe(address)
  expect(groupsOf(address).map((group) => group.length)).toEqual([...Array(8).fill(4), 2])
})

test.each([
  [1_799_000, 30],
  [1_500_001, 25],
  [1_499_000, 25],
  [300_000, 5],
  [299_999, 4],
  [60_000, 1],
  [59_999, 0],
  [-1, 0],
])('a screen reader announces a countdown of %i ms as %i minutes', (ms, minutes) => {
  expect(minutesSpoken(ms)).toBe(minutes)
})

test.each([
  ['20.00', '−20.00'],
  ['', '0.00'],
  ['0.00', '0.00'],
])('a discount of %j is shown as %s', (amount, shown) => {
  expect(less(amount)).toBe(shown)
})
