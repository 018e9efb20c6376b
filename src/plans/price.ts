import { ceilToCent, floorToCent, type Micro } from '#src/contract/money.ts'
import { isSold, newcomerDiscount, periodTerms } from './catalogue.ts'
import { type Period, type Plan, periods } from './plan.ts'

const dayMs = 86_400_000
/** A month of an upgrade's per-day price. */
const daysPerMonth = 30n

/** What an order costs: `payable = list − discount + upgradeDifference − credit`, each in micro-USDT, payable in whole cents. */
export type Price = { list: Micro; discount: Micro; upgradeDifference: Micro; credit: Micro; payable: Micro }

/** A new subscription or a renewal: months at the list price, the period's saving, then the newcomer's 20 %, rounded up to 0.01 once. */
export function purchasePrice(plan: Plan & { price: Micro }, period: Period, newcomer: boolean, balance: Micro): Price {
  const { months, saving } = periodTerms(period)
  const list = plan.price * BigInt(months)
  const keep = BigInt(100 - saving) * BigInt(newcomer ? 100 - newcomerDiscount() : 100)
  const due = ceilToCent(ceilDivide(list * keep, 10_000n))
  return withCredit({ list, discount: list - due, upgradeDifference: 0n }, balance)
}

/** A higher tier for the days that are left, at per-day prices (month / 30); the expiry stays. */
export function upgradePrice(from: Plan, to: Plan & { price: Micro }, daysLeft: number, balance: Micro): Price {
  const perMonth = to.price - (from.price ?? 0n)
  const difference = perMonth > 0n ? ceilToCent(ceilDivide(perMonth * BigInt(daysLeft), daysPerMonth)) : 0n
  return withCredit({ list: 0n, discount: 0n, upgradeDifference: difference }, balance)
}

/** Whole UTC dates after today's, up to and including the date of the expiry; never negative. */
export function daysLeft(expiresAt: number, now: number): number {
  return Math.max(0, Math.floor(expiresAt / dayMs) - Math.floor(now / dayMs))
}

/** The same day and time `months` later, on the month's last day where it is shorter (31 January → 28 or 29 February). */
export function addMonths(from: number, months: number): number {
  const start = new Date(from)
  const monthIndex = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const year = Math.floor(monthIndex / 12)
  const month = monthIndex % 12
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = from - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate())
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + timeOfDay
}

/** The periods of a plan with their saving in percent and their total without the newcomer's discount. */
export function periodOffers(plan: Plan): { period: Period; months: number; saving: number; total: Micro }[] {
  if (!isSold(plan)) return []
  return periods.map((period) => ({
    period,
    ...periodTerms(period),
    total: purchasePrice(plan, period, false, 0n).payable,
  }))
}

/** Credit is taken in whole cents, so that what remains to be paid is what is shown. */
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
