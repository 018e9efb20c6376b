import { useTranslations } from 'use-intl'

/** A mail's subject by its kind. The real subject is sealed with the mail, because the subject may contain a code. */
export function useMailWords() {
  const t = useTranslations('operator.mails')
  return (kind: string) => {
    const about = kind.split('-', 1)[0] as 'order'
    return t.has(about) ? t(about) : kind
  }
}
