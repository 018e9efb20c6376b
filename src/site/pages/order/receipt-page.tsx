import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Receipt as IssuedReceipt, Party } from '#src/contract/account/billing.ts'
import { ActingBand } from '../../account/acting.tsx'
import { BackLink } from '../../account/back-link.tsx'
import { useSite } from '../../context/site-context.ts'
import { demand } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { discountBeside, less, money } from '../payment/money.ts'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['payment', 'plans', 'account'], async ({ session, params: { no = '' } }) => {
    const order = await demand(args, 'GET /api/order/{no}', { params: { no } })
    const receipt = await demand(args, 'GET /api/order/{no}/receipt', { params: { no } })
    return { order, receipt, email: session.account.email, head: { indexed: false } }
  })(args)

export default function Receipt() {
  const t = useTranslations('payment')
  const { order, receipt } = useLoaderData<typeof loader>()
  return (
    <section className="wrap stack pay-page pay-receipt">
      <div className="no-print">
        <ActingBand />
      </div>
      <p className="kick no-print">
        <BackLink to={`/payment/${order.orderNo}`}>{t('order.meta', { no: order.orderNo })}</BackLink>
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
  const { order, email } = useLoaderData<typeof loader>()
  const { supportEmail } = useSite()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'long', timeStyle: 'short' })
  const rows: [string, string][] = [
    [t('receipt.number'), receipt.number],
    [t('orders.number'), order.orderNo],
    [t('orders.plan'), order.planName],
    ...(order.kind === 'upgrade' ? [] : [[t('receipt.period'), periods(order.period)] satisfies [string, string]]),
    [t('receipt.paid'), day(order.closedAt ?? order.createdAt)],
    ...(receipt.planExpiresAt === null
      ? []
      : [[t('receipt.valid'), day(receipt.planExpiresAt)] satisfies [string, string]]),
    [t('choose.network'), `${order.network} · ${order.chainName}`],
    ...order.transactions.map((transfer): [string, string] => [t('receipt.transaction'), transfer.hash]),
    [t('summary.list'), money(order.list)],
    [t('summary.discount'), less(discountBeside(order.discount, order.coupon))],
    ...(order.coupon
      ? [[t('summary.coupon', { code: order.coupon.code }), less(order.coupon.amount)] satisfies [string, string]]
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
      <div className="stack pay-parties">
        <PartyLines label={t('receipt.seller')} party={receipt.seller} email={supportEmail} />
        <PartyLines label={t('receipt.buyer')} party={receipt.buyer} email={email} />
      </div>
      <dl className="ruled pay-lines">
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
