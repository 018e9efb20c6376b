import { demandRecent } from '#src/accounts/step-up/step-up.ts'
import { refuse } from '#src/contract/errors.ts'
import type { ApiKey } from '#src/contract/keys.ts'
import type { Locale } from '#src/contract/locale.ts'
import { planName } from '#src/plans/name.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type Key, nextUtcDay, planOf, presentKey, sameUtcDay } from './key.ts'
import { type AccountActor, issueKey } from './keys.ts'
import { tellOwner } from './owner-notice.ts'
import { assertFirstToday, lastReset } from './reset-limit.ts'
import { sealContext } from './secret.ts'
import * as store from './store.ts'

/** The live keys of an account and, where its integrated key is revoked, that one: its plan still runs. */
export async function subscriptionsOfAccount(ctx: Platform, accountId: string, tx?: Tx): Promise<Key[]> {
  const db = tx ?? ctx.postgres.db
  const live = await store.keysOf(db, accountId)
  const integrated = await store.integratedKeyOf(db, accountId)
  return integrated && integrated.revokedAt !== null ? [integrated, ...live] : live
}

/**
 * A new integrated key in place of a revoked one, on the plan and expiry that the account has. Counts as the reset of the
 * UTC day, so that revoking and issuing in turn is no way around that limit.
 */
export async function issueIntegratedKey(ctx: Platform, actor: AccountActor, locale: Locale): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const last = await store.integratedKeyOf(tx, actor.accountId)
    if (!last) throw new Error(`account ${actor.accountId} never had an integrated key`)
    if (last.revokedAt === null) throw refuse('integrated_key_exists')
    await demandRecent(ctx, actor, 'key.issue', tx)
    await assertFirstToday(ctx, tx, last)
    const now = ctx.clock.now()
    const terms = { accountId: actor.accountId, plan: planOf(last), expiresAt: last.expiresAt, resetAt: now }
    const key = await issueKey(ctx, tx, actor, terms)
    if (!key) throw refuse('integrated_key_exists')
    await tellOwner(ctx, tx, key, 'key-issued')
    return presentKey(key, locale, now, ctx.keyring.open(key.secretSealed, sealContext(key.id)))
  })
}

/** Where the integrated key is revoked: its plan, and when a new key can be issued (ms; null = now). Null while a key lives. */
export async function awaitedKey(
  ctx: Platform,
  accountId: string,
  locale: Locale,
): Promise<{ planName: string; isFree: boolean; expiresAt: number; issueFrom: number | null } | null> {
  const { db } = ctx.postgres
  const last = await store.integratedKeyOf(db, accountId)
  if (!last || last.revokedAt === null) return null
  const now = ctx.clock.now()
  const plan = planOf(last)
  return {
    planName: planName(plan, locale),
    isFree: plan.tier === 'free',
    expiresAt: last.expiresAt,
    issueFrom: sameUtcDay(await lastReset(db, last), now) ? nextUtcDay(now) : null,
  }
}
