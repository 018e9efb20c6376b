import type { ErrorName } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { errorMessage } from '#src/locales/error-message.ts'

const shown: readonly ErrorName[] = ['login_failed', 'provider_unverified', 'conflict', 'recent_signin_required']

/** The message for a failed sign-in, by the error name in the address. Any other text in the address is not shown. */
export function errorWords(locale: Locale, name: string | null): string | null {
  const known = shown.find((one) => one === name)
  return known ? errorMessage(locale, known) : null
}
