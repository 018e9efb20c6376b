import type { Micro } from '#src/contract/money.ts'
import { type features, tiers } from '#src/contract/sales/plan-document.ts'
import type { Coverage, MarketId, PlanType } from './market.ts'

export type Tier = (typeof tiers)[number]
export type Feature = (typeof features)[number]

/** Requests a minute, sockets, and distinct instruments subscribed over all of a key's sockets; null: unlimited. */
export type Limits = { perMinute: number | null; sockets: number | null; subscriptions: number | null }

export type Plan = {
  /** `{market}-{tier}`, for instance `stock-us-premium`. */
  id: string
  /** The plan's edition of the catalogue; a subscription keeps the edition it bought. */
  edition: number
  type: PlanType
  market: MarketId
  tier: Tier
  /** Micro-USDT a month; null when the operator grants it (enterprise). */
  price: Micro | null
  /** What its edition takes off for longer periods. */
  periods: Readonly<Record<Period, PeriodTerms>>
  /** Percent that its edition takes off while an account has no completed order. */
  newcomerDiscount: number
  limits: Limits
  features: readonly Feature[]
  coverage: readonly Coverage[]
  /** The delay of the plan's data in seconds; 0: live. */
  delaySeconds: number
  /** Days of history; null: all. */
  historyDays: number | null
  /** `first-page`: symbol search without a country filter and without paging. */
  search: 'first-page' | 'full'
  /** Includes day files of a class and region. */
  files: boolean
}

export type SoldPlan = Plan & { price: Micro }

export function isSold(plan: Plan): plan is SoldPlan {
  return plan.price !== null && plan.price > 0n
}

/** Positive when tier `a` is higher than `b`. */
export function compareTiers(a: Tier, b: Tier): number {
  return tiers.indexOf(a) - tiers.indexOf(b)
}

export const periods = ['month', 'quarter', 'half-year', 'year'] as const
export type Period = (typeof periods)[number]

/** `saving` in percent of the list price. */
export type PeriodTerms = { months: number; saving: number }
