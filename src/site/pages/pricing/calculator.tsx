import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { Field } from '../../ui/field.tsx'
import { grouped } from '../../ui/grouped.ts'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import type { PricedPlan } from './priced-plans.server.ts'

type Need = { subscriptions: number; perMinute: number; sockets: number }

const start: Need = { subscriptions: 50, perMinute: 60, sockets: 1 }

/** The first plan whose limits all suffice; null if the reader needs an individual agreement. */
export function tierFor(plans: readonly PricedPlan[], need: Need): PricedPlan | null {
  const enough = (limit: number | null, wanted: number) => limit === null || limit >= wanted
  const fitting = plans.find(
    ({ limits }) =>
      enough(limits.perMinute, need.perMinute) &&
      enough(limits.sockets, need.sockets) &&
      enough(limits.subscriptions, need.subscriptions),
  )
  return fitting?.price === null ? null : (fitting ?? null)
}

export function Calculator({ head, plans }: { head: ServerPart; plans: readonly PricedPlan[] }) {
  const t = useTranslations('pricing.calculator')
  const tiers = useTranslations('plans.tiers')
  const talk = useTranslations('pricing')('talk')
  const [need, setNeed] = useState(start)
  const plan = tierFor(plans, need)
  const input = (name: keyof Need, label: string) => (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={1_000_000}
      defaultValue={start[name]}
      onText={(text) => setNeed({ ...need, [name]: Math.max(0, Math.floor(Number(text) || 0)) })}
    />
  )
  const shown = (limit: number | null) => (limit === null ? t('unlimited') : grouped(limit))
  return (
    <div className="calculator needs-script">
      <Part part={head} />
      <div className="stack calculator-fields">
        {input('subscriptions', t('symbols'))}
        {input('perMinute', t('calls'))}
        {input('sockets', t('sockets'))}
      </div>
      <p className="notice" role="status">
        {plan
          ? t('result', {
              tier: tiers(plan.tier),
              perMinute: shown(plan.limits.perMinute),
              sockets: shown(plan.limits.sockets),
              subscriptions: shown(plan.limits.subscriptions),
            })
          : t('enterprise')}
        <SentenceSpace />
        {!plan && (
          <PageLink to="/contact?topic=enterprise" className="link">
            {talk}
          </PageLink>
        )}
      </p>
    </div>
  )
}
