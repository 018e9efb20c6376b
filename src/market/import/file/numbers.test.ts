import { expect, test } from 'vitest'
import { parseUtcStamp } from './numbers.ts'

const read = (text: string) => parseUtcStamp(text, 0, text.length, { day: 0, ms: 0 })

test('a time in the format of our files is read to the millisecond', () => {
  expect(read('2014-06-05T08:15:09.012Z')).toBe(Date.parse('2014-06-05T08:15:09.012Z'))
  expect(read('2024-02-29T23:59:59.999Z')).toBe(Date.parse('2024-02-29T23:59:59.999Z'))
})

test.each([
  '2014-06-05T24:00:00.000Z',
  '2014-06-05T08:60:00.000Z',
  '2014-06-31T08:15:00.000Z',
  '2014-06-05T0::15:00.000Z',
  '2014-06-05T08:15:0:.000Z',
  '2014-06-05T08:15:00.00zZ',
  '2014-06-05T08:15:00:000Z',
  '2014-06-05T08-15-00.000Z',
  '2014-06-05T081500000000Z',
])('the broken time %s is not read', (text) => {
  expect(read(text)).toBe(-1)
})
