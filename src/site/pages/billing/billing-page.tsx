import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { useAct } from '../../account/use-act.ts'
import { demand } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
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
  accountPage(['billing', 'paper', 'account'], async ({ url, locale }) => {
    const after = url.searchParams.get('after') ?? undefined
    const billing = await demand(args, 'GET /api/billing', { query: { after } })
    const papers = await demand(args, 'GET /api/billing/papers', { query: {} })
    const { email } = await demand(args, 'GET /api/security', {})
    const renewals = await demand(args, 'GET /api/renewals', {})
    return {
      ...{ billing, renewals, email, isFirst: after === undefined, countries: countriesIn(locale) },
      papers: papers.content.slice(0, papersShown),
      head: { indexed: false },
    }
  })(args)

export default function BillingPage() {
  const { billing, renewals, papers, countries, email, isFirst } = useLoaderData<typeof loader>()
  const t = useTranslations('billing')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  const open = billing.refunds.find(({ status }) => status === 'requested' || status === 'approved')
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <div className="stack security-grid">
        <RefundCard billing={billing} open={open ?? null} act={act} />
        <DetailsCard details={billing.details} countries={countries} act={act} />
      </div>
      <RenewalCard renewals={renewals} act={act} />
      {papers.length > 0 && (
        <section className="stack billing-papers" aria-labelledby="papers">
          <h2 id="papers">{t('papers.title')}</h2>
          <PapersCard papers={papers}>
            <p className="card-body">
              <PageLink className="link" to="/dashboard/billing/papers">
                {t('papers.all')}
              </PageLink>
            </p>
          </PapersCard>
        </section>
      )}
      <CreditCard entries={billing.entries} isFirst={isFirst} />
      <RefundList refunds={billing.refunds.filter((refund) => refund !== open)} />
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}
