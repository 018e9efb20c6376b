import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/keys.ts'
import { AccountShell } from '../account/account-shell.tsx'
import { callApi } from '../account/api-call.server.ts'
import type { PageHandle } from '../frame/frame.tsx'
import { accountPage } from '../page.server.ts'
import { SelectField } from '../ui/field.tsx'
import { StateCard } from '../ui/state-card.tsx'
import { MinuteCard } from './usage/minute-card.tsx'
import { SeriesCard } from './usage/series-card.tsx'
import { type UsagePeriod, useUsage } from './usage/use-usage.ts'
import './usage/usage.css'

export const handle: PageHandle = { alwaysSticky: true }

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['usage', 'account'], async () => {
    const keys = await callApi<ApiKey[]>(args, { method: 'GET', path: '/api/keys' })
    return { keys: keys.ok ? keys.data : [], head: { indexed: false } }
  })(args)

export default function UsagePage() {
  const { keys } = useLoaderData<typeof loader>()
  const t = useTranslations('usage')
  const [keyId, setKeyId] = useState(keys[0]?.id ?? '')
  const [period, setPeriod] = useState<UsagePeriod>('hour')
  const { minute, series, failed, retry } = useUsage(keyId, period)
  return (
    <AccountShell title={t('meta.title')} subtitle={t('lead')}>
      {keys.length > 1 && (
        <div className="max-w-sm">
          <SelectField label={t('key')} value={keyId} onChange={({ currentTarget }) => setKeyId(currentTarget.value)}>
            {keys.map((key) => (
              <option key={key.id} value={key.id}>
                {[key.planName, key.aliasName, key.key].filter(Boolean).join(' · ')}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {failed ? (
        <div className="card">
          <StateCard
            tone="error"
            title={t('failed')}
            action={
              <button type="button" className="btn btn-outline" onClick={retry}>
                {t('retry')}
              </button>
            }
          />
        </div>
      ) : (
        <>
          <MinuteCard minute={minute} />
          <SeriesCard series={series} period={period} onPeriod={setPeriod} />
        </>
      )}
    </AccountShell>
  )
}
