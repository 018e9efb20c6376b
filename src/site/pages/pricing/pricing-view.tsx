import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Part } from '../../parts/part.tsx'
import { toast } from '../../ui/toast.tsx'
import { Calculator } from './calculator.tsx'
import { Comparison } from './comparison.tsx'
import { MarketChoice, type MarketName } from './market-choice.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { PricedMarket, PricedPlan, Terms } from './priced-plans.server.ts'
import type { PricingParts } from './static-parts.server.tsx'

type PricingViewProps = {
  markets: readonly MarketName[]
  first: PricedMarket
  /** The plans that the calculator compares. */
  compared: readonly PricedPlan[]
  /** Loads the plans of another market; rejects on failure. */
  load(id: string): Promise<PricedMarket | null>
  terms: Terms
  parts: PricingParts
}

/** The offer, published or in a draft: the plans of one market at a time, a comparison and a calculator. */
export function PricingView({ markets, first, compared, load, terms, parts }: PricingViewProps) {
  const t = useTranslations('pricing')
  const { market, wanted, choose } = useMarket(first, load)
  const chosen = markets.find(({ id }) => id === wanted) ?? market
  return (
    <>
      <section className="wrap pricing-head">
        <Part part={parts.head} />
        <MarketChoice markets={markets} chosen={chosen} onChoose={(id) => void choose(id)} />
        <div aria-busy={wanted !== market.id}>
          <p className="text-muted pricing-about">{t(`markets.${market.type}`)}</p>
          <PlanCards plans={market.plans} terms={terms} heading="h2" />
        </div>
      </section>
      <section className="section">
        <div className="wrap pricing-compare" aria-busy={wanted !== market.id}>
          <h2 className="section-title">{t('compare.title')}</h2>
          <Comparison market={market} />
        </div>
      </section>
      <section className="section">
        <div className="wrap stack pricing-pair">
          <Calculator head={parts.calculator} plans={compared} />
          <Part part={parts.notes} className="pricing-notes" />
        </div>
      </section>
    </>
  )
}

/** `market` is the market whose plans are shown. `wanted` is the chosen market, whose plans may still be loading. */
function useMarket(first: PricedMarket, load: PricingViewProps['load']) {
  const busy = useTranslations('error')('description')
  const [market, setMarket] = useState(first)
  const [wanted, setWanted] = useState(first.id)
  const last = useRef(first.id)
  const choose = async (id: string) => {
    last.current = id
    setWanted(id)
    const found = id === first.id ? first : await load(id).catch(() => null)
    if (last.current !== id) return
    if (found) return setMarket(found)
    last.current = market.id
    setWanted(market.id)
    toast(busy, 'error')
  }
  return { market, wanted, choose }
}
