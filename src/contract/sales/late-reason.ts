/**
 * Why the payment of a timed-out order did not buy at the agreed price. `price`, `coupon`, `newcomer`: the price, the
 * coupon or the newcomer's discount no longer holds. `plan_not_sold`, `subscription_changed`: nothing can be opened.
 * `order_open`: another order waits for its payment. `too_late`: more than a day after the deadline. `too_little`: less
 * than the price. `credit_used`: another order used the order's credit.
 */
export const lateReasons = [
  'price',
  'coupon',
  'newcomer',
  'plan_not_sold',
  'subscription_changed',
  'order_open',
  'too_late',
  'too_little',
  'credit_used',
] as const
export type LateReason = (typeof lateReasons)[number]

const priceReasons: readonly LateReason[] = ['price', 'coupon', 'newcomer', 'too_little']

/** Whether more money would have bought the plan. */
export function isPriceReason(reason: LateReason): boolean {
  return priceReasons.includes(reason)
}
