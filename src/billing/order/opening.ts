import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { planOf } from '#src/keys/key/key.ts'
import { issueKey, setKeyPlan } from '#src/keys/keys.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { isSold, type Plan, type SoldPlan } from '#src/plans/plan.ts'
import { purchasePrice, upgradePrice } from '#src/plans/price.ts'
import { daysLeft, firstTerm, nextTerm, type RunningTerm } from '#src/plans/term.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Order } from './order.ts'
import { hasCompletedOrder } from './order-store.ts'
import { chooseTarget, type KeyFacts, sameDeal, type Target } from './target.ts'

export type Opening = RunningTerm & { plan: Plan; key: KeyFacts | null; customised?: boolean }

/**
 * What completing the order at this moment would open. Null when that differs from the agreement: the key to be
 * upgraded ended or changed its plan, or a late order (`late`) would cost more today, for instance without the
 * newcomer's discount.
 */
export async function openingOf(ctx: Platform, tx: Tx, order: Order, late: boolean): Promise<Opening | null> {
  const catalogue = catalogueOf(ctx)
  const plan = catalogue.planById(order.planId, order.planEdition)
  if (!plan || !isSold(plan)) return null
  const now = ctx.clock.now()
  const keys = await subscriptionsOfAccount(ctx, order.accountId, tx)
  const target = targetOf(catalogue, order, plan, keys, now)
  if (!target) return null
  if (late && !(await worthIt(catalogue, tx, order, plan, target, now))) return null
  if (order.kind === 'upgrade') {
    const { key } = target
    const same = key?.planId === order.fromPlanId && key.expiresAt === order.keyExpiresAt
    return key && same ? { plan, key, term: key.term, expiresAt: key.expiresAt } : null
  }
  const { period, months } = order
  const end = target.kind === 'renewal' ? nextTerm(target.key, period, months) : firstTerm(now, period, months)
  return { plan, key: target.key, ...end }
}

/** Returns a new key when the old one is revoked, so that no customer pays for nothing. */
function targetOf(
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
  return sameDeal(order.kind, target) ? target : null
}

async function worthIt(
  catalogue: Catalogue,
  tx: Tx,
  order: Order,
  plan: SoldPlan,
  target: Target,
  now: number,
): Promise<boolean> {
  const agreed = order.payable + order.credit
  if (target.kind === 'upgrade') {
    const { term, expiresAt } = target.key
    return upgradePrice(planOf(catalogue, target.key), plan, term, daysLeft(expiresAt, now), 0n).payable <= agreed
  }
  const newcomer = !(await hasCompletedOrder(tx, order.accountId))
  return purchasePrice(plan, order.period, newcomer, 0n).payable - order.couponDiscount <= agreed
}

/** Opens the plan inside the caller's transaction, on a new key when the old one is revoked. Returns the key's id. */
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
