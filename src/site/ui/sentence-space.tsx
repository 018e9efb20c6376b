import { useLocale } from 'use-intl'
import { languages } from '#src/contract/locale.ts'

/** Between two sentences, or a sentence and a link: Chinese marks carry their own space. */
export function SentenceSpace() {
  return languages[useLocale()].marks.sentences
}
