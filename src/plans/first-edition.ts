import { features, type PlanDocument, type PlanEntry } from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import { coverageOf, type MarketId, marketIds } from './market.ts'
import type { Limits, Tier } from './plan.ts'

const limits: Record<Tier, Limits> = {
  free: { perMinute: 30, sockets: 1, subscriptions: 3 },
  base: { perMinute: 120, sockets: 3, subscriptions: 200 },
  professional: { perMinute: 600, sockets: 6, subscriptions: 500 },
  premium: { perMinute: 1200, sockets: 12, subscriptions: 2000 },
  enterprise: { perMinute: null, sockets: null, subscriptions: null },
}

const integratedPrices: Record<Tier, string | null> = {
  free: '0.00',
  base: '99.00',
  professional: '199.00',
  premium: '399.00',
  enterprise: null,
}

const marketPrices: Record<Tier, string | null> = {
  free: null,
  base: '49.00',
  professional: '99.00',
  premium: '199.00',
  enterprise: null,
}

/** The plans of a new installation. They become edition 1 at the first start. */
export const firstEdition: PlanDocument = {
  newcomerDiscount: 20,
  periods: { month: { saving: 0 }, quarter: { saving: 5 }, 'half-year': { saving: 10 }, year: { saving: 20 } },
  plans: marketIds.flatMap((market) =>
    tiers.filter((tier) => tier !== 'free' || market === 'integrated').map((tier) => entry(market, tier)),
  ),
}

function entry(market: MarketId, tier: Tier): PlanEntry {
  const covered = coverageOf(market).map((one) => one.class)
  return {
    id: `${market}-${tier}`,
    price: (market === 'integrated' ? integratedPrices : marketPrices)[tier],
    ...limits[tier],
    delaySeconds: 0,
    historyDays: null,
    classes: tier === 'free' ? covered.filter((name) => name !== 'fund') : covered,
    features: [...features],
    search: tier === 'free' ? 'first-page' : 'full',
    files: tier !== 'free',
  }
}
