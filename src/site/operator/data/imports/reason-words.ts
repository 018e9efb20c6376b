import { useTranslations } from 'use-intl'
import { isRowReason } from '#src/contract/values/import-kind.ts'

/** A reason in words. A reason of an earlier release that has no words shows its name. */
export function useReasonWords() {
  const t = useTranslations('operatorData.reasons')
  return (reason: string) => (isRowReason(reason) ? t(reason) : reason)
}
