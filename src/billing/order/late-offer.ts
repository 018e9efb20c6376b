import type { LateReason } from '#src/contract/sales/late-reason.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { planOf } from '#src/keys/key/key.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { type CouponValue, couponRefusal } from '#src/plans/coupon.ts'
import { findCoupon } from '#src/plans/coupons/coupons.ts'
import { renewCatalogue } from '#src/plans/editions/follow.ts'
import { isSold, type SoldPlan } from '#src/plans/plan.ts'
import { type Price, purchasePrice, upgradePrice } from '#src/plans/price.ts'
import { daysLeft } from '#src/plans/term.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { couponUses } from './coupon-store.ts'
import { agreedTarget, type Opening, openingOn } from './opening.ts'
import type { Order } from './order.ts'
import { hasCompletedOrder } from './order-store.ts'
import type { Target } from './target.ts'

/**
 * `order`: the order with current prices. `opening`: null when nothing can be opened. `reasons`: what changed since the
 * order was made.
 */
export type LateOffer = { order: Order; opening: Opening | null; reasons: LateReason[] }

/**
 * The current offer for the money of a timed-out order: the plan on sale, with the coupon and the newcomer's discount
 * if they still apply. With `tx` the coupon is locked, so that its uses are counted by one transaction at a time.
 */
export async function lateOffer(ctx: Platform, order: Order, tx?: Tx): Promise<LateOffer> {
  const db = tx ?? ctx.postgres.db
  await renewCatalogue(ctx, db)
  const catalogue = catalogueOf(ctx)
  const plan = catalogue.planById(order.planId)
  if (!plan || !isSold(plan)) return { order, opening: null, reasons: ['plan_not_sold'] }
  const now = ctx.clock.now()
  const keys = await subscriptionsOfAccount(ctx, order.accountId, tx)
  const target = agreedTarget(catalogue, order, plan, keys, now)
  if (!target) return { order, opening: null, reasons: ['subscription_changed'] }
  const coupon = await validCoupon(ctx, order, tx)
  const newcomer = !(await hasCompletedOrder(db, order.accountId))
  const { price, reasons } = priceNow(catalogue, order, { plan, target, coupon, newcomer, now })
  const months = target.kind === 'upgrade' ? 0 : plan.periods[order.period].months
  const couponCode = coupon && order.couponCode
  const repriced = { ...order, ...price, planEdition: plan.edition, months, couponCode }
  return { order: repriced, opening: openingOn(target, repriced, plan, now), reasons }
}

async function validCoupon(ctx: Platform, order: Order, tx?: Tx): Promise<CouponValue | null> {
  if (order.couponCode === null) return null
  const db = tx ?? ctx.postgres.db
  const coupon = await findCoupon(db, order.couponCode, tx !== undefined)
  if (!coupon) return null
  const uses = await couponUses(db, coupon.code, order.accountId)
  const facts = { planId: order.planId, isUpgrade: false, uses, now: ctx.clock.now() }
  return couponRefusal(coupon, facts) === null ? coupon.value : null
}

type Facts = { plan: SoldPlan; target: Target; coupon: CouponValue | null; newcomer: boolean; now: number }

function priceNow(
  catalogue: Catalogue,
  order: Order,
  { plan, target, coupon, newcomer, now }: Facts,
): { price: Price; reasons: LateReason[] } {
  if (target.kind === 'upgrade') {
    const { term, expiresAt } = target.key
    const price = upgradePrice(planOf(catalogue, target.key), plan, term, daysLeft(expiresAt, now), order.credit)
    return { price, reasons: price.upgradeDifference > order.upgradeDifference ? ['price'] : [] }
  }
  const price = purchasePrice(plan, order.period, newcomer, order.credit, coupon)
  const agreedPlan = catalogue.planById(order.planId, order.planEdition)
  const plainThen = agreedPlan && isSold(agreedPlan) ? plainPrice(agreedPlan, order) : order.list
  const wasNewcomer = order.list - order.discount + order.couponDiscount < plainThen
  const reasons: LateReason[] = []
  if (plainPrice(plan, order) > plainThen) reasons.push('price')
  if (order.couponCode !== null && coupon === null) reasons.push('coupon')
  if (wasNewcomer && !newcomer) reasons.push('newcomer')
  const isDearer = price.list - price.discount > order.list - order.discount
  return { price, reasons: isDearer && reasons.length === 0 ? ['price'] : reasons }
}

/** The price without newcomer's discount, coupon and credit. */
function plainPrice(plan: SoldPlan, { period }: Order): bigint {
  return purchasePrice(plan, period, false, 0n).payable
}
