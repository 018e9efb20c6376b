import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSubmit,
} from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { WireOrder } from '#src/contract/account/billing.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { BackLink } from '../../account/back-link.tsx'
import { MeterBar } from '../../account/meter-bar.tsx'
import { ShownAccount } from '../../account/shown-account.tsx'
import { localeContext } from '../../context/context.ts'
import { qrPath } from '../../context/qr-path.server.ts'
import { attempt, invoke } from '../../page/invoke.server.ts'
import { accountPage, requireSession, translatorOf } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { knownOf } from '../../reads/read.ts'
import { NotRead } from '../../reads/shown.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { firstCallOf } from '../dashboard/first-call.server.ts'
import { money } from '../payment/money.ts'
import { OrderStatus } from '../payment/order-list.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderHelp } from './order-help.tsx'
import { Outcome } from './outcome.tsx'
import { type Opened, PaidKey } from './paid-key.tsx'
import { PayCard } from './pay-card.tsx'
import { OtherToken, Transfers } from './transfers.tsx'
import { useOrder } from './use-order.ts'

/** The texts of an order page that shows no key yet. The page is loaded again when the order completes. */
const textsBeforeKey = [
  ...['payment.order', 'payment.status', 'payment.summary', 'payment.orders.plan', 'payment.choose.network'],
  ...['plans.periods', 'account.nav', 'account.acting', 'account.busy', 'reads'],
]

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['payment', 'plans', 'account', 'dashboard', 'request'], async (page) => {
    const { ctx, session, locale, params } = page
    const no = params.no ?? ''
    const read = await attempt(args, 'GET /api/order/{no}', { params: { no } })
    const title = translatorOf(locale, 'payment')('order.meta' as never, { no } as never)
    const order = knownOf(read)
    const keys = order?.status === orderStatus.completed ? await attempt(args, 'GET /api/keys', {}) : null
    const apiKey = keys && knownOf(keys)?.find(({ id }) => id === order?.keyId)
    const opened: Opened | null = keys && {
      shown: apiKey
        ? {
            apiKey,
            apiUrl: ctx.settings.apiUrl,
            call: await firstCallOf(page, apiKey),
            recentUntil: session.recentUntil,
          }
        : null,
      failed: keys.state === 'failed',
      email: session.account.email,
      now: ctx.clock.now(),
    }
    const scripted = keys ? {} : { scripted: textsBeforeKey }
    const qr = order?.address ? qrPath(order.address) : null
    return { no, read, opened, qr, ...scripted, head: { title, indexed: false } }
  })(args)

export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const no = args.params.no ?? ''
  await submittedForm(args)
  const answer = await invoke(args, 'POST /api/order/{no}/cancel', { params: { no } })
  if (answer.ok) return redirect(`/${args.context.get(localeContext)}/payment/${encodeURIComponent(no)}`)
  return data({ message: answer.refusal.msg }, { status: 409 })
}

export default function OrderPage() {
  const t = useTranslations('payment.order')
  const { no, read } = useLoaderData<typeof loader>()
  if (read.state === 'known') return <KnownOrder loaded={read.value} />
  const number = <span className="nowrap num">{no}</span>
  return (
    <AccountPage
      within="orders"
      above={<BackLink to="/dashboard/orders">{t('back')}</BackLink>}
      title={t.rich('title', { no: () => number })}
    >
      <section className="card card-body">
        <NotRead />
      </section>
    </AccountPage>
  )
}

