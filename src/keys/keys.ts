import { demand } from '#src/accounts/step-up/step-up.ts'
import type { ApiKey, KeyScope } from '#src/contract/account/keys.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { hourMs } from '#src/contract/time.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import type { Plan } from '#src/plans/plan.ts'
import { monthUntil, type RunningTerm, type Term } from '#src/plans/term.ts'
import { type AccountActor, type Actor, personOf } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import * as holders from './key/holder-store.ts'
import { firstBefore, firstKey, freeKeyExpiry, type Key, type KeyUse, overlapHoursMax } from './key/key.ts'
import { notifyKeyChange } from './key/key-changes.ts'
import { assertFirstToday } from './key/reset-limit.ts'
import { openScope, readScope, scopeOf } from './key/scope.ts'
import { hashSecret, newSecret, sealContext } from './key/secret.ts'
import * as store from './key/store.ts'
import { notifyOwner } from './owner-notice.ts'
import { presentChanged, presentKeys } from './present-keys.ts'

/** A plan until `expiresAt`. By default the term is a month that ends then, and the plan is not `customised`. */
export type SubscriptionTerms = { plan: Plan; expiresAt: number; term?: Term; customised?: boolean }

/** Issues the free key of a new account; does nothing when the account has its integrated key. */
export async function issueFreeKey(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  await issueKey(ctx, tx, { kind: 'system', name: 'accounts' }, { accountId, ...freeTerms(ctx) })
}

export function freeTerms(ctx: Platform): SubscriptionTerms {
  const plan = catalogueOf(ctx).planById('integrated-free')
  if (!plan) throw new Error('the catalogue has no integrated-free plan')
  return { plan, expiresAt: freeKeyExpiry }
}

/** Issues a key on `plan` in the caller's transaction. Null for a second integrated key of an account. */
export async function issueKey(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  input: SubscriptionTerms & { accountId: string; resetAt?: number },
): Promise<Key | null> {
  const id = ctx.random.uuid()
  const key: Key = {
    id,
    accountId: input.accountId,
    ...subscribed(input),
    aliasName: '',
    ...drawSecret(ctx, id),
    createdAt: ctx.clock.now(),
    resetAt: input.resetAt ?? null,
    revokedAt: null,
    usedAt: null,
    usedFrom: null,
    scope: null,
    holder: { kind: 'account', id: null, name: '' },
    madeBy: null,
  }
  if (!(await store.insertKey(tx, key))) return null
  if (actor.kind === 'account')
    await holders.noteMaker(tx, { keyId: id, personId: personOf(actor).accountId, now: key.createdAt })
  await ctx.postgres.audit(tx, actor, 'key.issue', id, { planId: key.planId, accountId: key.accountId })
  await notifyKeyChange(ctx, tx, { keyId: id, change: 'issued', closeSockets: false, hashes: [key.secretHash] })
  return key
}

/**
 * Moves a key to another plan or expiry within the caller's transaction; the secret stays. Throws for a key that has
 * been revoked, so that the payment is not lost: the next payment scan issues a new key.
 */
export async function setKeyPlan(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  input: SubscriptionTerms & { keyId: string },
): Promise<void> {
  const { plan, keyId, expiresAt } = input
  if (!(await store.setPlan(tx, keyId, subscribed(input)))) throw new Error(`key ${keyId} is revoked`)
  await ctx.postgres.audit(tx, actor, 'key.plan', keyId, { planId: plan.id, expiresAt })
  await notifyKeyChange(ctx, tx, { keyId, change: 'plan', closeSockets: false, hashes: [] })
}

export async function setSubscriptionEnd(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  input: { keyId: string; end: RunningTerm },
): Promise<void> {
  const { keyId, end } = input
  await store.setEnd(tx, keyId, end)
  await ctx.postgres.audit(tx, actor, 'key.end', keyId, { expiresAt: end.expiresAt })
  await notifyKeyChange(ctx, tx, { keyId, change: 'plan', closeSockets: false, hashes: [] })
}

