import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Prove } from '../../proof/use-proof.tsx'
import { known, none } from '../../reads/read.ts'
import { AwaitedKey } from '../dashboard/awaited-key.tsx'
import { FirstKey } from '../dashboard/first-key.tsx'
import { KeyTable } from '../dashboard/key-table.tsx'
import { Subscriptions } from '../dashboard/subscriptions.tsx'
import { Part } from './part.tsx'

const nothing = () => {}
const prove: Prove = (act) => act()

const open: ApiKey['scope'] = { classes: null, access: 'all', networks: [] }

/** One key in each state. */
export function keysAt(now: number, plan: (tier: 'free' | 'professional' | 'enterprise') => string): ApiKey[] {
  const limits = { symbolType: ['stock'], perMinute: 600, sockets: 5, subscriptions: 500 }
  const key = {
    key: 'tw_l***9Qx2',
    level: 'professional',
    market: 'stock-us',
    planId: 'stock-us-professional',
    planName: plan('professional'),
    customised: false,
    aliasName: '',
    status: 'normal',
    expiredTime: now + 200 * dayMs,
    limitHttp: JSON.stringify(limits),
    override: null,
    scope: open,
    lastUsedAt: now - 60_000,
    lastUsedFrom: '203.0.113.7',
    holder: { kind: 'account', id: null, name: '' },
    madeBy: null,
    createdAt: now,
  } as const
  return [
    { ...key, id: 'normal', holder: { kind: 'service', id: null, name: 'Back-fill' } },
    { ...key, id: 'free', level: 'free', market: 'integrated', planName: plan('free'), lastUsedAt: null },
    {
      ...key,
      id: 'expiring',
      status: 'expiring',
      expiredTime: now + 3 * dayMs,
      aliasName: 'Nightly back-fill of bars',
    },
    { ...key, id: 'expired', status: 'expired', market: 'integrated', expiredTime: now - dayMs },
    { ...key, id: 'customised', level: 'enterprise', customised: true, planName: plan('enterprise') },
  ]
}

export function Keys({ now }: { now: number }) {
  const tiers = useTranslations('plans.tiers')
  const keys = keysAt(now, tiers)
  const awaited = { planName: tiers('professional'), isFree: false, customised: false, expiresAt: now + dayMs }
  const call = {
    path: '/stock/kline',
    query: { region: 'US', code: 'AAPL', interval: '1d', limit: '5' },
    recorded: '{ "code": 0 }',
  }
  const first = { apiUrl: 'https://api.example', call, now, prove, onChange: nothing }
  const minutes = [0, 103, 600].map((used, at) => ({ keyId: keys[at]?.id ?? '', used, limit: 600 }))
  return (
    <>
      <Part name="FirstKey">
        <div className="stack pair gap-24 at-start">
          {keys.slice(0, 4).map((key, at) => (
            <FirstKey key={key.id} apiKey={key} recentUntil={now + (at - 1) * 60_000} {...first} />
          ))}
        </div>
      </Part>
      <Part name="AwaitedKey">
        <div className="stack pair gap-24 at-start">
          {[null, now + dayMs].map((issueFrom) => (
            <AwaitedKey
              key={issueFrom}
              awaited={{ ...awaited, issueFrom }}
              now={now}
              prove={prove}
              onIssued={nothing}
              onRefused={nothing}
            />
          ))}
        </div>
      </Part>
      <Part name="KeyTable">
        <KeyTable keys={keys} minutes={known(minutes)} now={now} prove={prove} onChange={nothing} />
        <KeyTable keys={[]} minutes={none} now={now} prove={prove} onChange={nothing} />
      </Part>
      <Part name="Subscriptions">
        <Subscriptions keys={keys} awaited={null} now={now} isRead onRetry={nothing} />
        <Subscriptions keys={[]} awaited={null} now={now} isRead={false} onRetry={nothing} />
      </Part>
    </>
  )
}
