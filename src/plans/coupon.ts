import type { ErrorName } from '#src/contract/errors.ts'
import type { Micro } from '#src/contract/money.ts'

/** The discount of a coupon. It is applied to the price of a purchase or renewal after all other discounts. */
export type CouponValue = { kind: 'percent'; percent: number } | { kind: 'amount'; amount: Micro }

/** Times in ms. `plans` null: every plan for sale. `usesTotal`, `usesPerCustomer` null: unlimited. */
export type Coupon = {
  code: string
  value: CouponValue
  plans: readonly string[] | null
  validFrom: number
  validUntil: number | null
  usesTotal: number | null
  usesPerCustomer: number | null
  createdAt: number
  endedAt: number | null
}

/** The number of open or completed orders with the code: `total` of all customers, `own` of one customer. */
export type CouponUses = { total: number; own: number }

/** Normalises a code to its stored form, since customers type it in any case. */
export function couponCode(text: string): string {
  return text.trim().toUpperCase()
}

export function couponRefusal(
  coupon: Coupon,
  { planId, isUpgrade, uses, now }: { planId: string; isUpgrade: boolean; uses: CouponUses; now: number },
): ErrorName | null {
  const isOver = coupon.endedAt !== null || (coupon.validUntil !== null && coupon.validUntil <= now)
  if (isOver || coupon.validFrom > now) return 'coupon_not_valid_now'
  if (isUpgrade) return 'coupon_not_for_upgrade'
  if (coupon.plans !== null && !coupon.plans.includes(planId)) return 'coupon_other_plan'
  if (coupon.usesPerCustomer !== null && uses.own >= coupon.usesPerCustomer) return 'coupon_used'
  return coupon.usesTotal !== null && uses.total >= coupon.usesTotal ? 'coupon_used_up' : null
}
