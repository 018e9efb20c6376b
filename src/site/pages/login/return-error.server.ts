import type { ErrorName } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'

const shown: readonly ErrorName[] = ['login_failed', 'provider_unverified', 'conflict', 'recent_signin_required']

/** The message for a failed sign-in. Only known error names are shown, no other text of the address. */
export function errorWords(locale: Locale, name: string | null): string | null {
  const known = shown.find((one) => one === name)
  return known ? errorMessage(locale, known) : null
}
