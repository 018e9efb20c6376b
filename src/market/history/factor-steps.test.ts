import { expect, test } from 'vitest'
import { type Factor, lastFactorDate } from './adjust.ts'
import { withSteps } from './factor-steps.ts'

const day = (text: string) => Date.parse(text)
const factor = (date: string, price: number, split: number): Factor => ({ date: day(date), price, split, reference: 1 })
const split = { kind: 'split', last: day('2025-06-06'), exDate: day('2025-06-09'), reference: 100 } as const

test('a new split step on the ex-date of a stored factor replaces only the split step of that date', () => {
  const base = [factor('2025-06-10', 0.9, 1), factor('2025-06-06', 0.9, 0.25), factor('2025-01-03', 0.9, 0.125)]
  const inOrder = base.toReversed()
  expect(withSteps(base, [])).toEqual(inOrder)
  expect(withSteps(base, [{ ...split, step: 0.5 }]).map((one) => [one.price, one.split])).toEqual([
    [0.9, 0.25],
    [0.9, 0.5],
    [0.9, 1],
  ])
  expect(withSteps(base, [{ ...split, step: 0.25 }])).toEqual(inOrder)
})

test('a factor step on a date without a stored factor becomes a new factor with the last close before the ex-date', () => {
  expect(withSteps([], [{ ...split, step: 0.5 }])).toEqual([{ date: split.last, price: 1, split: 0.5, reference: 100 }])
})

test('a later factor of 1 does not change the date of the last adjustment', () => {
  const [dividend, cut, end] = [
    factor('2025-01-03', 0.9, 0.5),
    factor('2025-06-06', 1, 0.5),
    factor('2050-12-31', 1, 1),
  ]
  expect([lastFactorDate('all', [dividend, cut]), lastFactorDate('all', [dividend, cut, end])]).toEqual([
    day('2025-06-06'),
    day('2025-06-06'),
  ])
  expect(lastFactorDate('dividend', [dividend, cut])).toBe(day('2025-01-03'))
  expect([lastFactorDate('none', [cut]), lastFactorDate('split', [end])]).toEqual([null, null])
})
