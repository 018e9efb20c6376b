import { expect, test } from 'vitest'
import { Crowd } from './crowd.ts'

test('if more than half of many sockets are lost for ten seconds, the loss is reported once', () => {
  const crowd = new Crowd()
  expect(crowd.hasGone(5_000, 0)).toBe(false)
  expect(crowd.hasGone(2_000, 1_000)).toBe(false)
  expect(crowd.hasGone(2_000, 9_999)).toBe(false)
  expect(crowd.hasGone(2_000, 10_000)).toBe(true)
  expect(crowd.hasGone(2_000, 30_000)).toBe(false)
  expect(crowd.hasGone(0, 31_000)).toBe(false)
  expect(crowd.hasGone(0, 41_000)).toBe(true)
})

test('a loss of sockets is not reported if only 999 existed, if they return in time, or if less than ten seconds have passed', () => {
  const crowd = new Crowd()
  expect(crowd.hasGone(999, 0)).toBe(false)
  expect(crowd.hasGone(0, 60_000)).toBe(false)
  expect(crowd.hasGone(4_000, 61_000)).toBe(false)
  expect(crowd.hasGone(0, 62_000)).toBe(false)
  expect(crowd.hasGone(3_000, 70_000)).toBe(false)
  expect(crowd.hasGone(1_999, 79_000)).toBe(false)
})
