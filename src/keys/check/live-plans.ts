import { catalogueOf } from '#src/plans/catalogue.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import type { Plan } from '#src/plans/plan.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { type Key, planOf } from '../key/key.ts'
import * as store from '../key/store.ts'
import { unsuspendedOf } from './standing-store.ts'

/**
 * The plans of the keys that would pass `verifyKey` now, by account: for what an account asks for without sending a key. An account
 * without such a key is not in the map.
 */
export async function livePlans(
  ctx: Platform,
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<Map<string, Plan[]>> {
  const now = ctx.clock.now()
  const keys: Key[] = []
  for (const id of await unsuspendedOf(db, accountIds))
    keys.push(...(await store.keysOf(db, id)).filter(({ expiresAt }) => expiresAt > now))
  // A key may be on an edition whose news has not reached this process yet.
  if (keys.some(({ planEdition }) => planEdition > catalogueOf(ctx).edition)) await loadCatalogue(ctx)
  const plans = new Map<string, Plan[]>()
  for (const key of keys) {
    const own = plans.get(key.accountId) ?? []
    plans.set(key.accountId, [...own, planOf(catalogueOf(ctx), key)])
  }
  return plans
}
