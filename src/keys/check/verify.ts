import { timingSafeEqual } from 'node:crypto'
import { isSessionAlive, listenForEndedSessions } from '#src/accounts/sessions/sessions.ts'
import { searchTokenRoute } from '#src/contract/account/keys.ts'
import type { ErrorName } from '#src/contract/errors.ts'
import { demoKey } from '#src/contract/site.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { symbolTypesOf } from '#src/plans/entitlement.ts'
import { KeptValue } from '#src/platform/kept.ts'
import { hasNoBudget } from '#src/platform/mail/mail-budget.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { allowanceId, freeKeyExpiry, type Key, limitsNow, planOf, type VerifiedKey } from '../key/key.ts'
import { listenForKeyChanges } from '../key/key-changes.ts'
import { coversClass } from '../key/scope.ts'
import { hashSecret, isWellFormed } from '../key/secret.ts'
import * as store from '../key/store.ts'
import { type FoundSecret, KeyCache } from './cache.ts'
import { controlsOf } from './controls-store.ts'
import { readSearchToken, type SearchClaims, searchTokenPrefix } from './search-token.ts'
import { keySettings } from './settings.ts'

/** `keyId`: the key that was sent and refused, so that its owner can see the refusal. */
export type KeyVerdict = { kind: 'ok'; key: VerifiedKey } | { kind: 'refused'; error: ErrorName; keyId?: string }

const demo: VerifiedKey = {
  kind: 'demo',
  keyId: 'demo',
  allowanceId: 'demo',
  accountId: null,
  level: 'free',
  planId: 'integrated-free',
  plan: null,
  market: 'integrated',
  symbolTypes: ['stock', 'forex', 'indices', 'crypto', 'future', 'fund'],
  limits: { perMinute: 30, sockets: 2, subscriptions: 10 },
  expiresAt: freeKeyExpiry,
  sessionId: null,
  personId: null,
  scope: null,
}

/**
 * `perMinute`: the number of instruments whose prices the site's pages may read. A reader may view one instrument a
 * second besides a watchlist.
 */
const searchLimits = { perMinute: 90, sockets: 2, subscriptions: 20 }

const caches = new KeptValue<KeyCache>('keys')

/**
 * Opens the key cache of this process. Entries are dropped when any process changes their keys: within 1 s by
 * notification, or within 30 s while notifications fail. While the database does not answer, cached keys stay valid for
 * `KEY_GRACE_SECONDS`. Without the cache, every check reads the database.
 */
export async function openKeyCache(ctx: Platform): Promise<AsyncDisposable> {
  const cache = new KeyCache(ctx, ctx.settings.of(keySettings).graceSeconds * 1_000)
  const listener = await listenForKeyChanges(
    ctx,
    (change) => cache.forget(change.keyId, change.hashes),
    () => cache.doubt(),
  )
  const sessions = await listenForEndedSessions(
    ctx,
    () => cache.forgetSessions(),
    () => cache.doubt(),
  )
  caches.set(ctx, cache)
  return {
    [Symbol.asyncDispose]: async () => {
      caches.drop(ctx, cache)
      await sessions[Symbol.asyncDispose]()
      await listener[Symbol.asyncDispose]()
    },
  }
}

/**
 * Verifies an API key, the public demo key or a search token. Never throws for client input. `address`: the client
 * address. An address may try a limited number of unknown keys, since each costs a read of the database.
 */
export async function verifyKey(ctx: Platform, secret: string, address: string | null = null): Promise<KeyVerdict> {
  if (secret === '') return { kind: 'refused', error: 'key_missing' }
  if (secret === demoKey) return { kind: 'ok', key: demo }
  if (secret.startsWith(searchTokenPrefix)) return verifySearchToken(ctx, secret)
  if (!isWellFormed(secret)) return { kind: 'refused', error: 'key_malformed' }
  const hash = hashSecret(secret)
  const found = await lookUp(ctx, hash, address, () => findSecret(ctx.postgres.db, hash))
  if (found === 'guessed') return { kind: 'refused', error: 'too_many_requests' }
  if (!found) return { kind: 'refused', error: 'key_unknown' }
  if (found.formerUntil === null && !sameHash(found.key.secretHash, hash))
    return { kind: 'refused', error: 'key_unknown' }
  if (found.formerUntil !== null && found.formerUntil <= ctx.clock.now())
    return { kind: 'refused', error: 'key_revoked', keyId: found.key.id }
  return verdictOn(ctx, found)
}

