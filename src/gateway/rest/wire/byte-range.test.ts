import { expect, test } from 'vitest'
import { requestedRange } from './byte-range.ts'

const file = { bytes: 100, etag: '"abc"', modified: Date.parse('2026-01-05T10:00:00Z') }

test.each([
  [undefined, null],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['rows=0-1', null],
])('for a file of 100 bytes, the header Range: %s requests the bytes %j (null: the whole file)', (range, expected) => {
  expect(requestedRange({ range }, file)).toEqual(expected)
})

test.each([
  ['"abc"', true],
  ['"other"', false],
  ['W/"abc"', false],
  ['Mon, 05 Jan 2026 10:00:00 GMT', true],
  ['Mon, 05 Jan 2026 09:59:59 GMT', false],
])('the header If-Range: %s keeps the requested range: %s', (ifRange, isKept) => {
  const range = requestedRange({ range: 'bytes=0-9', 'if-range': ifRange }, file)
  expect(range).toEqual(isKept ? { start: 0, end: 9 } : null)
})
