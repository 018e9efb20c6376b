import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import type { Period, PricedPlan } from './priced-plans.server.ts'

const highlighted = 'professional'

/** `discount`: percent off the first order; 0 for a reader who has ordered before. */
type PlanCardProps = { plan: PricedPlan; period: Period; discount: number; heading?: 'h2' | 'h3' }

export function PlanCard({ plan, period, discount, heading: Heading = 'h3' }: PlanCardProps) {
  const tiers = useTranslations('plans.tiers')
  const t = useTranslations('pricing')
  const hot = plan.tier === highlighted
  return (
    <article className="plan-card" data-hot={hot || undefined}>
      <Heading>{tiers(plan.tier)}</Heading>
      <Price plan={plan} period={period} discount={discount} />
      <ul>
        <Limit label={t('limits.perMinute')} value={plan.limits.perMinute} />
        <Limit label={t('limits.sockets')} value={plan.limits.sockets} />
        <Limit label={t('limits.subscriptions')} value={plan.limits.subscriptions} />
        {plan.type === 'integrated' && (
          <li>
            {t('limits.funds')} <b>{plan.funds ? t('yes') : '–'}</b>
          </li>
        )}
      </ul>
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
        {period !== 'month' && <p className="plan-was">{t('whole', { total: grouped(price.total) })}</p>}
        {discount > 0 && (
          <p className="plan-was">
            <em>−{discount}%</em> {t('firstOrder', { total: grouped(price.first) })}
          </p>
        )}
      </div>
    )
  const granted = plan.price === null
  return (
    <div>
      <p className="plan-price" data-word={granted || undefined}>
        {granted ? t('custom') : grouped('0.00')}
      </p>
      <p className="plan-was">{granted ? t('customHint') : t('freeHint')}</p>
    </div>
  )
}

function Limit({ label, value }: { label: string; value: number | null }) {
  const t = useTranslations('pricing')
  return (
    <li>
      {label} <b>{value === null ? t('unlimited') : grouped(value)}</b>
    </li>
  )
}

function Way({ plan, period, hot }: { plan: PricedPlan; period: Period; hot: boolean }) {
  const t = useTranslations('pricing')
  const tier = useTranslations('plans.tiers')(plan.tier)
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
      {plan.prices ? t('choose', { tier }) : t('start')}
    </PageLink>
  )
}
