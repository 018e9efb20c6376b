import { useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { ownOrder, planEndOf } from '#src/billing/orders.ts'
import { presentOrder } from '#src/billing/present/present-order.ts'
import { type Receipt as IssuedReceipt, type Party, receiptOf } from '#src/billing/settlement/receipts.ts'
import { isRefusal } from '#src/contract/errors.ts'
import type { PageHandle } from '../../frame/frame.tsx'
import { useSite } from '../../page/frame-context.ts'
import { accountPage, notFound } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { less, money } from '../payment/money.ts'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = accountPage(['payment', 'plans'], async ({ ctx, session, params, locale, url }) => {
  try {
    const order = await presentOrder(ctx, await ownOrder(ctx, session.actor, params.no ?? ''), locale)
    const validUntil = await planEndOf(ctx, order.orderNo)
    const receipt = await receiptOf(ctx, ctx.postgres.db, order.orderNo)
    return { order, validUntil, receipt, email: session.account.email, head: { indexed: false } }
  } catch (error) {
    if (isRefusal(error) && error.error === 'not_found') throw notFound(url)
    throw error
  }
})

export default function Receipt() {
  const t = useTranslations('payment')
  const { order, receipt } = useLoaderData<typeof loader>()
  return (
    <section className="wrap pay-page pay-receipt">
      <p className="kick no-print">
        <PageLink to={`/payment/${order.orderNo}`}>← {t('order.meta', { no: order.orderNo })}</PageLink>
      </p>
      {receipt ? (
        <ReceiptCard receipt={receipt} />
      ) : (
        <div className="card">
          <StateCard title={t('receipt.notPaid')} />
        </div>
      )}
    </section>
  )
}

function ReceiptCard({ receipt }: { receipt: IssuedReceipt }) {
  const t = useTranslations('payment')
  const periods = useTranslations('plans.periods')
  const format = useFormatter()
  const { order, validUntil, email } = useLoaderData<typeof loader>()
  const { supportEmail } = useSite()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'long', timeStyle: 'short' })
  const rows: [string, string][] = [
    [t('receipt.number'), receipt.number],
    [t('orders.number'), order.orderNo],
    [t('orders.plan'), order.planName],
    ...(order.kind === 'upgrade' ? [] : [[t('receipt.period'), periods(order.period)] as [string, string]]),
    [t('receipt.paid'), day(order.closedAt ?? order.createdAt)],
    ...(validUntil === null ? [] : [[t('receipt.valid'), day(validUntil)] as [string, string]]),
    [t('choose.network'), `${order.network} · ${order.chainName}`],
    ...order.transactions.map((transfer): [string, string] => [t('receipt.transaction'), transfer.hash]),
    [t('summary.list'), money(order.list)],
    [t('summary.discount'), less(order.discount)],
    ...(order.coupon
      ? [[t('summary.coupon', { code: order.coupon.code }), less(order.coupon.amount)] as [string, string]]
      : []),
    [t('summary.upgradeDifference'), money(order.upgradeDifference)],
    [t('summary.credit'), less(order.credit)],
  ]
  return (
    <article className="card" aria-labelledby="receipt">
      <div className="card-head">
        <h1 id="receipt" className="page-title">
          {t('receipt.title')}
        </h1>
        <button type="button" className="btn btn-small btn-outline needs-script no-print" onClick={() => print()}>
          {t('receipt.print')}
        </button>
      </div>
      <div className="pay-parties">
        <PartyLines label={t('receipt.seller')} party={receipt.seller} email={supportEmail} />
        <PartyLines label={t('receipt.buyer')} party={receipt.buyer} email={email} />
      </div>
      <dl className="pay-lines">
        {rows.map(([label, value]) => (
          <div key={label + value}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        <div className="pay-total">
          <dt>{t('receipt.total')}</dt>
          <dd className="num">
            {money(order.payable)} <small>USDT</small>
          </dd>
        </div>
      </dl>
    </article>
  )
}

/** One side of the receipt: what is known of it, line by line. */
function PartyLines({ label, party, email }: { label: string; party: Party; email: string }) {
  const t = useTranslations('payment.receipt')
  return (
    <section>
      <h2>{label}</h2>
      {party.name && <p>{party.name}</p>}
      {party.address && <p>{party.address}</p>}
      {party.taxId && <p>{t('taxId', { id: party.taxId })}</p>}
      <p>{email}</p>
    </section>
  )
}
