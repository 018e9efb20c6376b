import type { PlanOffer } from '#src/contract/account/plans.ts'
import type { Locale } from '#src/contract/locale.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import type { Catalogue } from './catalogue.ts'
import { symbolTypesOf } from './entitlement.ts'
import { planName } from './name.ts'
import type { Plan } from './plan.ts'
import { periodOffers } from './price.ts'

const offered = new WeakMap<Catalogue, Map<Locale, PlanOffer[]>>()

/** The plans with a price, including the free plan, cached by catalogue and language. */
export function planOffers(catalogue: Catalogue, locale: Locale): PlanOffer[] {
  const known = offered.get(catalogue) ?? new Map<Locale, PlanOffer[]>()
  offered.set(catalogue, known)
  const offers =
    known.get(locale) ??
    catalogue.plans.flatMap((plan) => (plan.price === null ? [] : [offer(plan, plan.price, locale)]))
  known.set(locale, offers)
  return offers
}

export function wireLimits(plan: Plan) {
  return { symbolType: symbolTypesOf(plan), ...plan.limits }
}

function offer(plan: Plan, price: bigint, locale: Locale): PlanOffer {
  return {
    id: plan.id,
    type: plan.type,
    market: plan.market,
    tier: plan.tier,
    name: planName(plan, locale),
    price: formatMicro(price),
    currency,
    periods: periodOffers(plan).map((entry) => ({ ...entry, total: formatMicro(entry.total) })),
    limits: wireLimits(plan),
    features: [...plan.features],
    coverage: plan.coverage.map(({ class: assetClass, regions }) => ({
      class: assetClass,
      regions: regions === 'all' ? null : [...regions],
    })),
    newcomerDiscount: plan.newcomerDiscount,
  }
}
