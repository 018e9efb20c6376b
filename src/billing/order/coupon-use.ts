import { refuse } from '#src/contract/errors.ts'
import { hourMs } from '#src/contract/time.ts'
import { type Coupon, type CouponUses, couponCode } from '#src/plans/coupon.ts'
import { findCoupon } from '#src/plans/coupons/coupons.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { couponUses } from './coupon-store.ts'

/** Limit of wrong codes per account: without it, guessing would find a code meant for somebody else. */
const guesses = { limit: 20, windowMs: hourMs }

export type CouponFacts = { coupon: Coupon; uses: CouponUses }

/**
 * The coupon with a typed code, and its uses; refuses an unknown code. With `tx` the coupon is locked while its uses
 * are counted.
 */
export async function couponFacts(
  ctx: Platform,
  accountId: string,
  text: string | null | undefined,
  tx?: Tx,
): Promise<CouponFacts | null> {
  if (!text?.trim()) return null
  const name = `coupon:${accountId}`
  const left = await ctx.limiter.peek(name, guesses)
  if (left.remaining === 0) throw refuse('too_often', { retryAfter: Math.ceil(left.resetMs / 1000) })
  const db = tx ?? ctx.postgres.db
  const coupon = await findCoupon(db, text, tx !== undefined)
  if (coupon) return { coupon, uses: await couponUses(db, coupon.code, accountId) }
  await countGuess(ctx, name, couponCode(text))
  throw refuse('coupon_unknown', { param: 'coupon' })
}

/** Counts a wrong code once, although the order form sends the code again with each choice. */
async function countGuess(ctx: Platform, name: string, code: string): Promise<void> {
  const { allowed: isNew } = await ctx.limiter.take(`${name}:${code}`, { limit: 1, windowMs: guesses.windowMs })
  if (isNew) await ctx.limiter.take(name, guesses)
}
