import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import { usePlanValues } from './plan-values.ts'
import type { Period, PricedPlan } from './priced-plans.server.ts'

const highlighted = 'professional'
const points = ['symbols', 'callsADay', 'history', 'delay', 'support', 'licence'] as const
const minutesADay = 1_440

/** `discount`: percent off the first order; 0 for a reader who has ordered before. */
type PlanCardProps = { plan: PricedPlan; period: Period; discount: number; heading?: 'h2' | 'h3' }

export function PlanCard({ plan, period, discount, heading: Heading = 'h3' }: PlanCardProps) {
  const tiers = useTranslations('plans.tiers')
  const t = useTranslations('pricing')
  const value = usePointValue()
  const hot = plan.tier === highlighted
  return (
    <article className="plan-card" data-hot={hot || undefined}>
      <Heading>{tiers(plan.tier)}</Heading>
      <Price plan={plan} period={period} discount={discount} />
      <dl>
        {points.map((point) => (
          <div key={point}>
            <dt>{t(`points.${point}`)}</dt>
            <dd>{value(plan, point)}</dd>
          </div>
        ))}
      </dl>
      <Way plan={plan} period={period} hot={hot} />
    </article>
  )
}

/** The recurring price first, and the price of the first order below it. */
function Price({ plan, period, discount }: Omit<PlanCardProps, 'heading'>) {
  const t = useTranslations('pricing')
  const price = plan.prices?.[period]
  if (price)
    return (
      <div>
        <p className="plan-price">
          {grouped(price.perMonth)} <small>{t('unit')}</small>
        </p>
        {discount > 0 && (
          <p className="quiet plan-was">
            <em>−{discount}%</em> {t(period === 'month' ? 'firstMonth' : 'firstOrder', { total: grouped(price.first) })}
          </p>
        )}
        <p className="quiet plan-was">
          {period === 'month'
            ? t('aYear', { total: grouped(plan.prices?.year.total ?? '') })
            : t('whole', { total: grouped(price.total) })}
        </p>
      </div>
    )
  const granted = plan.price === null
  return (
    <div>
      <p className="plan-price">{granted ? t('custom') : grouped('0.00')}</p>
      <p className="quiet plan-was">{granted ? t('customHint') : t('freeHint')}</p>
    </div>
  )
}

function usePointValue() {
  const t = useTranslations('pricing')
  const values = usePlanValues()
  return (plan: PricedPlan, point: (typeof points)[number]): string => {
    const { perMinute, subscriptions } = plan.limits
    switch (point) {
      case 'symbols':
        return values.limit(subscriptions)
      case 'callsADay':
        return values.limit(perMinute === null ? null : perMinute * minutesADay)
      case 'history':
        return values.history(plan)
      case 'delay':
        return values.delay(plan)
      case 'support':
        return t('values.weekdays')
      case 'licence':
        return t(plan.price === null ? 'values.redistribution' : 'values.internal')
    }
  }
}

function Way({ plan, period, hot }: { plan: PricedPlan; period: Period; hot: boolean }) {
  const t = useTranslations('pricing')
  const tier = useTranslations('plans.tiers')(plan.tier)
  const signUp = useTranslations('frame.account')('login')
  const buttonClass = `btn ${hot ? 'btn-accent' : 'btn-outline'}`
  if (plan.price === null)
    return (
      <PageLink to="/contact?topic=enterprise" className={buttonClass}>
        {t('talk')}
      </PageLink>
    )
  const to = plan.prices ? `/payment?plan=${plan.id}&period=${period}` : '/login?mode=signup'
  return (
    <PageLink to={to} className={buttonClass}>
      {plan.prices ? t('choose', { tier }) : signUp}
    </PageLink>
  )
}
