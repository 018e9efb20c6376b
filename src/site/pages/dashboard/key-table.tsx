import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { KeyMinute } from '#src/contract/account/usage.ts'
import { byName, type ListRules, listed, listQuery } from '../../account/list/list.ts'
import { ListControls, ListPager, NothingFound } from '../../account/list/list-controls.tsx'
import { MeterBar } from '../../account/meter-bar.tsx'
import { PageLink } from '../../page/page-link.tsx'
import type { Prove } from '../../proof/use-proof.tsx'
import { knownOf, mapRead, type Read } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { relativeTime } from '../../ui/time/relative-time.ts'
import { type KeyAct, KeyDialog } from './dialogs/key-dialog.tsx'
import { KeyActs } from './key-menu.tsx'

const noExpiryMs = 4_102_444_800_000
const rowsMax = 12
/** A list with more keys than this can be searched. */
const foundFrom = 5
/** From this number of keys on, the call and the use of a key open from its row. */
export const manyKeys = 3

type KeyTableProps = {
  keys: readonly ApiKey[]
  minutes: Read<readonly KeyMinute[]>
  /** The server's time, because the server computed the states of the keys. The reader's clock may differ. */
  now: number
  prove: Prove
  onChange: () => void
}

export function KeyTable({ keys, minutes, now, prove, onChange }: KeyTableProps) {
  const t = useTranslations('dashboard')
  const format = useFormatter()
  const [act, setAct] = useState<KeyAct | null>(null)
  const [query] = useSearchParams()
  const list = listed(keys, listQuery(query), rules, rowsMax)
  const isLong = keys.length > foundFrom
  const expired = keys.filter(({ status }) => status === 'expired').length
  return (
    <section className="card" aria-labelledby="api-keys">
      <div className="card-head">
        <h2 id="api-keys">{t('keys.title')}</h2>
        <small>{t('keys.count', { usable: format.number(keys.length - expired), expired })}</small>
      </div>
      {isLong && (
        <ListControls
          label={t('keys.find')}
          filters={[
            { name: 'all', label: t('keys.show.all') },
            ...keyFilters.map((name) => ({
              name,
              label: t(`keys.show.${name}`),
              count: keys.filter((key) => rules.filters[name]?.(key)).length,
            })),
          ]}
          sorts={(['usual', 'ends', 'used', 'name'] as const).map((name) => ({ name, label: t(`keys.sort.${name}`) }))}
        />
      )}
      {keys.length > 0 && list.found === 0 ? (
        <NothingFound />
      ) : keys.length === 0 ? (
        <StateCard
          title={t('keys.empty')}
          action={
            <PageLink to="/pricing" className="btn btn-outline">
              {t('minute.upgrade')}
            </PageLink>
          }
        >
          {t('keys.emptyText')}
        </StateCard>
      ) : (
        <table className="table table-blocks key-table" data-long={isLong || undefined}>
          <thead>
            <tr>
              <th scope="col">{`${t('keys.plan')} · ${t('keys.alias')}`}</th>
              <th scope="col">{t('keys.key')}</th>
              <th scope="col">{t('keys.minute')}</th>
              <th scope="col">{t('keys.status')}</th>
              <th scope="col">{`${t('keys.expires')} · ${t('keys.lastUsed')}`}</th>
              <th scope="col">
                <span className="sr-only">{t('keys.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((key) => (
              <tr key={key.id}>
                <KeyCells
                  apiKey={key}
                  minute={mapRead(minutes, (all) => all.find(({ keyId }) => keyId === key.id) ?? null)}
                  now={now}
                  opens={keys.length >= manyKeys}
                />
                <td className="key-acts">
                  <KeyActs apiKey={key} prove={prove} onChange={onChange} onAct={setAct} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListPager label={t('keys.title')} list={list} />
      {act && <KeyDialog act={act} prove={prove} onClose={() => setAct(null)} onChange={onChange} />}
    </section>
  )
}

const keyFilters = ['expiring', 'unused', 'expired'] as const

const rules: ListRules<ApiKey> = {
  words: ({ aliasName, key, planName, market, holder }) => [aliasName, key, planName, market, holder.name].join(' '),
  filters: {
    expiring: ({ status }) => status === 'expiring',
    unused: ({ lastUsedAt }) => lastUsedAt === null,
    expired: ({ status }) => status === 'expired',
  },
  sorts: {
    usual: () => 0,
    ends: (one, other) => one.expiredTime - other.expiredTime,
    used: (one, other) => (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0),
    name: (one, other) => byName(one.aliasName || one.planName, other.aliasName || other.planName),
  },
}

/** `opens`: the name leads to the key's first call and its use. */
type KeyCellsProps = { apiKey: ApiKey; minute: Read<KeyMinute>; now: number; opens: boolean }

function KeyCells({ apiKey, minute, now, opens }: KeyCellsProps) {
  const t = useTranslations('dashboard')
  const locale = useLocale()
  const { expiredTime } = apiKey
  // The time of the last use is stored later than the minute's count.
  const lastUsedAt = (knownOf(minute)?.used ?? 0) > 0 ? now : apiKey.lastUsedAt
  return (
    <>
      <th scope="row">
        <b className="nowrap">{opens ? <KeyLink id={apiKey.id}>{apiKey.planName}</KeyLink> : apiKey.planName}</b>
        {apiKey.customised && <span className="text-muted"> · {t('keys.customised')}</span>}
        {isRestricted(apiKey) && <span className="text-muted"> · {t('keys.restricted')}</span>}
        <small>{[apiKey.aliasName || t('keys.noAlias'), apiKey.holder.name].filter(Boolean).join(' · ')}</small>
      </th>
      <td data-label={t('keys.key')} className="num nowrap">
        {apiKey.key}
      </td>
      <td data-label={t('keys.minute')} className="key-minute">
        {apiKey.status === 'expired' ? (
          <span className="text-muted">{t('keys.notUsable')}</span>
        ) : (
          <Minute minute={minute} />
        )}
      </td>
      <td data-label={t('keys.status')}>
        <span className="status" data-status={apiKey.status}>
          {t(`keys.${apiKey.status}`)}
        </span>
      </td>
      <td data-label={t('keys.expires')}>
        {expiredTime >= noExpiryMs ? t('keys.noExpiry') : <Moment at={expiredTime} style="day" />}
        <small>
          {lastUsedAt === null ? t('keys.never') : t('keys.used', { time: relativeTime(locale, lastUsedAt, now) })}
        </small>
      </td>
    </>
  )
}

function KeyLink({ id, children }: { id: string; children: string }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('key', id)
  return (
    <Link className="link" to={`${pathname}?${query}`} preventScrollReset>
      {children}
    </Link>
  )
}

/** The requests of a key in the current minute. */
function Minute({ minute }: { minute: Read<KeyMinute> }) {
  const t = useTranslations('dashboard.keys')
  const format = useFormatter()
  const known = knownOf(minute)
  if (!known)
    return (
      <span className="num">
        <Missing read={minute} />
      </span>
    )
  const { used, limit } = known
  return (
    <>
      <span className="num" data-full={(limit !== null && used >= limit) || undefined}>
        {format.number(used)}{' '}
        <small>{limit === null ? t('unlimited') : t('of', { limit: format.number(limit) })}</small>
      </span>
      <MeterBar used={used} limit={limit} refuses />
    </>
  )
}

function isRestricted({ scope: { classes, access, networks } }: ApiKey): boolean {
  return classes !== null || access !== 'all' || networks.length > 0
}
