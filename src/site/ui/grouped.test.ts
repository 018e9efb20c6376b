import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

test('grouped numbers equal the output of the number formatter of each language', () => {
  for (const value of [0, 7, 999, 1_000, 12_345, 123_456, 1_234_567, 45_000_000, -1_234, 1_234.5, 0.123])
    for (const locale of ['en-US', 'zh-CN', 'zh-HK']) expect(grouped(value)).toBe(value.toLocaleString(locale))
  expect(grouped('1234567.12345')).toBe('1,234,567.12345')
})
