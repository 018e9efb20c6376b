import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { discountBeside, less, money, overpaid } from '../payment/money.ts'

/** The prices of an order. Amounts of zero have no line. */
export function OrderDetails({ order }: { order: WireOrder }) {
  const t = useTranslations('payment')
  const periods = useTranslations('plans.periods')
  const rows: [label: string, amount: string, isLess?: boolean][] = [
    [t('summary.list'), order.list],
    [t('summary.discount'), discountBeside(order.discount, order.coupon), true],
    [t('summary.coupon', { code: order.coupon?.code ?? '' }), order.coupon?.amount ?? '0.00', true],
    [t('summary.upgradeDifference'), order.upgradeDifference],
    [t('summary.credit'), order.credit, true],
  ]
  const paid: [label: string, amount: string][] =
    order.status === orderStatus.completed
      ? [
          [t('summary.arrived'), order.received],
          [t('summary.over'), overpaid(order)],
        ]
      : []
  return (
    <section className="card" aria-labelledby="details">
      <div className="card-head">
        <h2 id="details">{t('order.details')}</h2>
        <small>
          <Moment at={order.createdAt} />
        </small>
      </div>
      <dl className="ruled pay-lines">
        <div>
          <dt>{t('orders.plan')}</dt>
          <dd>
            {order.planName} · {periods(order.period)}
          </dd>
        </div>
        <div>
          <dt>{t('choose.network')}</dt>
          <dd className="num">
            {order.network} · {order.chainName}
          </dd>
        </div>
        {rows
          .filter(([, amount]) => amount !== '0.00')
          .map(([label, amount, isLess]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{isLess ? less(amount) : money(amount)}</dd>
            </div>
          ))}
        <div className="pay-sum">
          <dt>{t('summary.payable')}</dt>
          <dd className="num">{money(order.payable)} USDT</dd>
        </div>
        {paid
          .filter(([, amount]) => amount !== '0.00')
          .map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{money(amount)} USDT</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
