import { useFormatter, useTranslations } from 'use-intl'
import type { KeyStatus } from '#src/contract/account/keys.ts'
import type { CustomerKey } from '#src/contract/operator/customers/customers.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { ListPanel } from '../../list/list-panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'

const tones: Record<KeyStatus, Tone> = { normal: 'good', expiring: 'warn', expired: 'none' }

export function KeysPanel({ keys, reader: { may } }: { keys: readonly CustomerKey[]; reader: Reader }) {
  const t = useTranslations('operatorCustomers.keys')
  const columns: Column<CustomerKey>[] = [
    {
      name: 'plan',
      label: t('plan'),
      cell: ({ planName, aliasName, customised }) => (
        <span>
          <b>{planName}</b>
          <span className="row-note">
            {aliasName || t('noAlias')}
            {customised && ` · ${t('customised')}`}
          </span>
        </span>
      ),
    },
    { name: 'key', label: t('key'), cell: ({ key }) => key, kind: 'mono' },
    { name: 'minute', label: t('minute'), cell: (key) => <ThisMinute apiKey={key} />, kind: 'text' },
    {
      name: 'state',
      label: t('state'),
      cell: ({ status }) => <Pill tone={tones[status]}>{t(`states.${status}`)}</Pill>,
    },
    {
      name: 'expires',
      label: t('expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('never') : <Moment at={expiresAt} style="day" />),
      kind: 'mono',
    },
    {
      name: 'acts',
      label: '',
      kind: 'act',
      cell: ({ id, key, overriddenUntil }) => (
        <span className="inline-middle gap-4-16 row-acts">
          {may('customer.limits') && (
            <ActLink
              act={overriddenUntil === null ? 'limits' : 'limits-end'}
              on={id}
              className="action-link"
              label={t(overriddenUntil === null ? 'overrideOf' : 'endOf', { key })}
            >
              {t(overriddenUntil === null ? 'override' : 'end')}
            </ActLink>
          )}
          {may('customer.revoke_key') && (
            <ActLink act="revoke-key" on={id} className="action-link is-danger" label={t('revokeOf', { key })}>
              {t('revoke')}
            </ActLink>
          )}
        </span>
      ),
    },
  ]
  return (
    <ListPanel
      title={t('title')}
      aside={t('count', { count: keys.length })}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      none={{ title: t('none') }}
    />
  )
}

const nearlyFull = 0.8

function ThisMinute({ apiKey: { used, limits, status } }: { apiKey: CustomerKey }) {
  const t = useTranslations('operatorCustomers')
  const format = useFormatter()
  const { perMinute } = limits
  if (status === 'expired') return <span className="text-muted">{t('keys.unusable')}</span>
  if (used === null || perMinute === null) return <span className="text-muted">{t('figures.unlimited')}</span>
  const share = Math.min(1, used / perMinute)
  return (
    <span className="minute">
      <span className="num">
        {format.number(used)} <small>{t('figures.of', { limit: format.number(perMinute) })}</small>
      </span>
      <span className="meter-bar minute-bar" data-high={share >= nearlyFull || undefined}>
        <i style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}