/**
 * Returns the secret of a digest, from the cache or by `load`. Returns `guessed` if the address has tried too many
 * unknown secrets.
 */
export async function lookUp(
  ctx: Platform,
  hash: string,
  address: string | null,
  load: () => Promise<FoundSecret | null>,
): Promise<FoundSecret | 'guessed' | null> {
  const cache = caches.of(ctx)
  if (cache && address !== null && cache.isOverGuesses(hash, address)) return 'guessed'
  const found = cache ? await cache.bySecret(hash, load) : await load()
  if (!found && address !== null && !hasNoBudget(ctx, address)) cache?.countGuess(address)
  return found
}

/** The verdict on the key of a secret that was found. */
export async function verdictOn(ctx: Platform, { key, controls }: FoundSecret): Promise<KeyVerdict> {
  if (controls.suspended) return { kind: 'refused', error: 'account_suspended' }
  const now = ctx.clock.now()
  const verdict = judge(await catalogueWith(ctx, key), key, now, null)
  if (verdict.kind === 'refused') return verdict
  return { kind: 'ok', key: { ...verdict.key, limits: limitsNow(verdict.key, controls.override, now) } }
}

async function findSecret(db: Db, hash: string): Promise<FoundSecret | null> {
  const found = await store.keyBySecret(db, hash)
  return found && { ...found, controls: await controlsOf(db, found.key), link: null }
}

async function verifySearchToken(ctx: Platform, token: string): Promise<KeyVerdict> {
  const claims = readSearchToken(ctx, token)
  if (!claims) return { kind: 'refused', error: 'key_unknown' }
  const verdict = await verifyClaims(ctx, claims)
  const isOver = verdict.kind === 'refused' && verdict.error === 'not_signed_in'
  return isOver ? { kind: 'refused', error: 'key_unknown' } : verdict
}

/** Verifies the session and the key of a search token, whatever its age. A socket outlives its token. */
export async function verifyClaims(ctx: Platform, claims: SearchClaims): Promise<KeyVerdict> {
  const cache = caches.of(ctx)
  const load = () => store.keyById(ctx.postgres.db, claims.keyId)
  const key = cache ? await cache.byId(claims.keyId, load) : await load()
  if (!key || key.accountId !== claims.accountId) return { kind: 'refused', error: 'key_unknown' }
  if (!(await isSignedIn(ctx, claims))) return { kind: 'refused', error: 'not_signed_in' }
  return judge(await catalogueWith(ctx, key), key, ctx.clock.now(), claims)
}

/** Whether a search token's session may still hold a token for the account. */
async function isSignedIn(ctx: Platform, at: Pick<SearchClaims, 'sessionId' | 'accountId'>): Promise<boolean> {
  const cache = caches.of(ctx)
  const isAlive = () => isSessionAlive(ctx, at, searchTokenRoute.team)
  return cache ? cache.session(`${at.sessionId} ${at.accountId}`, isAlive) : isAlive()
}

/** A key's plan may belong to an edition of the catalogue that this process does not have yet. */
async function catalogueWith(ctx: Platform, key: Key): Promise<Catalogue> {
  if (key.planEdition > catalogueOf(ctx).edition) await loadCatalogue(ctx)
  return catalogueOf(ctx)
}

/**
 * `search`: claims of a search token; null when the key itself was sent. Each person of a team has a separate search
 * allowance.
 */
function judge(catalogue: Catalogue, key: Key, now: number, search: SearchClaims | null): KeyVerdict {
  if (key.revokedAt !== null) return { kind: 'refused', error: 'key_revoked' }
  if (key.expiresAt <= now) return { kind: 'refused', error: 'plan_expired', ...(search ? {} : { keyId: key.id }) }
  const plan = planOf(catalogue, key)
  return {
    kind: 'ok',
    key: {
      kind: search ? 'search' : 'key',
      keyId: key.id,
      allowanceId: search ? `search:${key.accountId}:${search.personId}` : allowanceId(key),
      accountId: key.accountId,
      level: plan.tier,
      planId: key.planId,
      plan,
      market: key.market,
      symbolTypes: symbolTypesOf(plan).filter((name) => coversClass(key.scope, name)),
      limits: search ? searchLimits : plan.limits,
      expiresAt: key.expiresAt,
      sessionId: search?.sessionId ?? null,
      personId: search?.personId ?? null,
      scope: key.scope,
    },
  }
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
