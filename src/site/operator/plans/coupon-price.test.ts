import { expect, test } from 'vitest'
import { couponPrice } from './coupon-price.ts'

test.each([
  ['109.50', 0, { off: '40', unit: 'percent' }, { before: '109.50', after: '65.70' }],
  ['109.50', 20, { off: '10', unit: 'percent' }, { before: '87.60', after: '78.84' }],
  ['9.99', 20, { off: '33', unit: 'percent' }, { before: '8.00', after: '5.36' }],
  ['109.50', 0, { off: '9.5', unit: 'amount' }, { before: '109.50', after: '100.00' }],
  ['5.00', 0, { off: '9', unit: 'amount' }, { before: '5.00', after: '0.00' }],
  ['109.50', 0, { off: '', unit: 'percent' }, null],
  ['109.50', 0, { off: '101', unit: 'percent' }, null],
  ['109.50', 0, { off: 'ten', unit: 'amount' }, null],
] as const)(
  'for a monthly price of %s and a discount of %i %%, the coupon form computes the price with the coupon %j',
  (price, discount, off, expected) => {
    expect(couponPrice(price, discount, off)).toEqual(expected)
  },
)
