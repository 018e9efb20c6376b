import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { countryNames } from '#src/contract/values/countries.ts'
import { ActingBand } from '../../account/acting.tsx'
import { BackLink } from '../../account/back-link.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { localeContext } from '../../context/context.ts'
import { attempt, send } from '../../page/invoke.server.ts'
import { accountPage, requireSession, translatorOf } from '../../page/page.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { knownOf } from '../../reads/read.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { countriesIn } from '../buyer/countries.server.ts'
import { submittedDetails } from '../buyer/submitted-details.ts'
import { PaperCard } from './paper-card.tsx'
import { ReissueForm } from './reissue-form.tsx'

/** Loads a paper by its number, or the valid receipt of an order. */
export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['paper', 'plans', 'account'], async ({ session, params: { no, number = '' }, locale }) => {
    const read =
      no === undefined
        ? await attempt(args, 'GET /api/billing/papers/{number}', { params: { number } })
        : await attempt(args, 'GET /api/order/{no}/receipt', { params: { no } })
    const paper = knownOf(read)
    const title = paper ? `${translatorOf(locale, 'paper')(`title.${paper.kind}` as never)} ${paper.number}` : undefined
    const codes = paper ? [paper.seller.country, paper.buyer.country, paper.tax?.country] : []
    const nameOf = countryNames(locale)
    return {
      read,
      orderNo: no ?? paper?.orderNo ?? null,
      email: session.acting?.email ?? session.account.email,
      names: Object.fromEntries(codes.flatMap((code) => (code ? [[code, nameOf(code)]] : []))),
      countries: paper?.reissueUntil ? countriesIn(locale) : [],
      head: { indexed: false, ...(title ? { title } : {}) },
    }
  })(args)

export async function action(args: ActionFunctionArgs) {
  requireSession(args)
  const form = await submittedForm(args)
  const params = { number: String(form.get('number') ?? '') }
  const answer = await send(args, 'POST /api/billing/papers/{number}/reissue', { params, body: submittedDetails(form) })
  if (!answer.ok) return answer.refusal
  return redirect(`/${args.context.get(localeContext)}/dashboard/billing/papers/${answer.data.number}`)
}

export default function PaperPage() {
  const t = useTranslations('paper')
  const { read, names, email, orderNo, countries } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <section className="wrap stack gap-24 pay-page paper">
      <div className="no-print">
        <ActingBand />
      </div>
      <p className="kick no-print flow gap-8-24">
        <BackLink to="/dashboard/billing/papers">{t('list.older')}</BackLink>
        {orderNo && <BackLink to={`/payment/${orderNo}`}>{`${t('order')} ${orderNo}`}</BackLink>}
      </p>
      <CardOf title={t('list.title')} read={read}>
        {(paper) =>
          paper ? (
            <>
              <PaperCard paper={paper} names={names} email={email} />
              {paper.reissueUntil && <ReissueForm {...{ paper, until: paper.reissueUntil, countries, refusal }} />}
            </>
          ) : (
            <div className="card">
              <StateCard title={t('notPaid')} />
            </div>
          )
        }
      </CardOf>
    </section>
  )
}
