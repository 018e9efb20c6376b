import { expect, test } from 'vitest'
import { heikinAshi } from './heikin-ashi.ts'

test('a Heikin-Ashi bar opens at the middle of the previous body and closes at the mean of the four prices of its own bar', () => {
  const bars = [
    { open: 10, high: 14, low: 8, close: 13 },
    { open: 12, high: 13, low: 11, close: 12.5 },
  ]
  expect(bars.map(heikinAshi.start())).toEqual([
    { open: 11.5, close: 11.25, high: 14, low: 8 },
    { open: 11.375, close: 12.125, high: 13, low: 11 },
  ])
})
