import { refuse } from '#src/contract/errors.ts'
import { commonWords } from './common-passwords.ts'

export const passwordLengthMin = 8
export const passwordLengthMax = 256

/** The limit in UTF-16 units before normalisation. It is checked first, because normalising a long text costs time. */
export const passwordUnitsMax = 4 * passwordLengthMax

export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_too_common'

/**
 * Returns the fault of a password, or null. The length counts code points after normalisation; nothing is truncated.
 */
export function passwordFault(password: string, address: string): PasswordFault | null {
  if (password.length > passwordUnitsMax) return 'password_too_long'
  const text = password.normalize('NFC')
  const { length } = [...text]
  if (length < passwordLengthMin) return 'password_too_short'
  if (length > passwordLengthMax) return 'password_too_long'
  return isCommon(text, address) ? 'password_too_common' : null
}

/** Returns a new password if it was typed twice and has no fault; throws the refusal otherwise. */
export function requirePassword(password: string, confirmPassword: string, address: string): string {
  if (password !== confirmPassword) throw refuse('passwords_differ', { param: 'confirmPassword' })
  const fault = passwordFault(password, address)
  if (fault) throw refuse(fault, { param: 'password' })
  return password
}

const rows = [
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  'abcdefghijklmnopqrstuvwxyz',
]
const swaps: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Ignores digits, years, signs and look-alikes, because lists of common passwords vary a few hundred words in these
 * ways.
 */
function isCommon(password: string, address: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size <= 2) return true
  if (/^\d+$/.test(lower) && (lower.length <= 8 || isRun(lower))) return true
  if (isRun(lower)) return true
  const own = (address.split('@')[0] ?? '').replaceAll(/[^a-z]/g, '')
  const trimmed = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const unswapped = undress([...lower.replace(/[\d!@#$%^&*.?_-]+$/, '')].map((char) => swaps[char] ?? char).join(''))
  return [trimmed, undress(trimmed), unswapped].some((core) => isListed(core, own))
}

function undress(text: string): string {
  return text.replaceAll(/[^a-z]/g, '')
}

function isListed(core: string, own: string): boolean {
  if (core === '') return false
  if (own.length >= 4 && core === own) return true
  if (commonWords.has(core)) return true
  const half = core.slice(0, core.length / 2)
  return core.length % 2 === 0 && half + half === core && commonWords.has(half)
}

function isRun(text: string): boolean {
  return rows.some((row) => (row + row).includes(text) || [...row].reverse().join('').repeat(2).includes(text))
}
