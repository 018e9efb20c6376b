import type { Locale } from '#src/contract/locale.ts'
import type { Words } from '#src/contract/words.ts'
import enUS from '#src/locales/en-US/reference.ts'
import { loadWords } from '#src/locales/load-words.ts'

const words = await loadWords('reference', enUS)

export function referenceWords(locale: Locale): Words<typeof enUS> {
  return words[locale]
}
