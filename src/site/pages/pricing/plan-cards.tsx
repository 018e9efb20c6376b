import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccount } from '../../browser/account.ts'
import { callRoute } from '../../browser/call-route.ts'
import { PlanCard } from './plan-card.tsx'
import type { Period, PricedPlan, Terms } from './priced-plans.server.ts'

type PlanCardsProps = { plans: readonly PricedPlan[]; terms: Terms; heading?: 'h2' | 'h3' }

export function PlanCards({ plans, terms, heading = 'h3' }: PlanCardsProps) {
  const [period, setPeriod] = useState<Period>('month')
  const discount = useHasOrdered() ? 0 : terms.newcomerDiscount
  return (
    <>
      <PeriodSwitch period={period} terms={terms} onChange={setPeriod} />
      <div className="plan-cards">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} discount={discount} heading={heading} />
        ))}
      </div>
    </>
  )
}

/** The page is the same for everybody, so the browser hides the newcomers' discount from readers who have ordered. */
function useHasOrdered(): boolean {
  const { user } = useAccount()
  const [hasOrdered, setHasOrdered] = useState(false)
  useEffect(() => {
    if (user)
      void callRoute('GET /api/order/choice', {}).then((answer) => setHasOrdered(answer.ok && !answer.data.newcomer))
  }, [user])
  return user !== null && hasOrdered
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
