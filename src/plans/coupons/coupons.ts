import { refuse } from '#src/contract/errors.ts'
import { currency, formatMicro, microPerCent } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { catalogueOf } from '../catalogue.ts'
import { type Coupon, type CouponValue, couponCode } from '../coupon.ts'
import { isSold } from '../plan.ts'
import { mostOf } from './coupon-value.ts'
import * as store from './store.ts'

/** One million USDT, in micro-USDT. */
const amountMax = 1_000_000_000_000n

export type NewCoupon = Omit<Coupon, 'createdAt' | 'endedAt' | 'validFrom'> & { validFrom: number | null }

/**
 * Creates a coupon valid from `validFrom` or now. Refuses a code that was ever used, and plans that are not for sale.
 * The coupon's highest total discount counts as value given by the actor (`authorize`).
 */
export async function addCoupon(ctx: Platform, actor: Actor, input: NewCoupon): Promise<Coupon> {
  const by = await requireStaff(ctx, actor, 'coupon.add')
  const now = ctx.clock.now()
  const validFrom = input.validFrom ?? now
  const coupon = { ...input, code: couponCode(input.code), validFrom, createdAt: now, endedAt: null }
  assertPossible(ctx, coupon)
  await orWait(ctx, async (tx) => {
    if (await store.couponByCode(tx, coupon.code, false)) throw refuse('coupon_exists', { param: 'code' })
    const value = mostOf(coupon, catalogueOf(ctx).plans)
    const asked = { ...input, code: coupon.code, value: wordsOf(input.value) }
    const act = { verb: 'coupon.add', subject: coupon.code, input: asked, value, receiver: null } as const
    const authority = await authorize(ctx, tx, by, act)
    if (authority.waits) return authority
    if (!(await store.insertCoupon(tx, coupon))) throw refuse('coupon_exists', { param: 'code' })
    await ctx.postgres.audit(tx, by, 'coupon.add', coupon.code, {
      ...coupon,
      value:
        coupon.value.kind === 'percent' ? wordsOf(coupon.value) : `${formatMicro(coupon.value.amount)} ${currency}`,
      approval: authority.approval,
    })
    return coupon
  })
  return coupon
}

/** Ends a coupon. Orders made with the coupon keep their price. */
export async function endCoupon(ctx: Platform, actor: Actor, text: string): Promise<void> {
  const by = await requireStaff(ctx, actor, 'coupon.end')
  const code = couponCode(text)
  await ctx.postgres.transaction(async (tx) => {
    const coupon = await store.couponByCode(tx, code, true)
    if (!coupon) throw refuse('coupon_unknown', { param: 'code' })
    if (coupon.endedAt !== null) throw refuse('coupon_not_valid_now', { param: 'code' })
    await store.endCoupon(tx, code, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'coupon.end', code)
  })
}

export async function listCoupons(ctx: Platform, actor: Actor): Promise<Coupon[]> {
  await requireStaff(ctx, actor, 'coupon.list')
  return store.allCoupons(ctx.postgres.db)
}

/**
 * The coupon for a typed code; null if the code is unknown. `lock`: no order can use the coupon until the transaction
 * ends.
 */
export async function findCoupon(db: Db, text: string, lock: boolean): Promise<Coupon | null> {
  return store.couponByCode(db, couponCode(text), lock)
}

/** Whether a time is in the years 1970 to 9999, which both PostgreSQL and JavaScript can write. */
function isDate(at: number): boolean {
  return at >= 0 && at < Date.UTC(10_000, 0)
}

/** A coupon's value as text: `20%`, or an amount in micro-USDT. */
function wordsOf(value: CouponValue): string {
  return value.kind === 'percent' ? `${value.percent}%` : String(value.amount)
}

/** The coupon in a request that waits for approval. */
export function couponFrom(code: string, input: Record<string, unknown>): NewCoupon {
  const { value, ...rest } = input as Omit<NewCoupon, 'value'> & { value: string }
  return { ...rest, code, value: readValue(value) }
}

function readValue(words: string): CouponValue {
  if (words.endsWith('%')) return { kind: 'percent', percent: Number(words.slice(0, -1)) }
  return { kind: 'amount', amount: BigInt(words) }
}

function assertPossible(
  ctx: Platform,
  { code, value, plans, validFrom, validUntil, createdAt, ...uses }: Coupon,
): void {
  const { planById } = catalogueOf(ctx)
  const isCount = (count: number | null) =>
    count === null || (Number.isSafeInteger(count) && count > 0 && count < 2 ** 31)
  const wrong = (param: string) => refuse('invalid_parameter', { param })
  if (!/^[A-Z0-9-]{3,32}$/.test(code)) throw wrong('code')
  if (value.kind === 'percent' && !(Number.isInteger(value.percent) && value.percent >= 1 && value.percent <= 100))
    throw wrong('percent')
  if (value.kind === 'amount' && (value.amount <= 0n || value.amount > amountMax || value.amount % microPerCent !== 0n))
    throw wrong('amount')
  const unsold = plans?.find((id) => {
    const plan = planById(id)
    return plan === null || !isSold(plan)
  })
  if (unsold !== undefined || plans?.length === 0) throw wrong('plans')
  if (!isDate(validFrom)) throw wrong('from')
  if (validUntil !== null && !(isDate(validUntil) && validUntil > Math.max(validFrom, createdAt))) throw wrong('until')
  if (!isCount(uses.usesTotal)) throw wrong('uses')
  if (!isCount(uses.usesPerCustomer)) throw wrong('uses-each')
}
