import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ActivityEntry } from '#src/contract/account/activity.ts'
import { activityParts } from '#src/contract/account/activity-parts.ts'
import { namesOf } from '#src/contract/record.ts'
import { AccountPage } from '../../account/account-page.tsx'
import { CursorPager } from '../../account/cursor-pager.tsx'
import { ListFilters, NothingFound } from '../../account/list/list-controls.tsx'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { knownOf } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { grouped } from '../../ui/grouped.ts'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment, useMoment } from '../../ui/time/moment.tsx'
import './activity.css'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['activity', 'account'], async ({ url }) => {
    const after = url.searchParams.get('after') ?? undefined
    const about = namesOf(activityParts).find((part) => part === url.searchParams.get('show'))
    const listed = await attempt(args, 'GET /api/activity', { query: { after, about } })
    const providers = knownOf(await attempt(args, 'GET /api/auth/providers', {})) ?? []
    const names = Object.fromEntries(providers.map(({ id, name }) => [id, name]))
    return { listed, names, isFirst: after === undefined, head: { indexed: false } }
  })(args)

export default function ActivityPage() {
  const { listed, names, isFirst } = useLoaderData<typeof loader>()
  const t = useTranslations('activity')
  return (
    <AccountPage title={t('meta.title')} subtitle={t('lead')}>
      <section className="card" aria-labelledby="activity">
        <div className="card-head">
          <h2 id="activity">{t('history')}</h2>
        </div>
        <div className="flow-middle ruled-bottom list-controls">
          <ListFilters
            filters={(['all', ...namesOf(activityParts)] as const).map((name) => ({ name, label: t(`show.${name}`) }))}
          />
        </div>
        <Shown read={listed}>
          {({ entries, next }) => (
            <>
              <Entries entries={entries} names={names} />
              <CursorPager label={t('history')} isFirst={isFirst} next={next} />
            </>
          )}
        </Shown>
      </section>
    </AccountPage>
  )
}

type ProviderNames = Readonly<Record<string, string>>

function Entries({ entries, names }: { entries: readonly ActivityEntry[]; names: ProviderNames }) {
  const t = useTranslations('activity')
  const [query] = useSearchParams()
  if (entries.length === 0 && query.has('show')) return <NothingFound />
  if (entries.length === 0) return <StateCard title={t('none')}>{t('noneText')}</StateCard>
  return (
    <table className="table table-blocks activity">
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('by')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are final and have no number of their own
          <tr key={at}>
            <td>
              <Deed entry={entry} names={names} />
            </td>
            <td>{entry.member ?? t(`who.${entry.by}`)}</td>
            <td className="nowrap">
              <Moment at={entry.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Deed({ entry, names }: { entry: ActivityEntry; names: ProviderNames }) {
  const t = useTranslations('activity.did')
  const { deadline } = useMoment()
  const { action, name, until, number } = entry
  const values = {
    method: entry.method ?? '',
    name: names[name ?? ''] ?? name ?? '–',
    key: entry.key ?? '–',
    plan: entry.plan ?? '–',
    amount: entry.amount === null ? '–' : grouped(entry.amount.replace('-', '−')),
    until: until === null ? '–' : deadline(until),
  }
  const words = action === 'customer.limits' && until === null ? 'customer.limitsEnded' : action
  const to = number === null ? null : addressOf(action, number)
  return (
    <span>
      {t(words, values)}
      {to && (
        <PageLink className="link num block text-14" to={to}>
          {number}
        </PageLink>
      )}
    </span>
  )
}

function addressOf(action: ActivityEntry['action'], number: string): string {
  if (action.startsWith('ticket.')) return `/dashboard/tickets/${number}`
  return action.startsWith('refund.') ? '/dashboard/billing' : `/payment/${number}`
}
