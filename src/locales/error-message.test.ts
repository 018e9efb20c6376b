import { describe, expect, test } from 'vitest'
import { type ErrorName, errorCatalogue } from '#src/contract/errors.ts'
import { locales } from '#src/contract/locale.ts'
import { errorMessage, errorTable } from './error-message.ts'

const names = Object.keys(errorCatalogue) as ErrorName[]

describe('messages of errors', () => {
  test.each(locales)(
    'the message of every refusal is a whole sentence in %s, with and without its details',
    (locale) => {
      for (const name of names) {
        const bare = errorMessage(locale, name)
        const full = errorMessage(locale, name, { param: 'kType', retryAfter: 7, values: { plan: 'integrated-base' } })
        for (const text of [bare, full]) {
          expect(text, name).not.toMatch(/[{}#]|undefined|none/)
          expect(text, name).toMatch(/[.。]$/)
        }
      }
    },
  )

  test.each(['zh-CN', 'zh-HK'] as const)('every message of a refusal in %s is written in Chinese', (locale) => {
    const english = names.filter((name) => !/[\u4e00-\u9fff]{2}/.test(errorMessage(locale, name)))
    expect(english).toEqual([])
  })

  test.each([
    ['en-US', 'You are doing this too often; try again in 1 second.', 'You are doing this too often; try again later.'],
    ['zh-CN', '操作过于频繁，请在 1 秒后重试。', '操作过于频繁，请稍后再试。'],
    ['zh-HK', '操作過於頻密，請於 1 秒後再試。', '操作過於頻密，請稍後再試。'],
  ] as const)(
    'the message of too_often in %s states the remaining seconds if they are known',
    (locale, timed, plain) => {
      expect(errorMessage(locale, 'too_often', { retryAfter: 0.4 })).toBe(timed)
      expect(errorMessage(locale, 'too_often')).toBe(plain)
    },
  )

  test('a message names a long wait in minutes or hours', () => {
    const waits = [120, 3_540, 80_000].map((retryAfter) => errorMessage('en-US', 'too_many_requests', { retryAfter }))
    expect(waits.map((text) => text.slice(text.indexOf('.') + 2))).toEqual([
      'Try again in 120 seconds.',
      'Try again in 59 minutes.',
      'Try again in 23 hours.',
    ])
    expect(errorMessage('zh-CN', 'too_often', { retryAfter: 3_540 })).toBe('操作过于频繁，请在 59 分钟后重试。')
    expect(errorMessage('zh-HK', 'too_often', { retryAfter: 3_540 })).toBe('操作過於頻密，請於 59 分鐘後再試。')
  })

  test('a refused parameter is shown in the message as it was sent, never read as a placeholder', () => {
    expect(errorMessage('en-US', 'unknown_field', { param: '{plan}' })).toContain('“{plan}”')
  })

  test('the message of not_in_plan names the plan that allows the call', () => {
    const text = errorMessage('en-US', 'not_in_plan', { values: { plan: 'Professional' } })
    expect(text).toContain('The plan Professional does.')
  })

  test.each(locales)('the error table of the documentation has one row per refusal in %s', (locale) => {
    const rows = errorTable(locale)
    expect(rows.map((row) => row.name)).toEqual(names)
    expect(rows.find((row) => row.name === 'plan_no_downgrade')).toMatchObject({ status: 409, code: 727 })
  })
})
