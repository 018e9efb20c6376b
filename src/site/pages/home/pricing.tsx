import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { PlanCards } from '../pricing/plan-cards.tsx'
import type { PricedPlan, Terms } from '../pricing/priced-plans.server.ts'
import { Section } from './static/section.tsx'

type PricingProps = { head: ServerPart | undefined; plans: readonly PricedPlan[]; terms: Terms }

export function Pricing({ head, plans, terms }: PricingProps) {
  const t = useTranslations('home.pricing')
  return (
    <Section id="pricing">
      <Part part={head} as="header" />
      <PlanCards plans={plans} terms={terms} />
      <p className="top-32">
        <PageLink to="/pricing" className="link">
          {t('all')}
        </PageLink>
      </p>
    </Section>
  )
}
