import { useTranslations } from 'use-intl'
import type { ListedRefund } from '#src/contract/operator/money/refunds.ts'
import { grouped } from '../../ui/grouped.ts'
import { ActArea, ActField } from '../acts/act.tsx'
import type { RowAct } from '../list/list-and-act.tsx'
import type { Reader } from '../shell/console-page.tsx'

export function useRefundActs({ may }: Reader): RowAct<ListedRefund>[] {
  const t = useTranslations('operatorMoney')
  const about = ({ email, amount, ...refund }: ListedRefund) => {
    const { id, address, network } = refund
    return { id, address, network, amount: grouped(amount), email: email ?? t('gone') }
  }
  const worded = (name: 'approve' | 'pay' | 'refuse') => ({
    ...{ name, link: t(`refunds.${name}.open`), submit: t(`refunds.${name}.submit`) },
    label: ({ id }: ListedRefund) => t(`refunds.${name}.openOne`, { id }),
    title: (refund: ListedRefund) => t(`refunds.${name}.title`, about(refund)),
  })
  return [
    {
      ...worded('approve'),
      where: ({ status }) => status === 'requested' && may('refund.approve'),
      look: 'btn btn-outline btn-dense',
      effects: (refund) => [
        t('refunds.approve.binds', about(refund)),
        t('refunds.approve.send', about(refund)),
        t('refunds.approve.second'),
      ],
    },
    {
      ...worded('pay'),
      where: ({ status }) => status === 'approved' && may('refund.pay'),
      look: 'btn btn-accent btn-dense',
      effects: (refund) => [t('refunds.pay.checks', about(refund)), t('refunds.pay.books'), t('refunds.pay.told')],
      fields: () => <Transfer />,
    },
    {
      ...worded('refuse'),
      where: () => may('refund.refuse'),
      effects: (refund) => [t('refunds.refuse.back', about(refund)), t('refunds.refuse.told')],
      danger: true,
      fields: () => <ActArea label={t('refunds.refuse.reason')} name="reason" maxLength={500} required />,
    },
  ]
}

function Transfer() {
  const t = useTranslations('operatorMoney')
  return (
    <>
      <ActField
        label={t('transfer.transaction')}
        name="txHash"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <label className="middle gap-12">
        <input type="checkbox" name="unchecked" value="yes" />
        <span>{t('refunds.pay.unchecked')}</span>
      </label>
    </>
  )
}
