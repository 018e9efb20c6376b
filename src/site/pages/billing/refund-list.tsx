import { useTranslations } from 'use-intl'
import type { WireRefund } from '#src/contract/account/credit.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { money } from '../payment/money.ts'
import { TransactionLink } from './transaction-link.tsx'

export function RefundList({ refunds }: { refunds: readonly WireRefund[] }) {
  const t = useTranslations('billing.refund')
  if (refunds.length === 0) return null
  return (
    <section className="card" aria-labelledby="refunds">
      <div className="card-head">
        <h2 id="refunds">{t('past')}</h2>
      </div>
      <ul className="ruled">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <RefundLines refund={refund} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const marks = { requested: 'expiring', approved: 'normal', paid: 'normal', refused: 'off', withdrawn: 'none' } as const

export function RefundLines({ refund }: { refund: WireRefund }) {
  const t = useTranslations('billing.refund')
  return (
    <dl className="ruled pay-lines billing-lines">
      <div>
        <dt>{t('number')}</dt>
        <dd className="num">{refund.id}</dd>
      </div>
      <div>
        <dt>{t('state')}</dt>
        <dd>
          <span className="status" data-status={marks[refund.status]}>
            {t(`status.${refund.status}`)}
          </span>
        </dd>
      </div>
      <div>
        <dt>{t('amount')}</dt>
        <dd className="num">{money(refund.amount)}</dd>
      </div>
      <div>
        <dt>{t('address')}</dt>
        <dd className="num">
          {refund.address}
          <br />
          {refund.network} · {refund.chainName}
        </dd>
      </div>
      <div>
        <dt>{t('requested')}</dt>
        <dd>
          <Moment at={refund.requestedAt} />
        </dd>
      </div>
      {refund.reason && (
        <div>
          <dt>{t('reason')}</dt>
          <dd>{refund.reason}</dd>
        </div>
      )}
      {refund.transaction && (
        <div>
          <dt>{t('transaction')}</dt>
          <dd>
            <TransactionLink {...refund.transaction} />
          </dd>
        </div>
      )}
    </dl>
  )
}
