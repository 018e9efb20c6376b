import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { PlanCards } from '../pricing/plan-cards.tsx'
import type { PricedPlan, Terms } from '../pricing/priced-plans.server.ts'
import { Section } from './section.tsx'

export function Pricing({ plans, terms }: { plans: readonly PricedPlan[]; terms: Terms }) {
  const t = useTranslations('home.pricing')
  return (
    <Section
      id="pricing"
      no="05"
      name={t('no')}
      title={t('title')}
      lead={t('lead', { percent: String(terms.newcomerDiscount) })}
    >
      <PlanCards plans={plans} terms={terms} />
      <p className="section-more">
        <PageLink to="/pricing" className="link">
          {t('all')}
        </PageLink>
      </p>
    </Section>
  )
}
