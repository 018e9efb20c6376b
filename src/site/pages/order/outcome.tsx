import { useLocale, useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { languages } from '#src/contract/locale.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PageLink } from '../../page/page-link.tsx'
import { money, overpaid } from '../payment/money.ts'
import { orderAgain } from '../payment/order-list.tsx'

function closedBy(order: WireOrder, t: ReturnType<typeof useTranslations<'payment.order'>>): string {
  if (order.flags.includes('not_applied')) return t('notApplied')
  return order.status === orderStatus.cancelled ? t('cancelled') : t('timedOut')
}

/** The reasons why a payment after the deadline did not buy at the agreed price. */
function WhyLate({ late }: Pick<WireOrder, 'late'>) {
  const t = useTranslations('payment.order')
  const locale = useLocale()
  if (!late) return null
  const due = late.due === null ? [] : [t('why.due', { due: money(late.due) })]
  const sentences = [...late.reasons.map((reason) => t(`why.${reason}`)), ...due]
  return <p>{sentences.join(languages[locale].marks.sentences)}</p>
}

export function Outcome({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  const isFinal = order.transactions.every(({ final }) => final)
  if (order.status === orderStatus.completed)
    return (
      <div className="card flow-apart pay-outcome" data-tone="good">
        <p className="pay-outcome-title">{t('success')}</p>
        {overpaid(order) !== '0.00' && <p>{t('overpaid', { amount: money(order.received) })}</p>}
        <WhyLate late={order.late} />
        <p className="acts">
          <PageLink className="btn btn-outline" to="/dashboard">
            {t('toKey')}
          </PageLink>
        </p>
      </div>
    )
  return (
    <div className="card flow-apart pay-outcome">
      <p className="pay-outcome-title">{closedBy(order, t)}</p>
      {order.credit !== '0.00' && <p>{t('creditBack', { amount: money(order.credit) })}</p>}
      {order.received !== '0.00' && <p>{t(isFinal ? 'credited' : 'creditSeen', { amount: money(order.received) })}</p>}
      <WhyLate late={order.late} />
      <p className="acts">
        <PageLink className="btn btn-accent" to={orderAgain(order)}>
          {t('again')}
        </PageLink>
      </p>
    </div>
  )
}
