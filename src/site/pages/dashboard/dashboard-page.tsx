import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { AccountShell } from '../../account/account-shell.tsx'
import { useProof } from '../../account/prove-dialog.tsx'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import type { PageHandle } from '../../frame/frame.tsx'
import { demand, invoke } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { nothingKnown, readMoment } from '../usage/moment.server.ts'
import type { UsageMoment } from '../usage/use-usage.ts'
import { AwaitedKey } from './awaited-key.tsx'
import { FirstKey } from './first-key.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { PlanLimits } from './plan-limits.tsx'
import { Subscriptions } from './subscriptions.tsx'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['dashboard', 'account'], async ({ ctx, session }) => {
    const info = await invoke(args, 'GET /api/userinfo', {})
    const plans = await invoke(args, 'GET /api/order/plan', {})
    const keys = info.ok ? info.data.userApiKey : null
    const { apiUrl, apiFreeUrl } = ctx.settings
    const now = ctx.clock.now()
    const first = keys?.[0]
    const moment: UsageMoment = first ? await readMoment(args, first.id, 'hour', now) : { ...nothingKnown, now }
    return {
      email: session.account.email,
      keys,
      awaited: await demand(args, 'GET /api/keys/awaited', {}),
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
  const { email, keys, awaited, hasPlans, apiUrl, now, moment } = useLoaderData<typeof loader>()
  const t = useTranslations('dashboard')
  const revalidator = useRevalidator()
  const { prove, dialog } = useProof(email)
  const reload = () => void revalidator.revalidate()
  const first = keys?.[0]
  const [issued, setIssued] = useState<ApiKey | null>(null)
  return (
    <AccountShell title={t('welcome')} subtitle={email}>
      {awaited && (
        <AwaitedKey
          awaited={awaited}
          now={now}
          prove={prove}
          onIssued={(key) => {
            setIssued(key)
            reload()
          }}
          onRefused={reload}
        />
      )}
      {first && (
        <div className="account-two">
          <FirstKey key={first.key} apiKey={first} apiUrl={apiUrl} now={now} prove={prove} onChange={reload} />
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
        !(awaited && keys.length === 0) && <KeyTable keys={keys} now={now} prove={prove} onChange={reload} />
      )}
      <Subscriptions keys={keys ?? []} awaited={awaited} now={now} hasPlans={hasPlans} onRetry={reload} />
      <section className="card">
        <div className="card-head">
          <h2>{t('docs.title')}</h2>
        </div>
        <ul className="doc-links">
          {docs.map(({ name, to }) => (
            <li key={name}>
              <NavigationLink path={to} className="link">
                {t(`docs.${name}`)}
              </NavigationLink>
            </li>
          ))}
        </ul>
      </section>
      {issued && (
        <KeyDialog
          act={{ kind: 'show', apiKey: issued }}
          prove={prove}
          onClose={() => setIssued(null)}
          onChange={reload}
        />
      )}
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
