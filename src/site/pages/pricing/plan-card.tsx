import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { grouped } from '../../ui/grouped.ts'
import type { Period, PricedPlan } from './priced-plans.server.ts'

const highlighted = 'professional'

type PlanCardProps = { plan: PricedPlan; period: Period; discount: number; heading?: 'h2' | 'h3' }

export function PlanCard({ plan, period, discount, heading: Heading = 'h3' }: PlanCardProps) {
  const t = useTranslations('pricing')
  const tiers = useTranslations('plans.tiers')
  const hot = plan.tier === highlighted
  return (
    <article className="plan-card" data-hot={hot || undefined}>
      <Heading>
        {tiers(plan.tier)}
        {plan.prices && <em>{t('off', { percent: String(discount) })}</em>}
      </Heading>
      <Price plan={plan} period={period} />
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

function Price({ plan, period }: { plan: PricedPlan; period: Period }) {
  const t = useTranslations('pricing')
  const price = plan.prices?.[period]
  if (price)
    return (
      <div>
        <p className="plan-price">
          {grouped(price.firstPerMonth)} <small>{t('unit')}</small>
        </p>
        <p className="plan-was">
          <s>{grouped(plan.price ?? '')}</s>{' '}
          {period === 'month' ? t('firstMonth') : t('firstOrder', { total: grouped(price.first) })}
        </p>
        {period !== 'month' && <p className="plan-was">{t('renewal', { total: grouped(price.total) })}</p>}
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
  const look = `btn ${hot ? 'btn-accent' : 'btn-outline'}`
  if (plan.price === null)
    return (
      <PageLink to="/contact?topic=enterprise" className={look}>
        {t('talk')}
      </PageLink>
    )
  const to = plan.prices ? `/payment?plan=${plan.id}&period=${period}` : '/login?mode=signup'
  return (
    <PageLink to={to} className={look}>
      {plan.prices ? t('choose', { tier }) : t('start')}
    </PageLink>
  )
}
