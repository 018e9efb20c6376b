import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { type Key, planOf } from '#src/keys/key/key.ts'
import { setSubscriptionEnd } from '#src/keys/keys.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { extendTerm, firstTerm, nextTerm } from '#src/plans/term.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { lockBalance } from '../order/ledger-store.ts'
import { open } from '../order/opening.ts'

const monthsMax = 120
const daysMax = 3_660

/** `version`: the version of the customer's page that the person read (`lockForDecision`); null skips the check. */
type About = { email: string; version: number | null }

export type Grant = About & { planId: string; months: number }

/**
 * A customised deal: opens any plan, enterprise included, without an order. Afterwards only the staff renews or
 * upgrades it. For an integrated plan the key keeps its secret. For other plans an active key of the same plan is
 * extended; without one, a new key is created.
 */
export async function grantSubscription(
  ctx: Platform,
  actor: Actor,
  grant: Grant,
): Promise<{ keyId: string; expiresAt: number }> {
  const by = await requireStaff(ctx, actor, 'subscription.grant')
  const plan = catalogueOf(ctx).planById(grant.planId)
  if (!plan || plan.tier === 'free') throw refuse('invalid_parameter', { param: 'plan' })
  assertCount('months', grant.months, monthsMax)
  return ctx.postgres.transaction(async (tx) => {
    const { accountId, keys } = await lockSubscriptions(ctx, tx, grant)
    const now = ctx.clock.now()
    const inMarket = keys.filter((key) => key.market === plan.market)
    const same = inMarket.find((key) => key.planId === plan.id && key.expiresAt > now) ?? null
    const key = same ?? (plan.market === 'integrated' ? (inMarket[0] ?? null) : null)
    const end = same ? nextTerm(same, 'month', grant.months) : firstTerm(now, 'month', grant.months)
    const keyId = await open(ctx, tx, by, accountId, { plan, key, ...end, customised: true })
    const { expiresAt } = end
    await ctx.postgres.audit(tx, by, 'subscription.grant', accountId, { planId: plan.id, expiresAt, keyId })
    return { keyId, expiresAt }
  })
}

export type Extension = About & { days: number; planId: string | null }

/**
 * Grants free days, for instance after an outage, to every active paid subscription, or to the one that ended last.
 * The purchase, its price and its renewal rules stay.
 */
export async function extendSubscription(
  ctx: Platform,
  actor: Actor,
  { days, planId, ...about }: Extension,
): Promise<{ planId: string; expiresAt: number }[]> {
  const by = await requireStaff(ctx, actor, 'subscription.extend')
  assertCount('days', days, daysMax)
  return ctx.postgres.transaction(async (tx) => {
    const { accountId, keys } = await lockSubscriptions(ctx, tx, about)
    const now = ctx.clock.now()
    const extended = []
    for (const key of extendable(catalogueOf(ctx), keys, planId, now)) {
      const end = extendTerm({ term: key.term, expiresAt: Math.max(now, key.expiresAt) }, days)
      await setSubscriptionEnd(ctx, tx, by, { keyId: key.id, end })
      const entry = { planId: key.planId, expiresAt: end.expiresAt }
      await ctx.postgres.audit(tx, by, 'subscription.extend', accountId, { ...entry, keyId: key.id, days })
      extended.push(entry)
    }
    return extended
  })
}

function extendable(catalogue: Catalogue, keys: readonly Key[], planId: string | null, now: number): Key[] {
  const paid = keys
    .filter((key) => planOf(catalogue, key).tier !== 'free' && (planId === null || key.planId === planId))
    .sort((a, b) => b.expiresAt - a.expiresAt)
  const [last] = paid
  if (!last) throw refuse('invalid_parameter', { param: 'plan' })
  const running = paid.filter((key) => key.expiresAt > now)
  return running.length > 0 ? running : [last]
}

async function lockSubscriptions(
  ctx: Platform,
  tx: Tx,
  { email, version }: About,
): Promise<{ accountId: string; keys: Key[] }> {
  const contact = await contactByEmail(tx, email)
  if (!contact) throw refuse('email_unknown')
  await lockForDecision(tx, contact.id, version)
  await lockBalance(tx, contact.id)
  return { accountId: contact.id, keys: await subscriptionsOfAccount(ctx, contact.id, tx) }
}

function assertCount(param: string, count: number, max: number): void {
  if (!Number.isInteger(count) || count < 1 || count > max) throw refuse('invalid_parameter', { param })
}
