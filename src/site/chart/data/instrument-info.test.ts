import { expect, test } from 'vitest'
import { readInfo } from './instrument-info.ts'

const info = {
  c: 'AAPL',
  n: 'AAPL',
  b: 'Apple Inc.',
  t: 'stock',
  e: 'NASDAQ',
  r: 'US',
  tz: 'America/New_York',
  m: 1,
  ps: 100,
}

test('an instrument is shown by its name, not by its code', () => {
  expect(readInfo('NASDAQ:AAPL', info).name).toBe('Apple Inc.')
})

test('the number of decimals of prices follows the price scale of the instrument', () => {
  const decimals = [1, 100, 100_000, 64].map((ps) => readInfo('X:Y', { ...info, ps }).decimals)
  expect(decimals).toEqual([0, 2, 5, 2])
})

test.each([
  ['0930-1600', { from: 570, to: 960 }],
  ['0930-1200,1300-1600', { from: 570, to: 960 }],
  ['1700-1600', { from: 1_020, to: 960 }],
  ['0000-2400', null],
  ['', null],
])('the regular session %j of an instrument is parsed', (session, regular) => {
  expect(readInfo('X:Y', { ...info, sb: [{ id: 'regular', session }] }).regular).toEqual(regular)
})

test('an instrument without optional fields gets default values', () => {
  const { tz: _, ps: __, ...bare } = info
  expect(readInfo('NASDAQ:AAPL', { ...bare, e: '' })).toMatchObject({
    exchange: 'NASDAQ',
    timezone: 'UTC',
    decimals: 2,
    regular: null,
  })
})
