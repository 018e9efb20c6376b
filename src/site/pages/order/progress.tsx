import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { money } from '../payment/money.ts'

export function Progress({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  const at = stepOf(order)
  const { received, missing, confirmations, confirmationsNeeded } = order
  const first =
    order.payment === 'partial'
      ? [t('steps.part', { amount: money(received) }), t('steps.toCome', { amount: money(missing) })]
      : [t('steps.waiting'), t('steps.seen', { n: String(confirmations), m: String(confirmationsNeeded) })]
  return (
    <ol className="pay-steps" aria-label={t('stepsLabel')}>
      {[...first, t('steps.final'), t('steps.active')].map((step, position) => (
        <li key={step} data-done={position < at || undefined} aria-current={position === at ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}

/** The index of the order's current step; 4 once the order is completed. */
function stepOf(order: WireOrder): number {
  if (order.status === orderStatus.completed) return 4
  if (order.payment === 'paid') return 2
  return order.transactions.length > 0 ? 1 : 0
}
