import {
  type ActionFunctionArgs,
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { useTranslations } from 'use-intl'
import { presentOrderPage } from '#src/billing/order-page.ts'
import { createOrder } from '#src/billing/orders.ts'
import { orderRequestSchema } from '#src/contract/account/billing.ts'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import { orderStatus } from '#src/contract/order-status.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { PageHandle } from '../../frame/frame.tsx'
import { localeContext, platformContext } from '../../page/context.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { choiceOf } from './choice.server.ts'
import { ChoiceForm } from './choice-form.tsx'
import { money } from './money.ts'
import { OrderList } from './order-list.tsx'
import { OrderSummary } from './order-summary.tsx'

const pageSize = 10

export const handle: PageHandle = { alwaysSticky: true }

export const loader = accountPage(['payment', 'plans'], async (call) => {
  const page = Math.max(1, Math.min(100_000, Math.floor(Number(call.url.searchParams.get('page'))) || 1))
  const orders = await presentOrderPage(call.ctx, call.session.actor, { page, size: pageSize }, call.locale)
  const pending = orders.content.find((order) => order.status === orderStatus.pending)?.orderNo ?? null
  return { ...(await choiceOf(call)), orders, pending, head: { indexed: false } }
})

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const session = requireSession(args)
  const ctx = context.get(platformContext)
  const locale = context.get(localeContext)
  const form = Object.fromEntries(await submittedForm(args))
  const { intent, ...fields } = form
  try {
    const asked = orderRequestSchema.safeParse({ ...fields, keyId: fields.keyId || undefined })
    if (intent !== 'order' || !asked.success) throw refuse('bad_request')
    const order = await createOrder(ctx, session.actor, {
      ...asked.data,
      keyId: asked.data.keyId ?? null,
      locale,
      idempotencyKey: null,
    })
    return redirect(`/${locale}/payment/${order.no}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return data({ message: errorMessage(locale, error.error, error.detail) }, { status: 409 })
  }
}

/** A refused order may be news from another tab: the page reads itself again. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function Payment() {
  const t = useTranslations('payment')
  const page = useLoaderData<typeof loader>()
  const failed = useActionData<typeof action>()
  return (
    <section className="wrap pay-page">
      <header className="pay-head">
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      {page.pending && (
        <p className="notice pay-pending">
          {t('pending', { no: page.pending })}
          <SentenceSpace />
          <PageLink className="link" to={`/payment/${page.pending}`}>
            {t('pendingOpen')}
          </PageLink>
        </p>
      )}
      {failed?.message && (
        <p className="notice notice-bad" role="alert">
          {failed.message}
        </p>
      )}
      <div className="pay-choose">
        <ChoiceForm choice={page} />
        <OrderSummary choice={page} blocked={page.pending !== null} />
      </div>
      {page.credit !== '0.00' && (
        <p className="notice">
          {t('credit', { amount: money(page.credit) })}
          <SentenceSpace />
          <PageLink className="link" to="/dashboard/billing">
            {t('creditOpen')}
          </PageLink>
        </p>
      )}
      <OrderList orders={page.orders} />
    </section>
  )
}
