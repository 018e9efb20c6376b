import { expect, test } from 'vitest'
import { problemNames, problemOf } from '#src/contract/errors.ts'
import { locales } from '#src/contract/locale.ts'
import { errorMessage } from './error-message.ts'
import { problemMessage } from './problem-message.ts'

const values = {
  ...{ place: 'integrated-base: "price"', plan: 'integrated-base', other: 'x', class: 'crypto', value: 'crypto' },
  ...{ type: 'string', min: 1, max: 2, allowed: 'a, b', delay: 3, columns: 'a, b', line: 7, amount: '1.00' },
  ...{ network: 'TRC20', address: 'T1', hash: 'ff', interval: '7x', reason: 'ENOENT' },
  ...{ count: 3, values: 4, mib: 5, ratio: 6 },
}

test.each(locales)('the message of every problem is a whole sentence in %s', (locale) => {
  for (const name of problemNames) {
    const text = problemMessage(locale, problemOf(name, values))
    expect(text, name).toMatch(/[.。]$/)
    expect(text, name).not.toMatch(/[{}#]|undefined/)
    if (locale !== 'en-US') expect(text, name).toMatch(/[\u4e00-\u9fff]{2}/)
  }
})

test.each([
  ['en-US', 'Nothing was recorded. Line 2 says the same as line 1. Line 3 is not a JSON object.'],
  ['zh-CN', '未记录任何内容。第 2 行与第 1 行重复。第 3 行不是 JSON 对象。'],
  ['zh-HK', '沒有記錄任何內容。第 2 行與第 1 行重複。第 3 行不是 JSON 物件。'],
] as const)('a refusal in %s names its problems', (locale, text) => {
  const problems = [problemOf('sweep_twice', { line: 2, other: 1 }), problemOf('sweep_not_json', { line: 3 })]
  expect(errorMessage(locale, 'sweeps_invalid', { problems }).replaceAll('\u00a0', ' ')).toBe(text)
})