export async function keysOfAccount(ctx: Platform, accountId: string, tx?: Tx): Promise<Key[]> {
  return store.keysOf(tx ?? ctx.postgres.db, accountId)
}

export async function allKeysOfAccount(db: Db, accountId: string): Promise<Key[]> {
  return store.allKeysOf(db, accountId)
}

export async function lockKey(tx: Tx, accountId: string, keyId: string): Promise<Key> {
  const key = await store.lockOwnedKey(tx, accountId, keyId)
  if (!key) throw refuse('not_found')
  return key
}

export async function listKeys(ctx: Platform, actor: AccountActor, locale: Locale): Promise<ApiKey[]> {
  const keys = await store.keysOf(ctx.postgres.db, actor.accountId)
  return presentKeys(ctx, firstBefore(keys, firstKey(keys, ctx.clock.now())), locale)
}

/** Returns the complete key. Needs a recent sign-in; each reveal is audited. */
export async function revealKey(ctx: Platform, actor: AccountActor, keyId: string, locale: Locale): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, keyId)
    await demand(ctx, actor, 'key.reveal', { tx })
    await ctx.postgres.audit(tx, actor, 'key.reveal', key.id)
    const personId = personOf(actor).accountId
    await holders.noteReader(tx, { keyId: key.id, personId, now: ctx.clock.now() })
    const secret = ctx.keyring.open(key.secretSealed, sealContext(key.id))
    return presentChanged(ctx, tx, key, { locale, secret })
  })
}

export async function renameKey(
  ctx: Platform,
  actor: AccountActor,
  input: { keyId: string; name: string },
  locale: Locale,
): Promise<ApiKey> {
  const { name } = input
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, input.keyId)
    await store.setAlias(tx, key.id, name)
    await ctx.postgres.audit(tx, actor, 'key.rename', key.id, { from: key.aliasName, to: name })
    return presentChanged(ctx, tx, { ...key, aliasName: name }, { locale })
  })
}

/** Replaces the secret, at most once per UTC day. The old secret stays valid for `overlapHours`. */
export async function resetKey(
  ctx: Platform,
  actor: AccountActor,
  input: { keyId: string; overlapHours?: number },
  locale: Locale,
): Promise<ApiKey> {
  const overlapHours = input.overlapHours ?? 0
  if (overlapHours < 0 || overlapHours > overlapHoursMax) throw refuse('invalid_parameter', { param: 'overlapHours' })
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, input.keyId)
    await demand(ctx, actor, 'key.reset', { tx })
    await assertFirstToday(ctx, tx, key)
    const makerId = personOf(actor).accountId
    const { secret, ...next } = await replaceWithin(ctx, tx, actor, { key, overlapHours, makerId })
    return presentChanged(ctx, tx, { ...key, ...next }, { locale, secret })
  })
}

type Replaced = { key: Key; overlapHours: number; makerId: string | null }

/** Replaces the secret of a locked key, mails its owner and notifies every process. */
export async function replaceWithin(ctx: Platform, tx: Tx, actor: Actor, { key, overlapHours, makerId }: Replaced) {
  const now = ctx.clock.now()
  const { secret, ...next } = drawWithSecret(ctx, key.id)
  if (overlapHours === 0) await store.endOverlaps(tx, key.id, now)
  await store.replaceSecret(tx, key, next, now, now + overlapHours * hourMs)
  await holders.noteMaker(tx, { keyId: key.id, personId: makerId, now })
  await ctx.postgres.audit(tx, actor, 'key.reset', key.id, { overlapHours })
  const hoursLeft = Math.max(0, Math.ceil((key.expiresAt - now) / hourMs))
  await notifyOwner(ctx, tx, key, 'key-reset', Math.min(overlapHours, hoursLeft))
  await notifyKeyChange(ctx, tx, {
    keyId: key.id,
    change: 'reset',
    closeSockets: overlapHours === 0,
    hashes: [key.secretHash, next.secretHash],
  })
  return { secret, ...next, resetAt: now, madeBy: makerId }
}

