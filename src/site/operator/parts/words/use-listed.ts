import { useLocale } from 'use-intl'
import { languages } from '#src/contract/locale.ts'

/** Puts names one after another, as the reader's language does. */
export function useListed(): (names: readonly string[]) => string {
  const comma = languages[useLocale()].marks.items
  return (names) => names.join(comma)
}
