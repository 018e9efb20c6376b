import type { Locale } from '#src/contract/locale.ts'
import enUS from './en-US/exchanges.ts'
import { loadWords } from './load-words.ts'

const names = await loadWords('exchanges', enUS)

export function exchangeName(code: string, locale: Locale): string {
  return names[locale][code] ?? code
}
