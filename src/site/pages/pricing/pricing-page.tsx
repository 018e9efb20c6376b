import { publicPage } from '../../page/page.server.ts'
import { pricedMarkets, pricingJsonLd, terms } from './priced-plans.server.ts'
import { PricingView } from './pricing-view.tsx'

export const loader = publicPage(['pricing', 'plans'], ({ ctx, locale }) => ({
  markets: pricedMarkets(ctx, locale),
  terms: terms(ctx),
  head: { jsonLd: pricingJsonLd(ctx, locale) },
}))

type PricingData = Awaited<ReturnType<typeof loader>>

export default function Pricing({ loaderData: { markets, terms } }: { loaderData: PricingData }) {
  return <PricingView markets={markets} terms={terms} />
}
