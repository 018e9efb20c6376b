import { ceilToCent, floorToCent, type Micro } from '#src/contract/money.ts'
import type { CouponValue } from './coupon.ts'
import { isSold, type Period, type Plan, periods, type SoldPlan } from './plan.ts'
import type { Term } from './term.ts'

/**
 * The price of an order: `payable = list − discount + upgradeDifference − credit`, each in micro-USDT, `payable` in
 * whole cents. `couponDiscount` is the part of `discount` that a coupon gives.
 */
export type Price = {
  list: Micro
  discount: Micro
  couponDiscount: Micro
  upgradeDifference: Micro
  credit: Micro
  payable: Micro
}

/**
 * The price of a new subscription or a renewal: the months at the list price, less the period's saving, the
 * newcomer's discount and then the coupon. The price is rounded up to 0.01 once.
 */
export function purchasePrice(
  plan: SoldPlan,
  period: Period,
  newcomer: boolean,
  balance: Micro,
  coupon: CouponValue | null = null,
): Price {
  const { months, saving } = plan.periods[period]
  const list = plan.price * BigInt(months)
  const keep = BigInt(100 - saving) * BigInt(newcomer ? 100 - plan.newcomerDiscount : 100)
  const due = ceilToCent(ceilDivide(list * keep, 10_000n))
  const left = coupon === null ? due : afterCoupon(list * keep, due, coupon)
  return withCredit({ list, discount: list - left, couponDiscount: due - left, upgradeDifference: 0n }, balance)
}

/**
 * The amount due after a coupon. `due`: the amount before the coupon. `exact`: the same amount before rounding, in
 * 10,000ths of a micro.
 */
function afterCoupon(exact: bigint, due: Micro, coupon: CouponValue): Micro {
  if (coupon.kind === 'percent') return ceilToCent(ceilDivide(exact * BigInt(100 - coupon.percent), 1_000_000n))
  return coupon.amount >= due ? 0n : due - coupon.amount
}

/**
 * The price of a higher tier until the current end of the subscription. The difference is charged by day, at each
 * plan's price for the last bought period, and rounded up to 0.01 once.
 */
export function upgradePrice(from: Plan, to: Plan, term: Term, days: number, balance: Micro): Price {
  const hundredths = hundredthsOf(to, term.period) - hundredthsOf(from, term.period)
  const difference = hundredths > 0n ? ceilDivide(hundredths * BigInt(days), 100n * BigInt(term.days)) : 0n
  return withCredit({ list: 0n, discount: 0n, couponDiscount: 0n, upgradeDifference: ceilToCent(difference) }, balance)
}

/** The price of a period less its saving, in hundredths of a micro, so that the result is a whole number. */
function hundredthsOf(plan: Plan, period: Period): bigint {
  const { months, saving } = plan.periods[period]
  return (plan.price ?? 0n) * BigInt(months * (100 - saving))
}

/** The periods of a plan with their saving in percent and their total before the newcomer's discount. */
export function periodOffers(plan: Plan): { period: Period; months: number; saving: number; total: Micro }[] {
  if (!isSold(plan)) return []
  return periods.map((period) => ({
    period,
    ...plan.periods[period],
    total: purchasePrice(plan, period, false, 0n).payable,
  }))
}

/** Credit is used in whole cents, so that the remaining credit equals the displayed amount. */
function withCredit(price: Omit<Price, 'credit' | 'payable'>, balance: Micro): Price {
  const due = price.list - price.discount + price.upgradeDifference
  const usable = floorToCent(balance > 0n ? balance : 0n)
  const covered = usable >= due
  const credit = covered ? due : usable
  return { ...price, credit, payable: due - credit }
}

function ceilDivide(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by
}
