import { useLocale } from 'use-intl'
import { languages } from '#src/contract/locale.ts'

/** The space between two sentences, or a sentence and a link. Chinese punctuation includes its own space. */
export function SentenceSpace() {
  return languages[useLocale()].marks.sentences
}