/**
 * Restricts a key to classes, APIs and networks, or removes the restriction. Every process is notified on commit, and
 * checks open sockets again. Needs a recent sign-in, because a stolen session must not widen a key.
 */
export async function scopeKey(
  ctx: Platform,
  actor: AccountActor,
  input: { keyId: string; scope: KeyScope },
  locale: Locale,
): Promise<ApiKey> {
  const scope = readScope(input.scope)
  if ('wrong' in scope) throw refuse('invalid_parameter', { param: scope.wrong })
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, input.keyId)
    await demand(ctx, actor, 'key.scope', { tx })
    await store.setScope(tx, key.id, scope)
    await ctx.postgres.audit(tx, actor, 'key.scope', key.id, { from: key.scope ?? openScope, to: scope })
    await notifyKeyChange(ctx, tx, { keyId: key.id, change: 'scope', closeSockets: false, hashes: [key.secretHash] })
    return presentChanged(ctx, tx, { ...key, scope: scopeOf(scope) }, { locale })
  })
}

/**
 * Ends a key permanently. The plan of an integrated key continues, and `issueIntegratedKey` issues another key for it.
 */
export async function revokeKey(ctx: Platform, actor: AccountActor, keyId: string, locale: Locale): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const key = await revokeWithin(ctx, tx, actor.accountId, keyId)
    await ctx.postgres.audit(tx, actor, 'key.revoke', key.id)
    return presentChanged(ctx, tx, key, { locale })
  })
}

/** Ends a key of the account permanently, mails its owner and notifies every process; 404 for other accounts' keys. */
export async function revokeWithin(ctx: Platform, tx: Tx, accountId: string, keyId: string): Promise<Key> {
  const key = await lockKey(tx, accountId, keyId)
  const now = ctx.clock.now()
  await store.markRevoked(tx, key.id, now)
  await store.endOverlaps(tx, key.id, now)
  await notifyOwner(ctx, tx, key, 'key-revoked')
  await notifyKeyChange(ctx, tx, { keyId: key.id, change: 'revoked', closeSockets: true, hashes: [key.secretHash] })
  return { ...key, revokedAt: now }
}

/** Stores the last use of keys. The gateway collects uses and calls this every second. */
export async function noteKeyUse(ctx: Platform, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  await store.setUsedAt(ctx.postgres.db, uses)
}

export async function revokeKeysOf(ctx: Platform, tx: Tx, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  for (const key of await store.keysOf(tx, accountId)) {
    await store.markRevoked(tx, key.id, now)
    await store.endOverlaps(tx, key.id, now)
    await notifyKeyChange(ctx, tx, { keyId: key.id, change: 'revoked', closeSockets: true, hashes: [key.secretHash] })
  }
}

export async function exportKeys(ctx: Platform, accountId: string): Promise<unknown> {
  const keys = await store.allKeysOf(ctx.postgres.db, accountId)
  const shown = await presentKeys(ctx, keys, 'en-US')
  return keys.map(({ revokedAt }, at) => ({ ...shown[at], revokedAt }))
}

function subscribed({ plan, expiresAt, term, customised }: SubscriptionTerms): store.SubscribedPlan {
  return {
    planId: plan.id,
    planEdition: plan.edition,
    market: plan.market,
    term: term ?? monthUntil(expiresAt),
    customised: customised ?? false,
    expiresAt,
  }
}

export function drawSecret(ctx: Platform, keyId: string) {
  const { secret: _, ...kept } = drawWithSecret(ctx, keyId)
  return kept
}

function drawWithSecret(ctx: Platform, keyId: string) {
  const secret = newSecret(ctx.random)
  return {
    secret,
    secretHash: hashSecret(secret),
    secretSealed: ctx.keyring.seal(secret, sealContext(keyId)),
    head: secret.slice(0, 4),
    tail: secret.slice(-4),
  }
}
