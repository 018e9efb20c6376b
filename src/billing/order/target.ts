import type { ErrorName } from '#src/contract/errors.ts'
import { isCustomised, type Key } from '#src/keys/key/key.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'
import { compareTiers, type Plan, type Tier } from '#src/plans/plan.ts'
import type { OrderKind } from './order.ts'

/** `revokedAt`: when the owner revoked an integrated key. The key's plan continues; an order opens it on a new key. */
export type KeyFacts = Pick<
  Key,
  'id' | 'planId' | 'planEdition' | 'term' | 'customised' | 'market' | 'expiresAt' | 'revokedAt'
>

/** The effect of an order: a new key, or a change of `key`. */
export type Target = { kind: 'purchase'; key: KeyFacts | null } | { kind: 'renewal' | 'upgrade'; key: KeyFacts }
export type TargetProblem = { problem: ErrorName; param?: string }

/**
 * The effect of buying `plan` for this customer. The integrated market has one key, whatever was requested; in other
 * markets a new key is made unless the request names a key. While the key is active, the same tier renews, a higher
 * tier upgrades and a lower tier is refused. Only the staff changes a customised key. For a free or expired key the
 * order is a plain purchase.
 */
export function chooseTarget(
  catalogue: Catalogue,
  plan: Plan,
  keys: readonly KeyFacts[],
  keyId: string | null,
  now: number,
): Target | TargetProblem {
  const found = findKey(plan, keys, keyId)
  if (found && 'problem' in found) return found
  const tier = found ? runningTier(catalogue, found, now) : null
  const customised = tier !== null && found !== null && isCustomised(catalogue, found)
  if (customised || plan.tier === 'enterprise')
    return { problem: plan.tier === tier ? 'plan_no_renewal' : 'plan_customised' }
  const order = tier === null ? null : compareTiers(plan.tier, tier)
  if (order !== null && order < 0) return { problem: 'plan_no_downgrade' }
  if (plan.tier === 'free') return { problem: 'invalid_parameter', param: 'planId' }
  if (found === null || order === null || tier === 'free') return { kind: 'purchase', key: found }
  return { kind: order === 0 ? 'renewal' : 'upgrade', key: found }
}

/** Whether the agreement can still be fulfilled. A renewal whose key ended meanwhile becomes a purchase on that key. */
export function sameDeal(agreed: OrderKind, target: Target): boolean {
  return target.kind === agreed || (agreed === 'renewal' && target.kind === 'purchase')
}

function findKey(plan: Plan, keys: readonly KeyFacts[], keyId: string | null): KeyFacts | TargetProblem | null {
  if (plan.market === 'integrated') return keys.find((key) => key.market === 'integrated') ?? null
  if (keyId === null) return null
  const key = keys.find((candidate) => candidate.id === keyId)
  if (!key) return { problem: 'not_found', param: 'keyId' }
  return key.market === plan.market ? key : { problem: 'invalid_parameter', param: 'keyId' }
}

/** The key's tier at this moment; null after its end. */
function runningTier(catalogue: Catalogue, key: KeyFacts, now: number): Tier | null {
  if (key.expiresAt <= now) return null
  return catalogue.planById(key.planId, key.planEdition)?.tier ?? null
}
