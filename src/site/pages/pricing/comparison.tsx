import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { grouped } from '../../ui/grouped.ts'
import { usePlanValues } from './plan-values.ts'
import type { PricedMarket, PricedPlan } from './priced-plans.server.ts'

const features = [
  'end-of-day',
  'historical',
  'full-coverage',
  'reference',
  'fundamentals',
  'corporate-actions',
  'indicators',
  'websocket',
] as const

export function Comparison({ market }: { market: PricedMarket }) {
  const t = useTranslations('pricing')
  const tiers = useTranslations('plans.tiers')
  const feature = useTranslations('plans.features')
  const rows = useRows(market)
  const isEverywhere = (name: (typeof features)[number]) => market.plans.every((plan) => plan.features.includes(name))
  const everywhere = [...features.filter(isEverywhere).map((name) => feature(name)), t('compare.formats')]
  return (
    <>
      <section className="card" aria-label={t('compare.title')}>
        <table className="table comparison">
          <thead>
            <tr>
              <th scope="col">{t('compare.feature')}</th>
              {market.plans.map((plan) => (
                <th key={plan.id} scope="col">
                  {tiers(plan.tier)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {market.plans.map((plan) => (
                  <td key={plan.id} data-label={tiers(plan.tier)}>
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
            {features
              .filter((name) => !isEverywhere(name))
              .map((name) => (
                <tr key={name}>
                  <th scope="row">{feature(name)}</th>
                  {market.plans.map((plan) => (
                    <td key={plan.id} data-label={tiers(plan.tier)}>
                      <YesNo yes={plan.features.includes(name)} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      <p className="top-16 text-muted compare-every">
        {t('compare.every', { list: everywhere.join(t('networks.comma')) })}
      </p>
    </>
  )
}

function YesNo({ yes }: { yes: boolean }) {
  const t = useTranslations('pricing')
  if (!yes) return <span className="text-muted">{t('no')}</span>
  return (
    <>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M3 8.5l3.5 3.5L13 4.5" />
      </svg>
      <span className="sr-only">{t('yes')}</span>
    </>
  )
}

function useRows(market: PricedMarket): [string, (plan: PricedPlan) => ReactNode][] {
  const t = useTranslations('pricing')
  const { limit, delay, history } = usePlanValues()
  const rows: [string, (plan: PricedPlan) => ReactNode][] = [
    [t('compare.perMonth'), (plan) => (plan.price === null ? t('custom') : grouped(plan.price))],
    [t('limits.perMinute'), (plan) => limit(plan.limits.perMinute)],
    [t('limits.sockets'), (plan) => limit(plan.limits.sockets)],
    [t('limits.subscriptions'), (plan) => limit(plan.limits.subscriptions)],
    [t('points.delay'), delay],
    [t('points.history'), history],
    [t('compare.search'), (plan) => t(plan.search === 'full' ? 'compare.full' : 'compare.firstPage')],
  ]
  if (market.type === 'integrated') rows.splice(4, 0, [t('limits.funds'), (plan) => <YesNo yes={plan.funds} />])
  return rows
}
