import { expect, test } from 'vitest'
import { orderAgain } from './order-list.tsx'

test('ordering again keeps the key, the network and the coupon of the order', () => {
  const order = { planId: 'crypto-base', period: 'month', network: 'tron', keyId: null, coupon: null } as const
  expect(orderAgain(order)).toBe('/payment?plan=crypto-base&period=month&network=tron')
  const renewal = { ...order, keyId: 'k1', coupon: { code: 'SPRING', amount: '1.00' } }
  expect(orderAgain(renewal)).toBe('/payment?plan=crypto-base&period=month&network=tron&key=k1&coupon=SPRING')
})
