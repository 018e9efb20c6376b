import { expect, test } from 'vitest'
import { countdown, groupsOf, money } from './money.ts'

test.each([
  ['79.20', '79.20'],
  ['4788', '4,788.00'],
  ['1234567.5', '1,234,567.50'],
  ['0.000001', '0.000001'],
  ['', '0.00'],
  ['abc', '0.00'],
])('%j is shown as %s', (amount, shown) => {
  expect(money(amount)).toBe(shown)
})

test.each([
  [1_800_000, '30:00'],
  [59_001, '01:00'],
  [1, '00:01'],
  [0, '00:00'],
  [-5_000, '00:00'],
])('%i ms left are %s', (ms, shown) => {
  expect(countdown(ms)).toBe(shown)
})

test('an address is shown whole, in groups of four', () => {
  const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  expect(groupsOf(address).join('')).toBe(address)
  expect(groupsOf(address).at(-1)).toBe('dH')
})
