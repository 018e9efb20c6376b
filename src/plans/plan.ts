import type { Micro } from '#src/contract/money.ts'
import type { features, OwnNames } from '#src/contract/sales/plan-document.ts'
import { tiers } from '#src/contract/sales/tiers.ts'
import type { Coverage, MarketId, PlanType } from './market.ts'

export type Tier = (typeof tiers)[number]
export type Feature = (typeof features)[number]

/**
 * Requests a minute, sockets, and different instruments to which all sockets of a key may subscribe. Null: unlimited.
 */
export type Limits = { perMinute: number | null; sockets: number | null; subscriptions: number | null }

export type Plan = {
  /** The id in the form `{market}-{tier}`, for example `stock-us-premium`. */
  id: string
  /** The edition of the plan. A subscription keeps the edition in which it was bought. */
  edition: number
  type: PlanType
  market: MarketId
  tier: Tier
  /** The operator's own names of the plan and its tier, from the published edition. */
  names: OwnNames
  tierNames: OwnNames
  /** Price in micro-USDT a month; null when only the operator grants the plan (enterprise). */
  price: Micro | null
  periods: Readonly<Record<Period, PeriodTerms>>
  /** The newcomer's discount in percent: it applies while an account has no completed order. */
  newcomerDiscount: number
  limits: Limits
  features: readonly Feature[]
  coverage: readonly Coverage[]
  /** The delay of the plan's data in seconds; 0: live. */
  delaySeconds: number
  /** Days of history; null: all of history. */
  historyDays: number | null
  /** `first-page`: symbol search without a country filter and without paging. */
  search: 'first-page' | 'full'
  /** Whether the plan includes day files of a class and region. */
  files: boolean
}

export type SoldPlan = Plan & { price: Micro }

export function isSold(plan: Plan): plan is SoldPlan {
  return plan.price !== null && plan.price > 0n
}

/** Positive when tier `a` is higher than tier `b`. */
export function compareTiers(a: Tier, b: Tier): number {
  return tiers.indexOf(a) - tiers.indexOf(b)
}

export const periods = ['month', 'quarter', 'half-year', 'year'] as const
export type Period = (typeof periods)[number]

/** `saving`: percent of the list price. */
export type PeriodTerms = { months: number; saving: number }
