import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { timeInWords, utcText } from './clock.ts'

const at = Date.UTC(2026, 10, 27, 14, 7, 36)

describe('texts of times', () => {
  test.each([
    ['en-US', 'America/New_York', 'Nov 27, 2026 09:07 (EST)'],
    ['zh-CN', 'Asia/Shanghai', '2026年11月27日 22:07（GMT+8）'],
    ['zh-HK', 'Asia/Hong_Kong', '2026年11月27日 22:07（GMT+8）'],
  ] as const)(
    'in %s, a time has the day, a 24-hour clock with a leading zero, and the zone of the reader',
    (locale, timeZone, text) => {
      expect(timeInWords(at, { locale, timeZone })).toBe(text)
    },
  )

  test('a time in UTC is written as the date, the 24-hour time and "UTC"', () => {
    expect(utcText(at)).toBe('2026-11-27 14:07 UTC')
  })
})

test('every time format with timeStyle in the source sets a 24-hour clock', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter((path) => {
    const text = path.includes('.test.') ? '' : readFileSync(path, 'utf8')
    return text.split('timeStyle:').length > text.split("hourCycle: 'h23'").length
  })
  expect(others).toEqual([])
})
