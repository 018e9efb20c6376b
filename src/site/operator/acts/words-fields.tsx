import { useTranslations } from 'use-intl'
import { ActField } from './act.tsx'

/** Fields for the reason, which the customer reads, and the note, which only the staff read. */
export function WordsFields({ isReasonRequired = false }: { isReasonRequired?: boolean }) {
  const t = useTranslations('operator.words')
  return (
    <>
      <ActField label={t('reason')} name="reason" maxLength={500} autoComplete="off" required={isReasonRequired} />
      <ActField label={t('note')} name="note" maxLength={500} autoComplete="off" />
    </>
  )
}
