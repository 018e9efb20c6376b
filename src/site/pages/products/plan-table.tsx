import { useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import type { PricedPlan } from '../pricing/priced-plans.server.ts'

type PlanTableProps = { plans: readonly PricedPlan[]; assetClass: AssetClass }

export function PlanTable({ plans, assetClass }: PlanTableProps) {
  const t = useTranslations('products.plans')
  const pricing = useTranslations('pricing')
  const tiers = useTranslations('plans.tiers')
  const limit = (value: number | null) => (value === null ? pricing('unlimited') : grouped(value))
  const included = (plan: PricedPlan) => (assetClass !== 'fund' || plan.funds ? pricing('yes') : pricing('no'))
  const columns = [
    [t('included'), included],
    [pricing('limits.perMinute'), (plan: PricedPlan) => limit(plan.limits.perMinute)],
    [pricing('limits.sockets'), (plan: PricedPlan) => limit(plan.limits.sockets)],
    [pricing('limits.subscriptions'), (plan: PricedPlan) => limit(plan.limits.subscriptions)],
    [t('price'), (plan: PricedPlan) => (plan.price === null ? pricing('custom') : grouped(plan.price))],
  ] as const
  return (
    <div>
      <div className="card">
        <table className="table table-list">
          <thead>
            <tr>
              <th scope="col">{t('tier')}</th>
              {columns.map(([name]) => (
                <th key={name} scope="col" className="figure">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.id}>
                <th scope="row" data-label={t('tier')}>
                  {tiers(plan.tier)}
                </th>
                {columns.map(([name, value]) => (
                  <td key={name} data-label={name} className="figure">
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="top-24">
        <PageLink to="/pricing" className="link">
          {t('all')}
        </PageLink>
      </p>
    </div>
  )
}
