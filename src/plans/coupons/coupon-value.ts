import type { Micro } from '#src/contract/money.ts'
import type { Coupon } from '../coupon.ts'
import { isSold, type Plan, periods } from '../plan.ts'
import { purchasePrice } from '../price.ts'

/**
 * The highest total discount of all uses of a coupon at the prices of these plans; null if the number of uses is
 * unlimited.
 */
export function mostOf({ value, plans, usesTotal }: Coupon, sold: readonly Plan[]): Micro | null {
  if (usesTotal === null) return null
  const prices = sold
    .filter(isSold)
    .filter(({ id }) => plans === null || plans.includes(id))
    .flatMap((plan) => periods.map((period) => purchasePrice(plan, period, false, 0n).payable))
  const [dearest = 0n] = prices.toSorted((a, b) => (b > a ? 1 : -1))
  const off = value.kind === 'percent' ? (dearest * BigInt(value.percent)) / 100n : value.amount
  if (off >= dearest) return dearest * BigInt(usesTotal)
  return off * BigInt(usesTotal)
}
