import type { Locale } from '#src/contract/locale.ts'
import enUS from './en-US/exchanges.ts'
import { loadWords } from './load-words.ts'

const names = await loadWords('exchanges', enUS)

/** The name of an exchange in a reader's language, or its code. */
export function exchangeName(code: string, locale: Locale): string {
  return names[locale][code] ?? code
}
