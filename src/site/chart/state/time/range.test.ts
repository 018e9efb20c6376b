import { expect, test } from 'vitest'
import { rangeStart } from './range.ts'

const newest = Date.UTC(2024, 2, 31, 15, 30)

test('the start of a chart range is computed from the newest bar', () => {
  expect(rangeStart('1D', newest)).toBe(Date.UTC(2024, 2, 30, 15, 30))
  expect(rangeStart('5D', newest)).toBe(Date.UTC(2024, 2, 24, 15, 30))
  expect(rangeStart('1Y', newest)).toBe(Date.UTC(2023, 2, 31))
  expect(rangeStart('YTD', newest)).toBe(Date.UTC(2024, 0, 1))
})

test('if the newest bar is of March 31, a chart range of one month starts on the last day of February', () => {
  expect(rangeStart('1M', newest)).toBe(Date.UTC(2024, 1, 29))
})

test('the chart range for all bars has no start time', () => {
  expect(rangeStart('All', newest)).toBe(Number.NEGATIVE_INFINITY)
})
