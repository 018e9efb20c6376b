import { demand } from '#src/accounts/step-up/step-up.ts'
import type { ApiKey, AwaitedKey } from '#src/contract/account/keys.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { isCustomised, type Key, nextUtcDay, planOf, sameUtcDay } from './key/key.ts'
import { assertFirstToday, lastReset } from './key/reset-limit.ts'
import { sealContext } from './key/secret.ts'
import * as store from './key/store.ts'
import { freeTerms, issueKey, lockKey, setKeyPlan } from './keys.ts'
import { notifyOwner } from './owner-notice.ts'
import { presentChanged } from './present-keys.ts'

export async function subscriptionsOfAccount(ctx: Platform, accountId: string, tx?: Tx): Promise<Key[]> {
  const db = tx ?? ctx.postgres.db
  const live = await store.keysOf(db, accountId)
  const integrated = await store.integratedKeyOf(db, accountId)
  return integrated && integrated.revokedAt !== null ? [integrated, ...live] : live
}

export async function subscriptionsEndingBetween(ctx: Platform, from: number, to: number): Promise<Key[]> {
  return store.subscriptionsEndingBetween(ctx.postgres.db, from, to)
}

/** Replaces an expired integrated plan with the free plan. The key keeps its secret and works again at once. */
export async function continueForFree(
  ctx: Platform,
  actor: AccountActor,
  keyId: string,
  locale: Locale,
): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, keyId)
    const now = ctx.clock.now()
    if (key.market !== 'integrated' || key.expiresAt > now) throw refuse('plan_not_ended')
    await setKeyPlan(ctx, tx, actor, { keyId: key.id, ...freeTerms(ctx) })
    const [free] = (await store.keysOf(tx, actor.accountId)).filter(({ id }) => id === key.id)
    return presentChanged(ctx, tx, free ?? key, { locale })
  })
}

/**
 * Replaces a revoked integrated key by a key with the account's plan and expiry. This counts as the reset of the UTC
 * day; otherwise alternating revoke and issue would bypass that limit.
 */
export async function issueIntegratedKey(ctx: Platform, actor: AccountActor, locale: Locale): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const last = await store.integratedKeyOf(tx, actor.accountId)
    if (!last) throw new Error(`account ${actor.accountId} never had an integrated key`)
    if (last.revokedAt === null) throw refuse('integrated_key_exists')
    await demand(ctx, actor, 'key.issue', { tx })
    await assertFirstToday(ctx, tx, last)
    const now = ctx.clock.now()
    const terms = { accountId: actor.accountId, plan: planOf(catalogueOf(ctx), last), ...kept(last), resetAt: now }
    const key = await issueKey(ctx, tx, actor, terms)
    if (!key) throw refuse('integrated_key_exists')
    await notifyOwner(ctx, tx, key, 'key-issued')
    const secret = ctx.keyring.open(key.secretSealed, sealContext(key.id))
    return presentChanged(ctx, tx, key, { locale, secret })
  })
}

function kept({ expiresAt, term, customised }: Key) {
  return { expiresAt, term, customised }
}

/**
 * For a revoked integrated key: its plan, and the time in ms from which the next key may be issued (null: now). Null if
 * the key is live, or if the account never had one.
 */
export async function awaitedKey(ctx: Platform, accountId: string, locale: Locale): Promise<AwaitedKey | null> {
  const { db } = ctx.postgres
  const last = await store.integratedKeyOf(db, accountId)
  if (!last || last.revokedAt === null) return null
  const now = ctx.clock.now()
  const plan = planOf(catalogueOf(ctx), last)
  return {
    planName: planName(plan, locale),
    isFree: plan.tier === 'free',
    customised: isCustomised(catalogueOf(ctx), last),
    expiresAt: last.expiresAt,
    issueFrom: sameUtcDay(await lastReset(db, last), now) ? nextUtcDay(now) : null,
  }
}
