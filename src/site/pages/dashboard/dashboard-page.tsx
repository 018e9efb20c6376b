import { type ComponentProps, type ReactNode, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { payers } from '#src/contract/team/team-role.ts'
import { AccountShell } from '../../account/account-shell.tsx'
import { useMay } from '../../account/acting.tsx'
import { useProof } from '../../account/prove-dialog.tsx'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import type { PageHandle } from '../../frame/frame.tsx'
import { demand, invoke } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { nothingKnown, readMoment } from '../usage/moment.server.ts'
import { type UsageMoment, useUsage } from '../usage/use-usage.ts'
import { AwaitedKey } from './awaited-key.tsx'
import { FirstKey } from './first-key.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { LiveSockets, RecentErrors } from './recent-use.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { ThisMinute } from './this-minute.tsx'

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
  const mayPay = useMay(payers)
  const first = keys?.[0]
  const [issued, setIssued] = useState<ApiKey | null>(null)
  return (
    <AccountShell
      title={t('welcome')}
      subtitle={email}
      acts={
        mayPay && (
          <PageLink to="/payment" className="btn btn-small btn-outline">
            {t('add')}
          </PageLink>
        )
      }
    >
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
      {first ? (
        <KeysInUse first={first} loaded={moment} apiUrl={apiUrl} now={now} prove={prove} onChange={reload}>
          <KeyTable keys={keys} now={now} prove={prove} onChange={reload} />
        </KeysInUse>
      ) : (
        keys && !awaited && <KeyTable keys={keys} now={now} prove={prove} onChange={reload} />
      )}
      {keys === null && (
        <div className="card">
          <StateCard
            tone="error"
            title={t('keys.failed')}
            action={<Retry onClick={reload} label={t('keys.retry')} />}
          />
        </div>
      )}
      <Subscriptions keys={keys ?? []} awaited={awaited} now={now} hasPlans={hasPlans} onRetry={reload} />
      <section className="card doc-card">
        <h2>{t('docs.title')}</h2>
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

type KeysInUseProps = Omit<ComponentProps<typeof FirstKey>, 'apiKey'> & {
  first: ApiKey
  loaded: UsageMoment
  /** The table of all keys. */
  children: ReactNode
}

/** The first key with what it uses now: the figures are asked for once for all of its cards. */
function KeysInUse({ first, loaded, children, ...rest }: KeysInUseProps) {
  const { moment } = useUsage(loaded, first.id, 'hour')
  return (
    <>
      <div className="account-two">
        <FirstKey key={first.key} apiKey={first} {...rest} />
        <ThisMinute apiKey={first} moment={moment} />
      </div>
      {children}
      <div className="use-two">
        <RecentErrors moment={moment} />
        <LiveSockets apiKey={first} moment={moment} />
      </div>
    </>
  )
}

function Retry({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <button type="button" className="btn btn-outline" onClick={onClick}>
      {label}
    </button>
  )
}
