import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useTyped } from '../acts/act.tsx'
import type { SoldPlan } from './loaded/plans-data.server.ts'

/** Plans by market, with a row of tiers for each market. No choice means every plan. */
export function PlanChoices({ plans }: { plans: readonly SoldPlan[] }) {
  const t = useTranslations('operatorPlans.coupons')
  const tiers = useTranslations('plans.tiers')
  const id = useId()
  const { typed, error } = useTyped('plans')
  const chosen = typed?.split('\n') ?? []
  const markets = [...new Set(plans.map(({ market }) => market))]
  return (
    <fieldset className="act-choices" aria-describedby={`${id}-hint`}>
      <legend className="field-label">{t('plans')}</legend>
      <p className="quiet" id={`${id}-hint`}>
        {t('add.plansHint')}
      </p>
      <ul className="ruled plan-choices">
        {markets.map((market) => (
          <li key={market} className="flow-middle">
            <span>{market}</span>
            {plans
              .filter((plan) => plan.market === market)
              .map((plan) => (
                <label key={plan.id} className="middle gap-8 act-choice">
                  <input
                    type="checkbox"
                    name="plans"
                    value={plan.id}
                    defaultChecked={chosen.includes(plan.id)}
                    aria-label={plan.name}
                    aria-invalid={error ? true : undefined}
                  />
                  {tiers(plan.tier)}
                </label>
              ))}
          </li>
        ))}
      </ul>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
