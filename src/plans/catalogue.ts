import { type Micro, microPerUnit } from '#src/contract/money.ts'
import { coverageOf, type MarketId, marketIds, planTypeOf } from './market.ts'
import { features, type Limits, type Period, type PeriodTerms, type Plan, type Tier, tiers } from './plan.ts'

/**
 * One edition of what is sold. To change a price, a limit or a period, add an edition: subscriptions that were bought
 * under an older one keep its limits, features and coverage until they end.
 */
type Edition = {
  edition: number
  limits: Record<Tier, Limits>
  prices: { integrated: Record<PaidTier, number>; market: Record<PaidTier, number> }
  periods: Record<Period, PeriodTerms>
  /** Percent off while an account has no completed order. */
  newcomerDiscount: number
}
type PaidTier = 'base' | 'professional' | 'premium'

export const firstEdition: Edition = {
  edition: 1,
  limits: {
    free: { perMinute: 5, sockets: 1, subscriptions: 3 },
    base: { perMinute: 120, sockets: 3, subscriptions: 200 },
    professional: { perMinute: 600, sockets: 6, subscriptions: 500 },
    premium: { perMinute: 1200, sockets: 12, subscriptions: 2000 },
    enterprise: { perMinute: null, sockets: null, subscriptions: null },
  },
  prices: {
    integrated: { base: 99, professional: 199, premium: 399 },
    market: { base: 49, professional: 99, premium: 199 },
  },
  periods: {
    month: { months: 1, saving: 0 },
    quarter: { months: 3, saving: 5 },
    'half-year': { months: 6, saving: 10 },
    year: { months: 12, saving: 20 },
  },
  newcomerDiscount: 20,
}

const current = firstEdition

/** `plans`: every plan of the newest edition, enterprise included, market by market from the lowest tier to the highest. */
export function catalogueOf(older: readonly Edition[], newest: Edition) {
  const editions = new Map([...older, newest].map((edition) => [edition.edition, edition]))
  const byEdition = new Map([...editions].map(([number, edition]) => [number, index(edition)]))
  return {
    plans: (): readonly Plan[] => [...(byEdition.get(newest.edition)?.values() ?? [])],
    /** The plan as it was sold in `edition` (default: the newest). */
    planById: (id: string, edition: number = newest.edition): Plan | null => byEdition.get(edition)?.get(id) ?? null,
    /** Months and saving of a period as it was sold in `edition` (default: the newest). */
    periodTerms: (period: Period, edition: number = newest.edition): PeriodTerms =>
      (editions.get(edition) ?? newest).periods[period],
  }
}

export const { plans, planById, periodTerms } = catalogueOf([], current)

export function limitsOf(plan: Plan): Limits {
  return plan.limits
}

/** Percent off while an account has no completed order. */
export function newcomerDiscount(): number {
  return current.newcomerDiscount
}

/** The plan a customer buys with an order: neither free nor granted by the operator. */
export function isSold(plan: Plan): plan is Plan & { price: Micro } {
  return plan.price !== null && plan.price > 0n
}

function index(edition: Edition): Map<string, Plan> {
  const all = marketIds.flatMap((market) =>
    tiers.filter((tier) => tier !== 'free' || market === 'integrated').map((tier) => plan(edition, market, tier)),
  )
  return new Map(all.map((entry) => [entry.id, entry]))
}

function plan(edition: Edition, market: MarketId, tier: Tier): Plan {
  const covered = coverageOf(market)
  return {
    id: `${market}-${tier}`,
    edition: edition.edition,
    type: planTypeOf(market),
    market,
    tier,
    price: priceOf(edition, market, tier),
    limits: edition.limits[tier],
    features,
    coverage: tier === 'free' ? covered.filter((entry) => entry.class !== 'fund') : covered,
    delaySeconds: 0,
    historyDays: null,
    search: tier === 'free' ? 'first-page' : 'full',
    files: tier !== 'free',
  }
}

function priceOf(edition: Edition, market: MarketId, tier: Tier): Micro | null {
  if (tier === 'enterprise') return null
  if (tier === 'free') return 0n
  const list = market === 'integrated' ? edition.prices.integrated : edition.prices.market
  return BigInt(list[tier]) * microPerUnit
}
