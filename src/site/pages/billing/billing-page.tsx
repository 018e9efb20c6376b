import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Billing, WireRefund } from '#src/contract/account/credit.ts'
import type { Paper } from '#src/contract/account/papers.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { useAct } from '../../account/use-act.ts'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { mapAnswer } from '../../reads/read.ts'
import { countriesIn } from '../buyer/countries.server.ts'
import { PapersCard } from '../papers/papers-card.tsx'
import { CreditCard } from './credit-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { RefundCard } from './refund-card.tsx'
import { RefundList } from './refund-list.tsx'
import { RenewalCard } from './renewal-card.tsx'
import '../security/security.css'
import './billing.css'

const papersShown = 5

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['billing', 'paper', 'account'], async ({ url, locale, session }) => {
    const after = url.searchParams.get('after') ?? undefined
    const papers = await attempt(args, 'GET /api/billing/papers', { query: {} })
    return {
      billing: await attempt(args, 'GET /api/billing', { query: { after } }),
      renewals: await attempt(args, 'GET /api/renewals', {}),
      papers: mapAnswer(papers, ({ content }) => content.slice(0, papersShown)),
      ...{ email: session.account.email, isFirst: after === undefined, countries: countriesIn(locale) },
      head: { indexed: false },
    }
  })(args)

export default function BillingPage() {
  const { billing, renewals, papers, countries, email, isFirst } = useLoaderData<typeof loader>()
  const t = useTranslations('billing')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <CardOf title={t('credit.title')} read={billing}>
        {(known) => (
          <div className="stack gap-24 security-grid">
            <RefundCard billing={known} open={openRefund(known)} act={act} />
            <DetailsCard details={known.details} countries={countries} act={act} />
          </div>
        )}
      </CardOf>
      <CardOf title={t('renewal.title')} read={renewals}>
        {(known) => <RenewalCard renewals={known} act={act} />}
      </CardOf>
      <CardOf title={t('papers.title')} read={papers}>
        {(known) => <Papers papers={known} />}
      </CardOf>
      <CardOf title={t('credit.history')} read={billing}>
        {(known) => (
          <>
            <CreditCard entries={known.entries} isFirst={isFirst} />
            <RefundList refunds={known.refunds.filter((refund) => refund !== openRefund(known))} />
          </>
        )}
      </CardOf>
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}

function openRefund({ refunds }: Billing): WireRefund | null {
  return refunds.find(({ status }) => status === 'requested' || status === 'approved') ?? null
}

function Papers({ papers }: { papers: readonly Paper[] }) {
  const t = useTranslations('billing.papers')
  if (papers.length === 0) return null
  return (
    <section className="stack billing-papers" aria-labelledby="papers">
      <h2 id="papers">{t('title')}</h2>
      <PapersCard papers={papers}>
        <p className="card-body">
          <PageLink className="link" to="/dashboard/billing/papers">
            {t('all')}
          </PageLink>
        </p>
      </PapersCard>
    </section>
  )
}
