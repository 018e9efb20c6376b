import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'

const steps = ['waiting', 'seen', 'final', 'active'] as const

export function Progress({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  const at = stepOf(order)
  return (
    <ol className="pay-steps" aria-label={t('stepsLabel')}>
      {steps.map((step, position) => (
        <li key={step} data-done={position < at || undefined} aria-current={position === at ? 'step' : undefined}>
          {step === 'seen'
            ? t('steps.seen', { n: String(order.confirmations), m: String(order.confirmationsNeeded) })
            : t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}

function stepOf(order: WireOrder): number {
  if (order.status === orderStatus.completed) return steps.length
  if (order.payment === 'paid') return 2
  return order.transactions.length > 0 ? 1 : 0
}
