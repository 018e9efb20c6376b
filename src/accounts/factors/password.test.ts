import { afterEach, expect, test, vi } from 'vitest'
import { passwordFault } from './password.ts'
import { verifyPassword } from './password-hash.ts'

/** 60 KB that take a quarter of a second to compose. */
const marks = `a${'\u0301'.repeat(30_000)}`

afterEach(() => void vi.restoreAllMocks())

test('a text that is longer than any password is neither composed as a new one nor as a try', async () => {
  const composing = vi.spyOn(String.prototype, 'normalize')
  expect(passwordFault(marks, 'ada@example.com')).toBe('password_too_long')
  expect(await verifyPassword(marks, null)).toBe(false)
  expect(composing).not.toHaveBeenCalled()
})

test('a password counts characters as people do, whether its letters come composed or not', () => {
  expect(passwordFault('e\u0301'.repeat(7), 'ada@example.com')).toBe('password_too_short')
  expect(passwordFault(`${'e\u0301'.repeat(255)}Q`, 'ada@example.com')).toBeNull()
  expect(passwordFault('x'.repeat(1_025), 'ada@example.com')).toBe('password_too_long')
})
