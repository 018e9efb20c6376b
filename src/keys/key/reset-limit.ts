import { refuse } from '#src/contract/errors.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import { type Key, nextUtcDay, sameUtcDay } from './key.ts'
import * as store from './store.ts'

export async function assertFirstToday(ctx: Platform, tx: Tx, key: Key): Promise<void> {
  const now = ctx.clock.now()
  if (!sameUtcDay(await lastReset(tx, key), now)) return
  throw refuse('reset_too_soon', { retryAfter: (nextUtcDay(now) - now) / 1000 })
}

/**
 * The time of the key's last reset, ms. A new secret after a leak is not a reset. An integrated key shares the limit
 * with the earlier integrated keys of the account.
 */
export async function lastReset(db: Db | Tx, key: Key): Promise<number | null> {
  return key.market === 'integrated' ? store.lastIntegratedReset(db, key.accountId) : key.resetAt
}
