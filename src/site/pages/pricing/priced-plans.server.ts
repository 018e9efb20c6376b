import type { Locale } from '#src/contract/locale.ts'
import { ceilToCent, formatMicro } from '#src/contract/money.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { marketPlace, planName } from '#src/plans/name.ts'
import { isSold, type Period, type Plan, type SoldPlan, type Tier } from '#src/plans/plan.ts'
import { periodOffers, purchasePrice } from '#src/plans/price.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'

/** Decimal strings. `perMonth`: after the period's saving; `total`: the whole period; `first`: for a newcomer. */
export type PeriodPrice = { perMonth: string; total: string; first: string }

export type PricedPlan = {
  id: string
  market: string
  tier: Tier
  type: Plan['type']
  /** Null for a plan that only the operator grants. */
  price: string | null
  prices: Record<Period, PeriodPrice> | null
  limits: Plan['limits']
  features: readonly string[]
  funds: boolean
  delaySeconds: number
  historyDays: number | null
  search: Plan['search']
}

/** `name`: the market's name among the markets of its kind, such as a country's name. */
export type PricedMarket = { id: string; name: string; type: Plan['type']; plans: PricedPlan[] }

export type Terms = { newcomerDiscount: number; savings: Record<Period, number> }

/** Every market of a catalogue (the current catalogue or a draft's) with its plans. */
export function pricedMarkets(ctx: Platform, locale: Locale, catalogue = catalogueOf(ctx)): PricedMarket[] {
  const markets = new Map<string, PricedMarket>()
  for (const plan of catalogue.plans) {
    const market = markets.get(plan.market) ?? {
      id: plan.market,
      name: marketPlace(plan.market, locale),
      type: plan.type,
      plans: [],
    }
    market.plans.push(priced(plan))
    markets.set(plan.market, market)
  }
  return [...markets.values()]
}

/** The plans of the market that covers all classes. Calculators and tables compare these plans. */
export function integratedPlans(markets: readonly PricedMarket[]): PricedPlan[] {
  return markets.find(({ type }) => type === 'integrated')?.plans ?? []
}

export function terms(ctx: Platform, { plans, newcomerDiscount } = catalogueOf(ctx)): Terms {
  const sold = plans.find(isSold)
  const savings = sold ? periodOffers(sold).map(({ period, saving }) => [period, saving] as const) : []
  return { newcomerDiscount, savings: Object.fromEntries(savings) as Terms['savings'] }
}

function priced(plan: Plan): PricedPlan {
  return {
    id: plan.id,
    market: plan.market,
    tier: plan.tier,
    type: plan.type,
    price: plan.price === null ? null : formatMicro(plan.price),
    prices: isSold(plan) ? pricesOf(plan) : null,
    limits: plan.limits,
    features: plan.features,
    funds: plan.coverage.some((covered) => covered.class === 'fund'),
    delaySeconds: plan.delaySeconds,
    historyDays: plan.historyDays,
    search: plan.search,
  }
}

function pricesOf(plan: SoldPlan): Record<Period, PeriodPrice> {
  const offers = periodOffers(plan).map(({ period, months, total }) => {
    const first = purchasePrice(plan, period, true, 0n).payable
    const price: PeriodPrice = {
      perMonth: formatMicro(ceilToCent(total / BigInt(months))),
      total: formatMicro(total),
      first: formatMicro(first),
    }
    return [period, price] as const
  })
  return Object.fromEntries(offers) as Record<Period, PeriodPrice>
}

export type { Period }

/** Each plan of the integrated market that has a price, as an offer for search engines. */
export function pricingJsonLd(ctx: Platform, locale: Locale): object[] {
  const { publicUrl } = ctx.settings
  const { name } = brandOf(ctx)
  const offers = catalogueOf(ctx)
    .plans.filter((plan) => plan.type === 'integrated' && plan.price !== null)
    .map((plan) => ({
      '@type': 'Offer',
      name: planName(plan, locale),
      price: formatMicro(plan.price ?? 0n),
      priceCurrency: 'USDT',
      url: `${publicUrl}/${locale}/pricing`,
    }))
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      brand: { '@type': 'Brand', name },
      offers,
    },
  ]
}
