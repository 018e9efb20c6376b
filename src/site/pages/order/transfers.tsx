import { useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { money } from '../payment/money.ts'

export function Transfers({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  if (order.transactions.length === 0) return null
  return (
    <section className="card" aria-labelledby="transfers">
      <div className="card-head">
        <h2 id="transfers">{t('transactions')}</h2>
        <small>{order.network}</small>
      </div>
      <TransferList order={order} />
      {order.transactions.length > 1 && (
        <p className="flow-apart pay-foot">
          {t('sum')} <b className="num">{money(order.received)} USDT</b>
        </p>
      )}
    </section>
  )
}

export function TransferList({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  return (
    <ul className="pay-transfers">
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
          <span className="status" data-status={transfer.final ? 'normal' : 'expiring'}>
            {transfer.final
              ? t('isFinal')
              : t('confirmations', { n: String(transfer.confirmations), m: String(order.confirmationsNeeded) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
