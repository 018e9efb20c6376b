import { useTranslations } from 'use-intl'
import type { ListedRefund } from '#src/contract/operator/money/refunds.ts'
import { grouped } from '../../ui/grouped.ts'
import { Act, ActArea, ActField } from '../acts/act.tsx'

/** The forms about one refund request. */
export function RefundActs({ refund, email }: { refund: ListedRefund; email: string }) {
  const t = useTranslations('operatorMoney')
  const { id, address, network, status } = refund
  const about = { id, amount: grouped(refund.amount), email: refund.email ?? t('gone'), address, network }
  return (
    <>
      {status === 'requested' && (
        <Act
          name="approve"
          on={id}
          title={t('refunds.approve.title', about)}
          effects={[t('refunds.approve.binds', about), t('refunds.approve.send', about), t('refunds.approve.second')]}
          submit={t('refunds.approve.submit')}
          email={email}
        />
      )}
      <Act
        name="refuse"
        on={id}
        title={t('refunds.refuse.title', about)}
        effects={[t('refunds.refuse.back', about), t('refunds.refuse.told')]}
        submit={t('refunds.refuse.submit')}
        email={email}
        danger
      >
        <ActArea label={t('refunds.refuse.reason')} name="reason" maxLength={500} required />
      </Act>
      {status === 'approved' && (
        <Act
          name="pay"
          on={id}
          title={t('refunds.pay.title', about)}
          effects={[t('refunds.pay.checks', about), t('refunds.pay.books'), t('refunds.pay.told')]}
          submit={t('refunds.pay.submit')}
          email={email}
        >
          <ActField
            label={t('transfer.transaction')}
            name="txHash"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <label className="check">
            <input type="checkbox" name="unchecked" value="yes" />
            <span>{t('refunds.pay.unchecked')}</span>
          </label>
        </Act>
      )}
    </>
  )
}
