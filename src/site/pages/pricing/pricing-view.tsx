import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { Calculator } from './calculator.tsx'
import { Comparison } from './comparison.tsx'
import { MarketChoice } from './market-choice.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { PricedMarket, Terms } from './priced-plans.server.ts'

const notes = ['pay', 'upgrade', 'credit', 'oneKey'] as const

/** What is sold: the plans of one market at a time, compared, with a calculator. Also for a draft that is not sold yet. */
export function PricingView({ markets, terms }: { markets: PricedMarket[]; terms: Terms }) {
  const t = useTranslations('pricing')
  const [chosen, setChosen] = useState(markets[0]?.id ?? '')
  const market = markets.find(({ id }) => id === chosen) ?? markets[0]
  if (!market) return null
  return (
    <>
      <section className="wrap pricing-head">
        <p className="kick">{t('kick')}</p>
        <h1 className="page-title">{t('title')}</h1>
        <p className="lead">{t('lead', { percent: String(terms.newcomerDiscount) })}</p>
        <MarketChoice markets={markets} chosen={market} onChoose={setChosen} />
        <p className="pricing-about">{t(`markets.${market.type}`)}</p>
        <PlanCards plans={market.plans} terms={terms} heading="h2" />
      </section>
      <section className="section">
        <div className="wrap pricing-compare">
          <h2 className="section-title">{t('compare.title')}</h2>
          <Comparison market={market} />
        </div>
      </section>
      <section className="section">
        <div className="wrap pricing-pair">
          <Calculator plans={integratedPlans(markets)} />
          <Notes />
        </div>
      </section>
    </>
  )
}

function integratedPlans(markets: readonly PricedMarket[]) {
  return markets.find(({ type }) => type === 'integrated')?.plans ?? []
}

function Notes() {
  const t = useTranslations('pricing')
  return (
    <div className="pricing-notes">
      <h2>{t('notes.title')}</h2>
      <ul>
        {notes.map((note) => (
          <li key={note}>{t(`notes.${note}`)}</li>
        ))}
      </ul>
      <h3>{t('enterprise.title')}</h3>
      <p className="text-muted">{t('enterprise.text')}</p>
      <PageLink to="/contact?topic=enterprise" className="btn btn-outline">
        {t('talk')}
      </PageLink>
    </div>
  )
}
