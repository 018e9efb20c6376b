import { expect, test } from 'vitest'
import { heikinAshi } from './heikin-ashi.ts'

test('a Heikin-Ashi bar opens in the middle of the previous bar and closes at the mean of its own prices', () => {
  const bars = [
    { open: 10, high: 14, low: 8, close: 12 },
    { open: 12, high: 13, low: 11, close: 12.5 },
  ]
  expect(bars.map(heikinAshi.start())).toEqual([
    { open: 11, close: 11, high: 14, low: 8 },
    { open: 11, close: 12.125, high: 13, low: 11 },
  ])
})
