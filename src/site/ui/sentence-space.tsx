import { useLocale } from 'use-intl'

/** Between two sentences, or a sentence and a link: Chinese marks carry their own space. */
export function SentenceSpace() {
  return useLocale().startsWith('zh') ? null : ' '
}
