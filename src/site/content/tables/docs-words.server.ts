import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import { standardWords } from '../../context/words.server.ts'

export function docsWords(locale: Locale) {
  return createTranslator({ locale, messages: standardWords(locale, ['docs']), namespace: 'docs' })
}
