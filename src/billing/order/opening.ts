import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { issueKey, setKeyPlan } from '#src/keys/keys.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { renewCatalogue } from '#src/plans/editions/follow.ts'
import { isSold, type Plan } from '#src/plans/plan.ts'
import { firstTerm, nextTerm, type RunningTerm } from '#src/plans/term.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Order } from './order.ts'
import { chooseTarget, type KeyFacts, sameDeal, type Target } from './target.ts'

export type Opening = RunningTerm & { plan: Plan; key: KeyFacts | null; customised?: boolean }

/**
 * The subscription that completing the order would open now. Null if the plan is not sold, or if the effect differs
 * from the agreement, for example because the key to be upgraded ended or changed its plan.
 */
export async function openingOf(ctx: Platform, tx: Tx, order: Order): Promise<Opening | null> {
  // The order's edition may be newer than the catalogue of this process.
  await renewCatalogue(ctx, tx)
  const catalogue = catalogueOf(ctx)
  const plan = catalogue.planById(order.planId, order.planEdition)
  if (!plan || !isSold(plan)) return null
  const keys = await subscriptionsOfAccount(ctx, order.accountId, tx)
  const now = ctx.clock.now()
  const target = agreedTarget(catalogue, order, plan, keys, now)
  return target && openingOn(target, order, plan, now)
}

/**
 * The effect of an order, or null if it differs from the agreement. If a purchase or renewal names a key that is no
 * longer found, the effect is a new key, so that the customer gets the plan that was paid for.
 */
export function agreedTarget(
  catalogue: Catalogue,
  order: Order,
  plan: Plan,
  keys: readonly KeyFacts[],
  now: number,
): Target | null {
  const target = chooseTarget(catalogue, plan, keys, order.keyId, now)
  if ('problem' in target) {
    return target.problem === 'not_found' && order.kind !== 'upgrade' ? { kind: 'purchase', key: null } : null
  }
  if (!sameDeal(order.kind, target)) return null
  if (target.kind !== 'upgrade') return target
  const { key } = target
  return key.planId === order.fromPlanId && key.expiresAt === order.keyExpiresAt ? target : null
}

export function openingOn(target: Target, { period, months }: Order, plan: Plan, now: number): Opening {
  const { kind, key } = target
  if (kind === 'upgrade') return { plan, key, term: key.term, expiresAt: key.expiresAt }
  const end = kind === 'renewal' ? nextTerm(key, period, months) : firstTerm(now, period, months)
  return { plan, key, ...end }
}

/** Opens the plan, on a new key if there is no key or the key is revoked. Returns the id of the key. */
export async function open(ctx: Platform, tx: Tx, actor: Actor, accountId: string, opening: Opening): Promise<string> {
  const { key, ...terms } = opening
  if (key && key.revokedAt === null) {
    await setKeyPlan(ctx, tx, actor, { ...terms, keyId: key.id })
    return key.id
  }
  const issued = await issueKey(ctx, tx, actor, { ...terms, accountId })
  if (!issued) throw new Error(`account ${accountId} has its integrated key already`)
  return issued.id
}
