import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hashSecret } from '#src/platform/secrets/secret-form.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { canonicalRegion } from '../instruments/symbol.ts'
import { type FeedKey, feedSecrets, sourceNamePattern } from './feed-key.ts'
import * as store from './feed-key-store.ts'

const channel = 'feed_keys'
/** Names of sources that the settings can name; exchanges are known once they are followed. */
const followedNames = ['alpaca', 'massive', 'relay']
const regionPattern = /^[A-Z]{2,4}$/

export type NewFeedKey = { source: string; classes: readonly string[]; regions: readonly string[]; creates: boolean }
/** `heardAt`: the time of the last push with the key, ms, accurate to the second. */
export type ListedFeedKey = FeedKey & { heardAt: number | null }

/**
 * Issues a feed key. Only this result contains its secret. Without `regions` the key may push every region. The name of
 * a followed source is refused, because both would count as one source.
 */
export async function createFeedKey(
  ctx: Platform,
  actor: Actor,
  input: NewFeedKey,
): Promise<{ key: FeedKey; secret: string }> {
  const by = await requireStaff(ctx, actor, 'feed_key.create')
  const secret = feedSecrets.create(ctx.random)
  const scope = readScope(input)
  if (followedNames.includes(scope.source) || (await store.isFollowed(ctx.postgres.db, scope.source)))
    throw refuse('invalid_parameter', { param: 'source' })
  const key: FeedKey = {
    ...scope,
    id: ctx.random.uuid(),
    head: secret.slice(0, 4),
    tail: secret.slice(-4),
    createdAt: ctx.clock.now(),
    revokedAt: null,
  }
  await ctx.postgres.transaction(async (tx) => {
    await store.insertKey(tx, key, hashSecret(secret))
    const { source, classes, regions, creates } = key
    await ctx.postgres.audit(tx, by, 'feed_key.create', key.id, { source, classes, regions, creates })
  })
  return { key, secret }
}

/** Ends a feed key immediately and permanently, and closes its connections. */
export async function revokeFeedKey(ctx: Platform, actor: Actor, id: string): Promise<void> {
  const by = await requireStaff(ctx, actor, 'feed_key.revoke')
  await ctx.postgres.transaction(async (tx) => {
    const key = await store.lockKey(tx, id)
    if (!key) throw refuse('not_found')
    if (key.revokedAt !== null) throw refuse('key_revoked')
    await store.setRevoked(tx, id, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'feed_key.revoke', id, { source: key.source })
    await ctx.postgres.notify(tx, channel, { keyId: id })
  })
}

/** Every key, oldest first. */
export async function listFeedKeys(ctx: Platform, actor: Actor): Promise<ListedFeedKey[]> {
  await requireStaff(ctx, actor, 'feed_key.list')
  return store.allKeys(ctx.postgres.db)
}

/** The feed key with this secret, even if it is revoked; null for an unknown secret. */
export async function findFeedKey({ postgres }: Platform, secret: string): Promise<FeedKey | null> {
  return feedSecrets.isWellFormed(secret) ? store.keyByHash(postgres.db, hashSecret(secret)) : null
}

/** Calls the handler with the id of each revoked key, on commit, and with null if notifications may have been lost. */
export async function listenForRevokedFeedKeys(
  { postgres }: Platform,
  handler: (keyId: string | null) => void,
): Promise<AsyncDisposable> {
  const read = (payload: unknown) =>
    typeof payload === 'object' && payload !== null && 'keyId' in payload && typeof payload.keyId === 'string'
      ? payload.keyId
      : null
  return postgres.listen(
    channel,
    (payload) => handler(read(payload)),
    () => handler(null),
  )
}

function readScope(input: NewFeedKey): Pick<FeedKey, 'source' | 'classes' | 'regions' | 'creates'> {
  const wrong = (param: string) => refuse('invalid_parameter', { param })
  const source = input.source.trim().toLowerCase()
  if (!sourceNamePattern.test(source)) throw wrong('source')
  const classes = unique(input.classes.map((name) => name.trim().toLowerCase()))
  if (classes.length === 0 || !classes.every(isClass)) throw wrong('class')
  const regions = unique(input.regions.map(canonicalRegion).filter((region) => region !== ''))
  if (!regions.every((region) => regionPattern.test(region))) throw wrong('region')
  return { source, classes, regions: regions.length === 0 ? null : regions, creates: input.creates }
}

function isClass(name: string): name is AssetClass {
  return assetClasses.some((known) => known === name)
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
