import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { useAct } from '../../account/use-act.ts'
import { demand } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { CreditCard } from './credit-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { RefundCard } from './refund-card.tsx'
import { RefundList } from './refund-list.tsx'
import { RenewalCard } from './renewal-card.tsx'
import '../security/security.css'
import './billing.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['billing', 'account'], async ({ url }) => {
    const after = url.searchParams.get('after') ?? undefined
    const billing = await demand(args, 'GET /api/billing', { query: { after } })
    const { email } = await demand(args, 'GET /api/security', {})
    const renewals = await demand(args, 'GET /api/renewals', {})
    return { billing, renewals, email, isFirst: after === undefined, head: { indexed: false } }
  })(args)

export default function BillingPage() {
  const { billing, renewals, email, isFirst } = useLoaderData<typeof loader>()
  const t = useTranslations('billing')
  const revalidator = useRevalidator()
  const { act, dialog, factorDialog } = useAct(email, () => void revalidator.revalidate())
  const open = billing.refunds.find(({ status }) => status === 'requested' || status === 'approved')
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <div className="stack security-grid">
        <RefundCard billing={billing} open={open ?? null} act={act} />
        <DetailsCard details={billing.details} act={act} />
      </div>
      <RenewalCard renewals={renewals} act={act} />
      <CreditCard entries={billing.entries} isFirst={isFirst} />
      <RefundList refunds={billing.refunds.filter((refund) => refund !== open)} />
      {dialog}
      {factorDialog}
    </AccountPage>
  )
}
