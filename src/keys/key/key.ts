import type { ApiKey, KeyStatus } from '#src/contract/account/keys.ts'
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

/** A stored key. Times in ms. */
export type Key = {
  id: string
  accountId: string
  planId: string
  planEdition: number
  term: Term
  /** Granted by the operator: only a person renews or upgrades it. */
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
  scope: Scope
}

/** Limits in place of the plan's until a time in ms; null: without limit. */
export type LimitOverride = Limits & { until: number }

/** The rights of a verified key. `limits` null: unlimited. */
export type VerifiedKey = {
  kind: 'key' | 'demo' | 'search'
  keyId: string
  /** Requests, sockets and subscriptions with the same `allowanceId` are counted together. */
  allowanceId: string
  accountId: string | null
  level: Tier
  planId: string
  /** As it was sold; null for the demo key, which is on no plan. */
  plan: Plan | null
  market: MarketId
  symbolTypes: AssetClass[]
  limits: Limits
  expiresAt: number
  /** A search token ends with its session, and counts for its person: see `SearchClaims`. */
  sessionId: string | null
  personId: string | null
  /** Of the key itself: a search token is for the owner's own pages, and only narrowed to the classes. */
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
 * The id that limits count by. Never the id of an integrated key: its owner can revoke it and issue another. Every other key is
 * a subscription of its own.
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

/** The integrated key, else the oldest live one, else a dead one. */
export function firstKey(keys: readonly Key[], now: number): Key | null {
  const live = keys.filter((key) => key.revokedAt === null)
  const oldest = (list: readonly Key[]) => [...list].sort((a, b) => a.createdAt - b.createdAt)[0] ?? null
  return (
    live.find((key) => key.market === 'integrated') ?? oldest(live.filter((key) => key.expiresAt > now)) ?? oldest(live)
  )
}

/** Granted by the operator, or of a tier that is never sold: only a person renews or upgrades it. */
export function isCustomised(catalogue: Catalogue, key: Pick<Key, 'planId' | 'planEdition' | 'customised'>): boolean {
  return key.customised || planOf(catalogue, key).tier === 'enterprise'
}

/** The plan a key was sold with. Throws when it is missing from the catalogue, which is a programming error. */
export function planOf(catalogue: Catalogue, key: Pick<Key, 'planId' | 'planEdition'>): Plan {
  const plan = catalogue.planById(key.planId, key.planEdition)
  if (!plan) throw new Error(`plan ${key.planId} of edition ${key.planEdition} is not in the catalogue`)
  return plan
}

export function inForce(override: LimitOverride | null, now: number): LimitOverride | null {
  return override && override.until > now ? override : null
}

/** The limits that count now: those that the staff gave, else the plan's. */
export function limitsNow({ limits }: Pick<Plan, 'limits'>, override: LimitOverride | null, now: number): Limits {
  const given = inForce(override, now)
  return given ? { perMinute: given.perMinute, sockets: given.sockets, subscriptions: given.subscriptions } : limits
}

export function presentKey(
  catalogue: Catalogue,
  key: Key,
  { locale, now, override }: { locale: Locale; now: number; override: LimitOverride | null },
): ApiKey {
  const plan = planOf(catalogue, key)
  const given = inForce(override, now)
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
    createdAt: key.createdAt,
  }
}
