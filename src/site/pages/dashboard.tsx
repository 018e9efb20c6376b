import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '#src/contract/accounts.ts'
import type { PlanOffer } from '#src/contract/plans.ts'
import { AccountShell } from '../account/account-shell.tsx'
import { callApi } from '../account/api-call.server.ts'
import { useProof } from '../account/prove-dialog.tsx'
import type { PageHandle } from '../frame/frame.tsx'
import { PageLink } from '../frame/page-link.tsx'
import { accountPage } from '../page.server.ts'
import { StateCard } from '../ui/state-card.tsx'
import { FirstKey } from './dashboard/first-key.tsx'
import { KeyTable } from './dashboard/key-table.tsx'
import { PlanLimits } from './dashboard/plan-limits.tsx'
import { Subscriptions } from './dashboard/subscriptions.tsx'
import { nothingKnown, readMoment } from './usage/moment.server.ts'
import type { UsageMoment } from './usage/use-usage.ts'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['dashboard', 'account'], async ({ ctx, session }) => {
    const info = await callApi<UserInfo>(args, { method: 'GET', path: '/api/userinfo' })
    const plans = await callApi<PlanOffer[]>(args, { method: 'GET', path: '/api/order/plan' })
    const keys = info.ok ? info.data.userApiKey : null
    const { apiUrl, apiFreeUrl } = ctx.settings.gateway
    const now = ctx.clock.now()
    const first = keys?.[0]
    const moment: UsageMoment = first ? await readMoment(args, first.id, 'hour', now) : { ...nothingKnown, now }
    return {
      email: session.account.email,
      keys,
      hasPlans: plans.ok && plans.data.length > 0,
      apiUrl: info.ok && info.data.apiLevel !== 'free' ? apiUrl : apiFreeUrl,
      now,
      moment,
      head: { indexed: false },
    }
  })(args)

const docs = [
  { name: 'rest', to: '/docs/rest' },
  { name: 'kline', to: '/docs/rest/stock' },
  { name: 'stream', to: '/docs/stream' },
  { name: 'push', to: '/docs/stream#subscribe' },
] as const

export default function DashboardPage() {
  const { email, keys, hasPlans, apiUrl, now, moment } = useLoaderData<typeof loader>()
  const t = useTranslations('dashboard')
  const revalidator = useRevalidator()
  const { prove, dialog } = useProof(email)
  const reload = () => void revalidator.revalidate()
  const first = keys?.[0]
  return (
    <AccountShell title={t('welcome')} subtitle={email}>
      {first && (
        <div className="account-two">
          <FirstKey key={first.key} apiKey={first} apiUrl={apiUrl} now={now} prove={prove} />
          <PlanLimits apiKey={first} loaded={moment} />
        </div>
      )}
      {keys === null ? (
        <div className="card">
          <StateCard
            tone="error"
            title={t('keys.failed')}
            action={<Retry onClick={reload} label={t('keys.retry')} />}
          />
        </div>
      ) : (
        <KeyTable keys={keys} now={now} prove={prove} onChange={reload} />
      )}
      <Subscriptions keys={keys ?? []} hasPlans={hasPlans} onRetry={reload} />
      <section className="card">
        <div className="card-head">
          <h2>{t('docs.title')}</h2>
        </div>
        <ul className="doc-links">
          {docs.map(({ name, to }) => (
            <li key={name}>
              <PageLink to={to} className="link">
                {t(`docs.${name}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
      {dialog}
    </AccountShell>
  )
}

function Retry({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <button type="button" className="btn btn-outline" onClick={onClick}>
      {label}
    </button>
  )
}
