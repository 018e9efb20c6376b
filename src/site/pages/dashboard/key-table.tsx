import { useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { KeyMinute } from '#src/contract/account/usage.ts'
import { MeterBar } from '../../account/meter-bar.tsx'
import { relativeTime } from '../../account/relative-time.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { Prove } from '../../proof/use-proof.tsx'
import { knownOf, mapRead, type Read } from '../../reads/read.ts'
import { Missing } from '../../reads/shown.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { type KeyAct, KeyDialog } from './dialogs/key-dialog.tsx'
import { KeyActs } from './key-menu.tsx'

const noExpiryMs = 4_102_444_800_000

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
  const expired = keys.filter(({ status }) => status === 'expired').length
  return (
    <section className="card" aria-labelledby="api-keys">
      <div className="card-head">
        <h2 id="api-keys">{t('keys.title')}</h2>
        <small>{t('keys.count', { usable: format.number(keys.length - expired), expired })}</small>
      </div>
      {keys.length === 0 ? (
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
        <table className="table table-blocks key-table">
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
            {keys.map((key) => (
              <tr key={key.id}>
                <KeyCells
                  apiKey={key}
                  minute={mapRead(minutes, (all) => all.find(({ keyId }) => keyId === key.id) ?? null)}
                  now={now}
                />
                <td className="key-acts">
                  <KeyActs apiKey={key} prove={prove} onChange={onChange} onAct={setAct} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {act && <KeyDialog act={act} prove={prove} onClose={() => setAct(null)} onChange={onChange} />}
    </section>
  )
}

type KeyCellsProps = { apiKey: ApiKey; minute: Read<KeyMinute>; now: number }

function KeyCells({ apiKey, minute, now }: KeyCellsProps) {
  const t = useTranslations('dashboard')
  const locale = useLocale()
  const format = useFormatter()
  const { expiredTime } = apiKey
  // The time of the last use is stored later than the minute's count.
  const lastUsedAt = (knownOf(minute)?.used ?? 0) > 0 ? now : apiKey.lastUsedAt
  return (
    <>
      <th scope="row">
        <b>{apiKey.planName}</b>
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
        {expiredTime >= noExpiryMs ? t('keys.noExpiry') : format.dateTime(expiredTime, { dateStyle: 'medium' })}
        <small>
          {lastUsedAt === null ? t('keys.never') : t('keys.used', { time: relativeTime(locale, lastUsedAt, now) })}
        </small>
      </td>
    </>
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
