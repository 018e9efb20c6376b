import { expect, test } from 'vitest'
import { acceptsEncoding } from './accept-encoding.ts'

test.each([
  [null, []],
  ['', []],
  ['gzip, deflate, br', ['br', 'gzip']],
  ['GZIP;q=0.5, br;q=0', ['gzip']],
  ['br ; q=0.000, gzip;q=0', []],
  ['gzip;q=0.001, identity', ['gzip']],
])('with the header Accept-Encoding "%s" the client accepts %j', (header, accepted) => {
  expect((['br', 'gzip'] as const).filter((encoding) => acceptsEncoding(header, encoding))).toEqual(accepted)
})
