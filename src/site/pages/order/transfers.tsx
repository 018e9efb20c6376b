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
        <p className="flow-apart gap-8-16 pad-12-20 ruled-top">
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
      {order.transactions.map((transfer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may have several transfers
        <li key={`${transfer.hash} ${at}`}>
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

/** Informs the customer that another token arrived at the order's address. That token does not count as payment. */
export function OtherToken({ order: { otherToken } }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  if (!otherToken) return null
  const { amount, symbol, token, transaction } = otherToken
  return (
    <p className="notice notice-bad">
      {t.rich('otherToken', {
        what: () => <b className="num">{symbol === null ? amount : `${amount} ${symbol}`}</b>,
        token: () => <span className="num breakable">{token}</span>,
        transaction: () =>
          transaction.url ? (
            <a className="link num breakable" href={transaction.url} rel="noreferrer" target="_blank">
              {transaction.hash}
            </a>
          ) : (
            <span className="num breakable">{transaction.hash}</span>
          ),
      })}
    </p>
  )
}
