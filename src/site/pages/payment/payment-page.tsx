import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { useTranslations } from 'use-intl'
import type { ChoiceQuery } from '#src/contract/account/order-choice.ts'
import { namesOf } from '#src/contract/record.ts'
import { ActingBand } from '../../account/acting.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { Announcements } from '../../announcements/announcements.tsx'
import { localeContext } from '../../context/context.ts'
import { answerOf, attempt, dataOf, demand, invoke, send } from '../../page/invoke.server.ts'
import { accountPage, requireSession } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { knownOf } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { countriesIn } from '../buyer/countries.server.ts'
import { submittedDetails } from '../buyer/submitted-details.ts'
import { BuyerDetails } from './buyer-details.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { money } from './money.ts'
import { OpenOrder } from './open-order.tsx'
import { OrderList } from './order-list.tsx'
import { OrderSummary } from './order-summary.tsx'
import { readOrders } from './orders.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['payment', 'plans', 'account'], async ({ url, locale }) => {
    const listed = await readOrders(args, url)
    const { key, ...query }: ChoiceQuery = Object.fromEntries(url.searchParams)
    const offered = async () => {
      const ofKey = key ? await invoke(args, 'GET /api/order/choice', { query: { ...query, key } }) : null
      // A link may name a key that has ended; the first offer is shown instead.
      return ofKey?.ok ? ofKey : invoke(args, 'GET /api/order/choice', { query })
    }
    return {
      ...listed,
      choice: await answerOf(args, offered(), (answer) => dataOf(args, answer)),
      details: await attempt(args, 'GET /api/billing/details', {}),
      countries: countriesIn(locale),
      head: { indexed: false },
    }
  })(args)

function orderOf(form: FormData) {
  const { intent: _, keyId, idempotencyKey, name, address, country, taxId, ...fields } = Object.fromEntries(form)
  const body = { ...fields, ...(keyId ? { keyId } : {}), currency: 'USDT' }
  return idempotencyKey ? { body, headers: { 'idempotency-key': String(idempotencyKey) } } : { body }
}

export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const form = await submittedForm(args)
  const saved = await saveDetails(args, form)
  if (saved && !saved.ok) return data({ message: saved.refusal.msg, refusal: saved.refusal }, { status: 400 })
  const answer = await send(args, 'POST /api/order', orderOf(form))
  if (answer.ok) return redirect(`/${args.context.get(localeContext)}/payment/${answer.data.orderNo}`)
  return data({ message: answer.refusal.msg, refusal: null }, { status: 409 })
}

/** Saves the buyer's details if the customer changed them. */
async function saveDetails(args: ActionFunctionArgs, form: FormData) {
  if (!form.has('taxId')) return null
  const body = submittedDetails(form)
  const known = await demand(args, 'GET /api/billing/details', {})
  const isSame = namesOf(body).every((field) => body[field] === known[field])
  return isSame ? null : send(args, 'PUT /api/billing/details', { body })
}

/** A 409 may mean that another tab made an order, so the page's data is loaded again. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function Payment() {
  const t = useTranslations('payment')
  const page = useLoaderData<typeof loader>()
  const failed = useActionData<typeof action>()
  const pending = knownOf(page.pending)
  const orders = (
    <CardOf title={t('orders.title')} read={page.orders}>
      {(known) => <OrderList orders={known} filters={page.filters} />}
    </CardOf>
  )
  return (
    <section className="wrap stack gap-24 pay-page">
      <ActingBand />
      <Announcements />
      <header className="stack gap-8 pay-head">
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead">{t('lead')}</p>
      </header>
      <Shown read={page.pending} failed={t('orders.openFailed')}>
        {(no) => no && <OpenOrder no={no} />}
      </Shown>
      {pending && orders}
      {failed?.message && (
        <p className="notice notice-bad" role="alert">
          {failed.message}
        </p>
      )}
      <CardOf title={t('summary.title')} read={page.choice}>
        {(choice) => (
          <>
            <div className="stack gap-24 at-start pay-choose">
              <ChoiceForm choice={choice} />
              <OrderSummary choice={choice} blocked={pending !== null}>
                <Shown read={page.details} failed={t('summary.buyerFailed')}>
                  {(details) => (
                    <BuyerDetails details={details} countries={page.countries} refusal={failed?.refusal ?? null} />
                  )}
                </Shown>
              </OrderSummary>
            </div>
            {choice.credit !== '0.00' && (
              <p className="notice">
                {t('credit', { amount: money(choice.credit) })}
                <SentenceSpace />
                <PageLink className="link" to="/dashboard/billing">
                  {t('creditOpen')}
                </PageLink>
              </p>
            )}
          </>
        )}
      </CardOf>
      {!pending && orders}
    </section>
  )
}
