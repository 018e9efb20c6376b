import { useTranslations } from 'use-intl'
import type { Colleague } from '#src/contract/operator/tickets.ts'

export function AssigneeOptions({ colleagues, email }: { colleagues: readonly Colleague[]; email: string }) {
  const t = useTranslations('operatorTickets')
  return (
    <>
      <option value="me">{t('me', { email })}</option>
      <option value="nobody">{t('nobody')}</option>
      {colleagues
        .filter((one) => one.email !== email)
        .map((one) => (
          <option key={one.accountId} value={one.accountId}>
            {one.email}
          </option>
        ))}
    </>
  )
}
