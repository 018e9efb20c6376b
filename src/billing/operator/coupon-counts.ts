import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { usesOfCoupons } from '../order/coupon-store.ts'

/** The number of open and completed orders by coupon. */
export async function countCouponUses(ctx: Platform, actor: Actor): Promise<Record<string, number>> {
  await requireStaff(ctx, actor, 'coupon.list')
  return usesOfCoupons(ctx.postgres.db)
}
