import { expect, test } from 'vitest'
import { groupsOf, money } from './money.ts'

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

test('an address is shown whole, in groups of four', () => {
  const address = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  expect(groupsOf(address).join('')).toBe(address)
  expect(groupsOf(address).at(-1)).toBe('dH')
})
