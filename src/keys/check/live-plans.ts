import { catalogueOf } from '#src/plans/catalogue.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Key } from '../key/key.ts'
import * as store from '../key/store.ts'
import { unsuspendedOf } from './controls-store.ts'

/**
 * The plans of the keys that would pass `verifyKey` now, by account, for work that has no key, such as alerts.
 * Omits accounts without such a key. If the catalogue lacks a key's plan, the key is logged and skipped, so that the
 * other accounts are still served.
 */
export async function livePlans(
  ctx: Platform,
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<Map<string, Plan[]>> {
  const now = ctx.clock.now()
  const found = await store.keysOfAccounts(db, await unsuspendedOf(db, accountIds))
  const keys = found.filter(({ expiresAt }) => expiresAt > now)
  const soldPlan = ({ planId, planEdition }: Key) => catalogueOf(ctx).planById(planId, planEdition)
  // A key's plan may belong to an edition of the catalogue that this process does not have yet.
  const isBehind = keys.some(({ planEdition }) => planEdition > catalogueOf(ctx).edition)
  if (isBehind || keys.some((key) => soldPlan(key) === null)) await loadCatalogue(ctx)
  const plans = new Map<string, Plan[]>()
  for (const key of keys) {
    const plan = soldPlan(key)
    if (plan) plans.set(key.accountId, [...(plans.get(key.accountId) ?? []), plan])
    else ctx.log.error('the plan of a key is not in the catalogue', missing(key))
  }
  return plans
}

function missing({ id, planId, planEdition }: Key) {
  return { keyId: id, plan: planId, edition: planEdition }
}
