import { useTranslations } from 'use-intl'

/** The reason why a payment is held, as text. A reason that has no text shows its name. */
export function useHeldWords() {
  const t = useTranslations('operatorMoney.reasons')
  return (kind: string) => (t.has(kind as 'not_settled') ? t(kind as 'not_settled') : kind)
}
