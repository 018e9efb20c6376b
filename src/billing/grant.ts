import { contactByEmail } from '#src/accounts/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { planById } from '#src/plans/catalogue.ts'
import { addMonths } from '#src/plans/price.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { lockBalance } from './ledger.ts'
import { open } from './opening.ts'

export type Grant = { email: string; planId: string; months: number }

/**
 * A customised deal: opens any plan, enterprise included, without an order. The integrated key keeps its secret; elsewhere
 * a running key of the same plan is prolonged, and otherwise a new one is made.
 */
export async function grantSubscription(
  ctx: Platform,
  actor: Actor,
  grant: Grant,
): Promise<{ keyId: string; expiresAt: number }> {
  const plan = planById(grant.planId)
  if (!plan || plan.tier === 'free') throw refuse('invalid_parameter', { param: 'plan' })
  if (!Number.isInteger(grant.months) || grant.months < 1 || grant.months > 120) {
    throw refuse('invalid_parameter', { param: 'months' })
  }
  return ctx.postgres.transaction(async (tx) => {
    const contact = await contactByEmail(tx, grant.email)
    if (!contact) throw refuse('email_unknown')
    await lockBalance(tx, contact.id)
    const now = ctx.clock.now()
    const inMarket = (await subscriptionsOfAccount(ctx, contact.id, tx)).filter((key) => key.market === plan.market)
    const same = inMarket.find((key) => key.planId === plan.id && key.expiresAt > now) ?? null
    const key = same ?? (plan.market === 'integrated' ? (inMarket[0] ?? null) : null)
    const expiresAt = addMonths(same ? same.expiresAt : now, grant.months)
    const keyId = await open(ctx, tx, actor, contact.id, { plan, key, expiresAt })
    await ctx.postgres.audit(tx, actor, 'subscription.grant', contact.id, { planId: plan.id, expiresAt, keyId })
    return { keyId, expiresAt }
  })
}