function KnownOrder({ loaded }: { loaded: WireOrder }) {
  const t = useTranslations('payment.order')
  const { opened, qr } = useLoaderData<typeof loader>()
  const failed = useActionData<typeof action>()
  const { order, connected, refresh } = useOrder(loaded)
  return (
    <AccountPage
      within="orders"
      above={<BackLink to="/dashboard/orders">{t('back')}</BackLink>}
      title={t.rich('title', { no: () => <span className="nowrap num">{order.orderNo}</span> })}
      subtitle={<Subtitle order={order} />}
      acts={<Acts order={order} />}
    >
      <div role="status" aria-live="polite" className="stack gap-12 pay-news">
        <OrderUpdates order={order} connected={connected} />
        {failed?.message && <p className="notice notice-bad">{failed.message}</p>}
        {order.status !== orderStatus.pending && <Outcome order={order} />}
      </div>
      {order.status === orderStatus.pending && qr && order.address !== null && order.address === loaded.address && (
        <PayCard
          order={order}
          qr={qr}
          address={order.address}
          refresh={refresh}
          cancel={<CancelButton order={order} />}
        />
      )}
      {order.status === orderStatus.completed && <PaidKey opened={opened} />}
      <div className="stack gap-24 at-start pay-below">
        <OrderDetails order={order} />
        {order.status !== orderStatus.pending && <Transfers order={order} />}
        {isOpenToHelp(order) && <OrderHelp orderNo={order.orderNo} status={order.status} />}
      </div>
    </AccountPage>
  )
}

function isOpenToHelp({ status, flags }: WireOrder): boolean {
  return status !== orderStatus.completed && !flags.includes('not_applied')
}

function Subtitle({ order }: { order: WireOrder }) {
  const kinds = useTranslations('payment.order.kind')
  const periods = useTranslations('plans.periods')
  return (
    <span className="flow-middle gap-4-16 text-14">
      <OrderStatus order={order} />
      <span>
        {order.planName} · {periods(order.period)} · {kinds(order.kind)}
      </span>
    </span>
  )
}

function Acts({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  if (order.status === orderStatus.completed)
    return (
      <PageLink className="btn btn-small btn-outline" to={`/payment/${order.orderNo}/receipt`}>
        {t('receipt')}
      </PageLink>
    )
  return isOpenToHelp(order) ? (
    <a className="btn btn-small btn-outline" href="#help">
      {t('help.open')}
    </a>
  ) : null
}

/**
 * Notices about the order, in a live region: screen readers announce each change since the page was opened. For them,
 * the state of an open order is a sentence.
 */
function OrderUpdates({ order, connected }: { order: WireOrder; connected: boolean }) {
  const t = useTranslations('payment.order')
  const format = useFormatter()
  const share = Number(order.received) / Number(order.payable)
  const figures = { received: money(order.received), payable: money(order.payable), missing: money(order.missing) }
  return (
    <>
      {order.status === orderStatus.pending && <p className="sr-only">{spoken(order, t)}</p>}
      {!connected && <p className="notice notice-bad">{t('reconnecting')}</p>}
      {order.networkDelayed && <p className="notice notice-bad">{t('networkDelayed', { network: order.network })}</p>}
      {order.status === orderStatus.pending && order.verifying && <p className="notice">{t('verifying')}</p>}
      <OtherToken order={order} />
      {order.status === orderStatus.pending && order.payment === 'partial' && (
        <div className="notice stack gap-8 pay-part">
          <p className="flow-ends gap-0-16">
            <span>
              {t('partial', figures)}
              <SentenceSpace />
              {order.extended && t('extended')}
            </span>
            <span className="num">{format.number(share, { style: 'percent', maximumFractionDigits: 1 })}</span>
          </p>
          <MeterBar used={Number(order.received)} limit={Number(order.payable)} />
        </div>
      )}
    </>
  )
}

/**
 * An open order's state as a sentence for screen readers. The sentence changes with each step of the payment, but not
 * with each confirming block.
 */
function spoken(order: WireOrder, t: ReturnType<typeof useTranslations<'payment.order'>>): string {
  if (order.payment === 'paid') return t('steps.final')
  return order.transactions.length > 0 ? t('seenOnly') : t('steps.waiting')
}

function CancelButton({ order }: { order: WireOrder }) {
  const t = useTranslations('payment.order')
  const submit = useSubmit()
  if (order.transactions.length > 0 || order.verifying) return null
  return (
    <Form
      method="post"
      data-scripted
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        const yes = await confirm({
          title: t.rich('cancelTitle', { no: () => <span className="nowrap">{order.orderNo}</span> }),
          message: t('cancelText'),
          confirm: t('cancel'),
          cancel: t('keep'),
          danger: true,
        })
        if (yes) await submit(form)
      }}
    >
      <ShownAccount />
      <button type="submit" className="btn btn-small btn-outline">
        {t('cancel')}
      </button>
    </Form>
  )
}
