import { useFormatter, useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { discountBeside, less, money } from '../payment/money.ts'

export function OrderDetails({ order }: { order: WireOrder }) {
  const t = useTranslations('payment')
  const periods = useTranslations('plans.periods')
  const format = useFormatter()
  const rows: [string, string][] = [
    [t('orders.plan'), order.planName],
    [t('choose.period'), periods(order.period)],
    [t('choose.network'), `${order.network} · ${order.chainName}`],
    [t('summary.list'), money(order.list)],
    [t('summary.discount'), less(discountBeside(order.discount, order.coupon))],
    ...(order.coupon
      ? [[t('summary.coupon', { code: order.coupon.code }), less(order.coupon.amount)] satisfies [string, string]]
      : []),
    ...(order.kind === 'upgrade'
      ? [[t('summary.upgradeDifference'), money(order.upgradeDifference)] satisfies [string, string]]
      : []),
    [t('summary.credit'), less(order.credit)],
    [t('summary.payable'), `${money(order.payable)} USDT`],
    [t('orders.created'), format.dateTime(order.createdAt, { dateStyle: 'medium', timeStyle: 'short' })],
  ]
  return (
    <section className="card" aria-labelledby="details">
      <div className="card-head">
        <h2 id="details">{t('order.details')}</h2>
        <small>{t(`order.kind.${order.kind}`)}</small>
      </div>
      <dl className="pay-lines">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {order.transactions.length > 0 && <Transfers order={order} />}
    </section>
  )
}

function Transfers({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  return (
    <div className="pay-transfers">
      <h3>{t('transactions')}</h3>
      <ul>
        {order.transactions.map((transfer) => (
          <li key={transfer.hash}>
            <span className="num pay-hash">
              {transfer.url ? (
                <a className="link" href={transfer.url} rel="noreferrer" target="_blank">
                  {transfer.hash}
                </a>
              ) : (
                transfer.hash
              )}
            </span>
            <span className="num">{money(transfer.amount)} USDT</span>
            <small>
              {transfer.final
                ? t('isFinal')
                : t('confirmations', { n: String(transfer.confirmations), m: String(order.confirmationsNeeded) })}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
