import { expect, test } from 'vitest'
import { isIntervalStart, typedInterval } from './typed-interval.ts'

test.each([
  ['15', '15m'],
  ['5m', '5m'],
  ['15M', '15m'],
  ['60', '1h'],
  ['240', '4h'],
  ['4h', '4h'],
  ['4H', '4h'],
  ['D', '1d'],
  ['1d', '1d'],
  ['3D', '3d'],
  ['w', '1w'],
  ['m', '1M'],
  ['1m', '1m'],
  ['1M', '1M'],
  ['3M', '1Q'],
  ['Q', '1Q'],
  ['12M', '1y'],
  ['12m', null],
  [',30', '30m'],
  [' 45 ', '45m'],
  ['7', null],
  ['700', null],
  ['AAPL', null],
  ['', null],
  [',', null],
])('the typed text %j means the interval %s', (text, interval) => {
  expect(typedInterval(text)).toBe(interval)
})

test.each([
  ['7', true],
  ['24', true],
  ['4', true],
  [',', true],
  ['70', false],
  ['msft', false],
  ['1x', false],
])('the typed text %j can be the start of an interval: %s', (text, may) => {
  expect(isIntervalStart(text)).toBe(may)
})
