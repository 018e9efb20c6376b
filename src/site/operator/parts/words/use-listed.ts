import { useLocale } from 'use-intl'
import { languages } from '#src/contract/locale.ts'

export function useListed(): (names: readonly string[]) => string {
  const comma = languages[useLocale()].marks.items
  return (names) => names.join(comma)
}
