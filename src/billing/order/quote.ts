import type { Quote } from '#src/contract/account/billing.ts'
import { refuse } from '#src/contract/errors.ts'
import { currency, formatMicro, type Micro } from '#src/contract/money.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { planOf } from '#src/keys/key.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { isSold, type Period, type SoldPlan } from '#src/plans/plan.ts'
import { type Price, purchasePrice, upgradePrice } from '#src/plans/price.ts'
import { daysLeft, firstTerm, nextTerm } from '#src/plans/term.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { balanceOf } from './ledger.ts'
import { hasCompletedOrder } from './order-store.ts'
import { chooseTarget, type KeyFacts, type Target } from './target.ts'

export type QuoteInput = { planId: string; period: Period; keyId: string | null }

/** A price and its purchase, from the state of the account at this moment. */
export type Deal = {
  plan: SoldPlan
  target: Target
  price: Price
  /** The bought period; an upgrade keeps that of its subscription. */
  period: Period
  days: number | null
  planExpiresAt: number
}

/** The facts behind a price, beside the request. */
export type DealFacts = {
  catalogue: Catalogue
  keys: readonly KeyFacts[]
  newcomer: boolean
  balance: Micro
  now: number
}

/** Pass `tx` to price under the account's lock. Refuses as `dealOf` does. */
export async function makeDeal(ctx: Platform, accountId: string, input: QuoteInput, tx?: Tx): Promise<Deal> {
  const db = tx ?? ctx.postgres.db
  return dealOf(input, {
    catalogue: catalogueOf(ctx),
    keys: await subscriptionsOfAccount(ctx, accountId, tx),
    newcomer: !(await hasCompletedOrder(db, accountId)),
    balance: await balanceOf(db, accountId),
    now: ctx.clock.now(),
  })
}

/** Refuses 713, 727, 728, an unknown plan, and an unknown key. */
export function dealOf(input: QuoteInput, { catalogue, keys, newcomer, balance, now }: DealFacts): Deal {
  const plan = catalogue.planById(input.planId)
  if (!plan) throw refuse('invalid_parameter', { param: 'planId' })
  const target = chooseTarget(catalogue, plan, keys, input.keyId, now)
  if ('problem' in target) throw refuse(target.problem, target.param ? { param: target.param } : {})
  if (!isSold(plan)) throw refuse('plan_customised')
  if (target.kind === 'upgrade') {
    const { term, expiresAt } = target.key
    const days = daysLeft(expiresAt, now)
    const price = upgradePrice(planOf(catalogue, target.key), plan, term, days, balance)
    return { plan, target, days, price, period: term.period, planExpiresAt: expiresAt }
  }
  const { period } = input
  const { months } = plan.periods[period]
  const end = target.kind === 'renewal' ? nextTerm(target.key, period, months) : firstTerm(now, period, months)
  const price = purchasePrice(plan, period, newcomer, balance)
  return { plan, target, days: null, price, period, planExpiresAt: end.expiresAt }
}

export function presentQuote({ target, price, period, days, planExpiresAt }: Deal): Quote {
  return {
    kind: target.kind,
    period,
    list: formatMicro(price.list),
    discount: formatMicro(price.discount),
    upgradeDifference: formatMicro(price.upgradeDifference),
    credit: formatMicro(price.credit),
    payable: formatMicro(price.payable),
    currency,
    daysLeft: days,
    planExpiresAt,
  }
}
