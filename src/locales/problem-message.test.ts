import { expect, test } from 'vitest'
import { problemNames, problemOf } from '#src/contract/errors.ts'
import { locales } from '#src/contract/locale.ts'
import { errorMessage } from './error-message.ts'
import { problemMessage } from './problem-message.ts'

const values = {
  ...{ place: 'integrated-base: "price"', plan: 'integrated-base', other: 'x', class: 'crypto', value: 'crypto' },
  ...{ type: 'string', min: 1, max: 2, allowed: 'a, b', delay: 3, columns: 'a, b', line: 7, amount: '1.00' },
  ...{ network: 'TRC20', address: 'T1', hash: 'ff', interval: '7x', reason: 'ENOENT' },
  ...{ count: 3, values: 4, mib: 5, ratio: 6, rows: 2, code: 'AAPL', codes: 'MSFT', column: 'close', missing: 'low' },
  ...{ names: 'a, b', format: 'zip', separator: 'comma', first: 'tab', second: 'bar', text: '1,234', whole: '1234' },
  ...{ fraction: '1.234', mark: ',', date: '2024-01-02', instant: '1976-05-31', zone: 'America/New_York' },
  ...{ seconds: 7, colour: 'white', contrast: '1.05', size: 50, part: '<script>', width: 3, height: 4 },
  ...{ needed: '7:1', share: 5, theme: 'dark', language: 'zh-HK' },
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
  ['en-US', 'None of the 3 rows was taken. Line 2: more cells than columns.'],
  ['zh-CN', '3 行全部未导入。第 2 行：单元格多于列数。'],
  ['zh-HK', '3 行全部未匯入。第 2 行：儲存格多於欄數。'],
] as const)('in %s the refusal of an import file names a refused line and the violated rule', (locale, text) => {
  const problem = problemOf('file_nothing_taken', { rows: 3, line: 2, reason: 'extra_column' })
  expect(problemMessage(locale, problem)).toBe(text)
})

test.each([
  ['en-US', 'Nothing was recorded. Line 2 says the same as line 1. Line 3 is not a JSON object.'],
  ['zh-CN', '未记录任何内容。第 2 行与第 1 行重复。第 3 行不是 JSON 对象。'],
  ['zh-HK', '沒有記錄任何內容。第 2 行與第 1 行重複。第 3 行不是 JSON 物件。'],
] as const)('in %s the refusal of a file of sweeps names the problem of each refused line', (locale, text) => {
  const problems = [problemOf('sweep_twice', { line: 2, other: 1 }), problemOf('sweep_not_json', { line: 3 })]
  expect(errorMessage(locale, 'sweeps_invalid', { problems }).replaceAll('\u00a0', ' ')).toBe(text)
})
