import { useTranslations } from 'use-intl'
import type { Customer, CustomerKey } from '#src/contract/operator/customers/customers.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { Reason } from './reason.tsx'

type KeyActsProps = { customer: Customer }

export function KeyActs({ customer: { keys, version } }: KeyActsProps) {
  return keys.map((key) => <ActsOfKey key={key.id} apiKey={key} version={version} />)
}

function ActsOfKey({ apiKey, version }: { apiKey: CustomerKey; version: number }) {
  const t = useTranslations('operatorCustomers.acts')
  const { id, key, planName, planLimits } = apiKey
  const common = { on: id, hidden: { version } }
  return (
    <>
      <Act
        {...common}
        name="limits"
        title={t('limits.title', { key, plan: planName })}
        effects={[t('limits.at-once'), t('limits.after')]}
        submit={t('limits.submit')}
      >
        <div className="act-fields">
          {(['perMinute', 'sockets', 'subscriptions'] as const).map((name) => (
            <ActField
              key={name}
              label={t(`limits.${name}`)}
              name={name}
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000_000_000}
              defaultValue={planLimits[name] ?? ''}
            />
          ))}
          <ActField label={t('limits.until')} name="until" type="date" required />
        </div>
        <p className="quiet">{t('limits.empty')}</p>
        <Reason />
      </Act>
      <Act
        {...common}
        name="limits-end"
        title={t('limits-end.title', { key })}
        effects={[t('limits-end.does', { plan: planName })]}
        submit={t('limits-end.submit')}
      >
        <Reason />
      </Act>
      <Act
        {...common}
        name="revoke-key"
        title={t('revoke-key.title', { key })}
        effects={[t('revoke-key.at-once'), t('revoke-key.plan', { plan: planName }), t('revoke-key.mail')]}
        submit={t('revoke-key.submit')}
        danger
      >
        <Reason />
      </Act>
    </>
  )
}
