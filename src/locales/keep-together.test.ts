import { expect, test } from 'vitest'
import { keepTogether } from './keep-together.ts'

test.each([
  ['需时 3–15 分钟', '需时 3–\u206015\u00a0分钟'],
  ['{count} 次请求，K 线', '{count}\u00a0次请求，K\u00a0线'],
  ['within 3–15 minutes', 'within 3–\u206015 minutes'],
])('the text %s has no line break within a range or between a number and a Chinese word', (text, kept) => {
  expect(keepTogether(text)).toBe(kept)
})
