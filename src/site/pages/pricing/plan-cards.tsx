import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { PlanCard } from './plan-card.tsx'
import type { Period, PricedPlan, Terms } from './priced-plans.server.ts'

type PlanCardsProps = { plans: readonly PricedPlan[]; terms: Terms; heading?: 'h2' | 'h3' }

export function PlanCards({ plans, terms, heading = 'h3' }: PlanCardsProps) {
  const [period, setPeriod] = useState<Period>('month')
  return (
    <>
      <PeriodSwitch period={period} terms={terms} onChange={setPeriod} />
      <div className="plan-cards">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} discount={terms.newcomerDiscount} heading={heading} />
        ))}
      </div>
    </>
  )
}

type PeriodSwitchProps = { period: Period; terms: Terms; onChange: (period: Period) => void }

function PeriodSwitch({ period, terms, onChange }: PeriodSwitchProps) {
  const t = useTranslations('plans.periods')
  const label = useTranslations('pricing')('period')
  return (
    <fieldset className="seg seg-pairs needs-script">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(terms.savings) as Period[]).map((one) => (
        <button key={one} type="button" aria-pressed={one === period} onClick={() => onChange(one)}>
          {t(one)}
          {terms.savings[one] > 0 && <span className="num"> −{terms.savings[one]}%</span>}
        </button>
      ))}
    </fieldset>
  )
}
