import { useTranslations } from 'use-intl'
import { ActField } from '../../acts/act.tsx'

/** The reason for a decision, which is logged. */
export function Reason() {
  const t = useTranslations('operatorCustomers.acts')
  return <ActField label={t('reason')} name="reason" maxLength={500} required />
}
