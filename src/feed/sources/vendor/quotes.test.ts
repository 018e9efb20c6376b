import { expect, test } from 'vitest'
import { middleOf } from './quotes.ts'

test('the price of a currency pair is the exact middle of bid and offer, without rounding to a price step', () => {
  const price = (bid: number, ask: number) => middleOf({ time: 1, bid, bidVolume: 0, ask, askVolume: 0 }).price
  expect(price(9.43214, 9.43218)).toBe(9.43216)
  expect(price(150.123, 150.124)).toBe(150.1235)
  expect(price(0, 1.0831)).toBeNaN()
})
