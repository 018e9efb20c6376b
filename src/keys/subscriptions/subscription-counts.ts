import { dayMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type CustomisedKey, customisedKeys, type SubscriptionCount, subscriptionCounts } from './store.ts'

const renewalMs = 30 * dayMs
const dealsMax = 200

/** Active paid subscriptions by plan and edition. `renewing`: the number that ends within 30 days. */
export async function countSubscriptions(ctx: Platform, actor: Actor): Promise<SubscriptionCount[]> {
  await requireStaff(ctx, actor, 'plans.read')
  const now = ctx.clock.now()
  return subscriptionCounts(ctx.postgres.db, now, now + renewalMs)
}

/** Active plans that the staff granted without an order, soonest end first, at most 200. */
export async function listCustomised(ctx: Platform, actor: Actor): Promise<CustomisedKey[]> {
  await requireStaff(ctx, actor, 'plans.read')
  return customisedKeys(ctx.postgres.db, ctx.clock.now(), dealsMax)
}

export { isSubscription } from '../key/subscription-store.ts'
