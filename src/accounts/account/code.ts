import type { CodePurpose } from '#src/contract/account/accounts.ts'
import type { ErrorName } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'

export type CodeUse = CodePurpose | 'email-old' | 'email-new'

export const codeLifeMs = 10 * minuteMs
export const codeTriesMax = 5
export const resendAfterMs = minuteMs

/** The outcome of a try at a code. `expired` and `used` are returned only for the right digits. */
export type CodeOutcome = 'good' | 'invalid' | 'wrong' | 'expired' | 'used' | 'too_many'

const families: Record<CodeUse, 'signup' | 'signin' | 'reset'> = {
  signup: 'signup',
  signin: 'signin',
  reset: 'reset',
  'email-old': 'signin',
  'email-new': 'signin',
}

/**
 * Error codes: 714–717 at sign-up, 718–721 at sign-in and on the security page, 723–726 at reset; 431 for the sixth
 * try.
 */
export function codeRefusal(use: CodeUse, outcome: Exclude<CodeOutcome, 'good'>): ErrorName {
  return outcome === 'too_many' ? 'too_often' : `${families[use]}_code_${outcome}`
}

/** The six digits without surrounding blanks; null for any other text, such as full-width digits. */
export function readDigits(text: string): string | null {
  const digits = text.trim()
  return /^[0-9]{6}$/.test(digits) ? digits : null
}
