import type { ApiKey, KeyHolderKind, KeyStatus } from '#src/contract/account/keys.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Catalogue } from '#src/plans/catalogue.ts'
import { symbolTypesOf } from '#src/plans/entitlement.ts'
import type { MarketId } from '#src/plans/market.ts'
import { planName } from '#src/plans/name.ts'
import type { Limits, Plan, Tier } from '#src/plans/plan.ts'
import type { Term } from '#src/plans/term.ts'
import { openScope, type Scope } from './scope.ts'
import { maskSecret } from './secret.ts'

/** The holder of a key. `id`: a person's account. `name`: the name of a service, else empty. */
export type KeyHolder = { kind: KeyHolderKind; id: string | null; name: string }

/** The last use of a key, ms. `from`: the client's address, if known. */
export type KeyUse = { at: number; from: string | undefined }

/** A stored key. Times in ms. `madeBy`: the account of the person who made its secret. `usedFrom`: a client address. */
export type Key = {
  id: string
  accountId: string
  planId: string
  planEdition: number
  term: Term
  /** True when the operator granted the key: only the staff renew or upgrade it. */
  customised: boolean
  market: MarketId
  aliasName: string
  secretHash: string
  secretSealed: string
  head: string
  tail: string
  expiresAt: number
  createdAt: number
  resetAt: number | null
  revokedAt: number | null
  usedAt: number | null
  usedFrom: string | null
  scope: Scope
  holder: KeyHolder
  madeBy: string | null
}

/** Limits that replace the plan's limits until a time in ms. Null: unlimited. */
export type LimitOverride = Limits & { until: number }

/** The rights of a verified key. `limits`: null means unlimited. */
export type VerifiedKey = {
  kind: 'key' | 'demo' | 'search'
  keyId: string
  /** Requests, sockets and subscriptions with the same `allowanceId` are counted together. */
  allowanceId: string
  accountId: string | null
  level: Tier
  planId: string
  /** The plan as it was sold; null for the demo key, which has no plan. */
  plan: Plan | null
  market: MarketId
  symbolTypes: AssetClass[]
  limits: Limits
  expiresAt: number
  /**
   * Session and person of a search token (`SearchClaims`). The token ends with the session, and its calls count for the
   * person.
   */
  sessionId: string | null
  personId: string | null
  /** The key's scope. Search tokens are for the owner's own pages, so only the scope's classes restrict them. */
  scope: Scope
}

/** 2100-01-01: a free key never expires. */
export const freeKeyExpiry = 4_102_444_800_000
export const overlapHoursMax = 168
const expiringWithinMs = 7 * dayMs

export function keyStatus(expiresAt: number, now: number): KeyStatus {
  if (expiresAt <= now) return 'expired'
  return expiresAt - now <= expiringWithinMs ? 'expiring' : 'normal'
}

/**
 * The id by which limits count. An integrated key's own id is never used, because the owner can revoke that key and
 * issue another. Every other key is a separate subscription.
 */
export function allowanceId({ id, market, accountId }: Pick<Key, 'id' | 'market' | 'accountId'>): string {
  return market === 'integrated' ? `account:${accountId}` : id
}

export function sameUtcDay(a: number | null, b: number): boolean {
  return a !== null && Math.floor(a / dayMs) === Math.floor(b / dayMs)
}

export function nextUtcDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs
}

/** Of the keys with a running plan, else of all keys that are not revoked: the integrated key, else the oldest. */
export function firstKey(keys: readonly Key[], now: number): Key | null {
  const live = keys.filter((key) => key.revokedAt === null)
  const running = live.filter((key) => key.expiresAt > now)
  const list = running.length > 0 ? running : live
  const [oldest = null] = list.toSorted((a, b) => a.createdAt - b.createdAt)
  return list.find((key) => key.market === 'integrated') ?? oldest
}

export function firstBefore(keys: readonly Key[], first: Key | null): readonly Key[] {
  return first ? [first, ...keys.filter((key) => key.id !== first.id)] : keys
}

/** Whether the operator granted the key, or its tier is not for sale. Only the staff renew or upgrade such a key. */
export function isCustomised(catalogue: Catalogue, key: Pick<Key, 'planId' | 'planEdition' | 'customised'>): boolean {
  return key.customised || planOf(catalogue, key).tier === 'enterprise'
}

/** The plan with which a key was sold. Throws when the catalogue lacks it, which is a programming error. */
export function planOf(catalogue: Catalogue, key: Pick<Key, 'planId' | 'planEdition'>): Plan {
  const plan = catalogue.planById(key.planId, key.planEdition)
  if (!plan) throw new Error(`plan ${key.planId} of edition ${key.planEdition} is not in the catalogue`)
  return plan
}

export function inForce(override: LimitOverride | null, now: number): LimitOverride | null {
  return override && override.until > now ? override : null
}

export function limitsNow({ limits }: Pick<Plan, 'limits'>, override: LimitOverride | null, now: number): Limits {
  const given = inForce(override, now)
  return given ? { perMinute: given.perMinute, sockets: given.sockets, subscriptions: given.subscriptions } : limits
}

/** `addresses`: the mail addresses of the people who hold or made keys, by account. */
type Shown = { locale: Locale; now: number; override: LimitOverride | null; addresses: ReadonlyMap<string, string> }

export function presentKey(catalogue: Catalogue, key: Key, { locale, now, override, addresses }: Shown): ApiKey {
  const plan = planOf(catalogue, key)
  const given = inForce(override, now)
  const { holder } = key
  return {
    id: key.id,
    key: maskSecret(key.head, key.tail),
    level: plan.tier,
    market: key.market,
    planId: key.planId,
    planName: planName(plan, locale),
    customised: isCustomised(catalogue, key),
    aliasName: key.aliasName,
    status: keyStatus(key.expiresAt, now),
    expiredTime: key.expiresAt,
    limitHttp: JSON.stringify({ symbolType: symbolTypesOf(plan), ...limitsNow(plan, override, now) }),
    override: given && { until: given.until, planLimits: plan.limits },
    scope: key.scope ?? openScope,
    lastUsedAt: key.usedAt,
    lastUsedFrom: key.usedFrom,
    holder: { ...holder, name: holder.id === null ? holder.name : (addresses.get(holder.id) ?? '') },
    madeBy: addresses.get(key.madeBy ?? '') ?? null,
    createdAt: key.createdAt,
  }
}
