import { useTranslations } from 'use-intl'

/** What a mail is about, by its kind: subjects are sealed with the mail, and may hold a code. */
export function useMailWords() {
  const t = useTranslations('operator.mails')
  return (kind: string) => {
    const about = kind.split('-', 1)[0] as 'order'
    return t.has(about) ? t(about) : kind
  }
}
