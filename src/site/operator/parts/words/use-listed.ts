import { useLocale } from 'use-intl'

/** Puts names one after another, as the reader's language does. */
export function useListed(): (names: readonly string[]) => string {
  const comma = useLocale().startsWith('zh') ? '、' : ', '
  return (names) => names.join(comma)
}
