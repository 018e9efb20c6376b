import { type ComponentProps, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { KeyMinute } from '#src/contract/account/usage.ts'
import { payers } from '#src/contract/team/team-role.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { useMay } from '../../account/acting.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { unlessListed } from '../../account/list/unless-listed.ts'
import { useKept } from '../../account/use-kept.ts'
import { NavigationLink } from '../../addresses/navigation-link.tsx'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { useProof } from '../../proof/use-proof.tsx'
import { failed, known, knownOf, none } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { nothingKnown, readMoment } from '../usage/moment.server.ts'
import { type UsageMoment, useUsage } from '../usage/use-usage.ts'
import { AwaitedKey } from './awaited-key.tsx'
import { KeyDialog } from './dialogs/key-dialog.tsx'
import { type FirstCall, firstCallOf } from './first-call.server.ts'
import { FirstKey } from './first-key.tsx'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyTable, manyKeys } from './key-table.tsx'
import { SheetLinks } from './links/sheet-links.tsx'
import { LiveSockets, RecentErrors } from './recent-use.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { ThisMinute } from './this-minute.tsx'

export const shouldRevalidate = unlessListed

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['dashboard', 'account', 'request'], async (page) => {
    const { ctx, session, url } = page
    const [read, plans, links] = await Promise.all([
      attempt(args, 'GET /api/keys', {}),
      attempt(args, 'GET /api/order/plan', {}),
      attempt(args, 'GET /api/sheet-links', {}),
    ])
    const keys = knownOf(read)
    // Only an integrated key can be awaited, so nothing is read for an account with an integrated key.
    const hasIntegrated = keys?.some(({ market }) => market === 'integrated') ?? false
    const awaited = hasIntegrated ? known(null) : await attempt(args, 'GET /api/keys/awaited', {})
    const { apiUrl, apiFreeUrl } = ctx.settings
    const now = ctx.clock.now()
    const opened = url.searchParams.get('key')
    const first = keys?.find(({ id }) => id === opened) ?? keys?.[0]
    const moment: UsageMoment = first ? await readMoment(args, first.id, 'hour', now) : { ...nothingKnown, now }
    return {
      email: session.account.email,
      keys,
      awaited,
      links,
      areSubscriptionsRead: awaited.state === 'known' && (knownOf(plans)?.length ?? 0) > 0,
      apiUrl: first && first.level !== 'free' ? apiUrl : apiFreeUrl,
      now,
      moment,
      recentUntil: session.recentUntil,
      first: first ?? null,
      isOpened: first !== undefined && first.id === opened,
      call: first ? await firstCallOf(page, first) : null,
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
  const { email, keys, awaited, links, areSubscriptionsRead, apiUrl, now, moment, recentUntil, first, isOpened, call } =
    useLoaderData<typeof loader>()
  const t = useTranslations('dashboard')
  const revalidator = useRevalidator()
  const { prove, provedUntil, dialog } = useProof(email)
  const reload = () => void revalidator.revalidate()
  const mayPay = useMay(payers)
  const keptKeys = useKept(keys)
  const [issued, setIssued] = useState<ApiKey | null>(null)
  return (
    <AccountPage
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
      <Shown read={awaited} failed={t('awaited.notRead')}>
        {(ended) =>
          ended && (
            <AwaitedKey
              awaited={ended}
              now={now}
              prove={prove}
              onIssued={(key) => {
                setIssued(key)
                reload()
              }}
              onRefused={reload}
            />
          )
        }
      </Shown>
      {keys && first && call ? (
        <KeysInUse
          key={first.id}
          {...{ keys, first, isOpened, call, apiUrl, now, prove }}
          recentUntil={Math.max(recentUntil, provedUntil)}
          loaded={moment}
          onChange={reload}
        />
      ) : (
        keys &&
        (keys.length > 0 || (awaited.state === 'known' && !awaited.value)) && (
          <KeyTable keys={keys} minutes={none} now={now} prove={prove} onChange={reload} />
        )
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
      {keptKeys && (
        <CardOf title={t('links.title')} read={links}>
          {(known) => <SheetLinks links={known.links} keys={keptKeys} {...{ now, prove }} onChange={reload} />}
        </CardOf>
      )}
      {keys && (
        <Subscriptions
          keys={keys}
          awaited={knownOf(awaited)}
          now={now}
          isRead={areSubscriptionsRead}
          onRetry={reload}
        />
      )}
      <section className="card flow-base gap-8-24 pad-16-20">
        <h2>{t('docs.title')}</h2>
        <ul className="flow doc-links">
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
    </AccountPage>
  )
}

type KeysInUseProps = Omit<ComponentProps<typeof FirstKey>, 'apiKey'> &
  Pick<ComponentProps<typeof KeyTable>, 'keys'> & {
    first: ApiKey
    isOpened: boolean
    call: FirstCall
    loaded: UsageMoment
  }

/**
 * A key with its use, and the table of all keys. With few keys, or before the first call, the first key is above the
 * table. With many keys, each key opens from its row. The usage is fetched once for all cards.
 */
function KeysInUse({ keys, first, isOpened, loaded, ...rest }: KeysInUseProps) {
  const { moment } = useUsage(loaded, first.id, 'hour')
  const minutes = moment.minutes ? known(moment.minutes) : failed<readonly KeyMinute[]>()
  const { prove, onChange } = rest
  const isMany = keys.length >= manyKeys && keys.some(({ lastUsedAt }) => lastUsedAt !== null)
  const table = <KeyTable keys={keys} minutes={minutes} now={rest.now} prove={prove} onChange={onChange} />
  const tiles = (
    <div className="stack pair gap-24">
      <RecentErrors moment={moment} />
      <LiveSockets apiKey={first} moment={moment} />
    </div>
  )
  const use = (
    <>
      <FirstKey key={first.key} apiKey={first} {...rest} />
      <ThisMinute apiKey={first} moment={moment} />
    </>
  )
  if (!isMany)
    return (
      <>
        <div className="stack gap-24 account-two">{use}</div>
        {table}
        {tiles}
      </>
    )
  return (
    <>
      {table}
      {isOpened && (
        <KeyDrawer title={first.aliasName || first.planName}>
          {use}
          {tiles}
        </KeyDrawer>
      )}
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
