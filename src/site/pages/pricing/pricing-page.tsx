import { useLocale } from 'use-intl'
import { publicPage } from '../../page/page.server.ts'
import { inLanguage } from '../../page/page-link.tsx'
import { integratedPlans, type PricedMarket, pricedMarkets, pricingJsonLd, terms } from './priced-plans.server.ts'
import { PricingView } from './pricing-view.tsx'
import { pricingParts, pricingWords } from './static-parts.server.tsx'

/**
 * Loads the plans of the first market and the names of the other markets, whose plans are at `pricing/markets.json`.
 */
export const loader = publicPage(['pricing', 'plans'], ({ ctx, locale, part }) => {
  const markets = pricedMarkets(ctx, locale)
  const sold = terms(ctx)
  return {
    markets: markets.map(({ id, name, type }) => ({ id, name, type })),
    first: markets[0] ?? null,
    compared: integratedPlans(markets),
    terms: sold,
    parts: pricingParts({ part, ctx, locale }, sold),
    scripted: pricingWords,
    head: { jsonLd: pricingJsonLd(ctx, locale) },
  }
})

type PricingData = Awaited<ReturnType<typeof loader>>

export default function Pricing({ loaderData }: { loaderData: PricingData }) {
  const { first, ...rest } = loaderData
  const address = inLanguage(useLocale(), '/pricing/markets.json')
  const load = async (id: string) => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    const all: PricedMarket[] = await response.json()
    return all.find((market) => market.id === id) ?? null
  }
  return first && <PricingView {...rest} first={first} load={load} />
}
