import type { Quote } from '#src/contract/account/billing.ts'
import { refuse } from '#src/contract/errors.ts'
import { currency, formatMicro, type Micro } from '#src/contract/money.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { planOf } from '#src/keys/key/key.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { couponRefusal } from '#src/plans/coupon.ts'
import { isSold, type Period, type SoldPlan } from '#src/plans/plan.ts'
import { type Price, purchasePrice, upgradePrice } from '#src/plans/price.ts'
import { daysLeft, firstTerm, nextTerm } from '#src/plans/term.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type CouponFacts, couponFacts } from './coupon-use.ts'
import { balanceOf } from './ledger-store.ts'
import { hasCompletedOrder } from './order-store.ts'
import { chooseTarget, type KeyFacts, type Target } from './target.ts'

/** `coupon`: the code as the customer typed it. */
export type QuoteInput = { planId: string; period: Period; keyId: string | null; coupon?: string | null | undefined }

export type Deal = {
  plan: SoldPlan
  target: Target
  price: Price
  couponCode: string | null
  /** The bought period. An upgrade has the period of the running subscription. */
  period: Period
  days: number | null
  planExpiresAt: number
}

export type DealFacts = {
  catalogue: Catalogue
  keys: readonly KeyFacts[]
  newcomer: boolean
  balance: Micro
  now: number
  coupon?: CouponFacts | null
}

/** Prices an order. `tx`: the transaction that holds the account's lock, if any. Throws the refusals of `dealOf`. */
export async function makeDeal(ctx: Platform, accountId: string, input: QuoteInput, tx?: Tx): Promise<Deal> {
  const db = tx ?? ctx.postgres.db
  return dealOf(input, {
    catalogue: catalogueOf(ctx),
    keys: await subscriptionsOfAccount(ctx, accountId, tx),
    newcomer: !(await hasCompletedOrder(db, accountId)),
    balance: await balanceOf(db, accountId),
    now: ctx.clock.now(),
    coupon: await couponFacts(ctx, accountId, input.coupon, tx),
  })
}

/**
 * Refuses a plan that only customer service sells or changes (713), a downgrade (727), a renewal that only customer
 * service makes (728), the free plan, an unknown plan or key, and a coupon that does not apply.
 */
export function dealOf(input: QuoteInput, { catalogue, keys, newcomer, balance, now, coupon }: DealFacts): Deal {
  const plan = catalogue.planById(input.planId)
  if (!plan) throw refuse('invalid_parameter', { param: 'planId' })
  const target = chooseTarget(catalogue, plan, keys, input.keyId, now)
  if ('problem' in target) throw refuse(target.problem, target.param ? { param: target.param } : {})
  if (!isSold(plan)) throw refuse('plan_customised')
  if (coupon) assertCoupon(coupon, { planId: plan.id, isUpgrade: target.kind === 'upgrade', now })
  if (target.kind === 'upgrade') {
    const { term, expiresAt } = target.key
    const days = daysLeft(expiresAt, now)
    const price = upgradePrice(planOf(catalogue, target.key), plan, term, days, balance)
    return { plan, target, days, price, couponCode: null, period: term.period, planExpiresAt: expiresAt }
  }
  const { period } = input
  const { months } = plan.periods[period]
  const end = target.kind === 'renewal' ? nextTerm(target.key, period, months) : firstTerm(now, period, months)
  const price = purchasePrice(plan, period, newcomer, balance, coupon?.coupon.value)
  const couponCode = coupon?.coupon.code ?? null
  return { plan, target, days: null, price, couponCode, period, planExpiresAt: end.expiresAt }
}

function assertCoupon({ coupon, uses }: CouponFacts, order: { planId: string; isUpgrade: boolean; now: number }): void {
  const refusal = couponRefusal(coupon, { ...order, uses })
  if (refusal) throw refuse(refusal, { param: 'coupon' })
}

export function presentQuote({ target, price, couponCode, period, days, planExpiresAt }: Deal): Quote {
  return {
    kind: target.kind,
    period,
    list: formatMicro(price.list),
    discount: formatMicro(price.discount),
    coupon: presentCoupon(couponCode, price.couponDiscount),
    upgradeDifference: formatMicro(price.upgradeDifference),
    credit: formatMicro(price.credit),
    payable: formatMicro(price.payable),
    currency,
    daysLeft: days,
    planExpiresAt,
  }
}

export function presentCoupon(code: string | null, discount: Micro): Quote['coupon'] {
  return code === null ? null : { code, amount: formatMicro(discount) }
}
