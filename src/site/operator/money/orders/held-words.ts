import { useTranslations } from 'use-intl'

/** Why something waits; a kind that nobody put into words shows its name. */
export function useHeldWords() {
  const t = useTranslations('operatorMoney.reasons')
  return (kind: string) => (t.has(kind as 'not_settled') ? t(kind as 'not_settled') : kind)
}
