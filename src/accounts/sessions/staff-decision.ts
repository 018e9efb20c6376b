import { refuse } from '#src/contract/errors.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { Account } from '../account/account.ts'
import * as store from '../account/store.ts'
import { notifySessionChange } from './sessions.ts'

/**
 * Locks an account for a decision of the staff and counts the decision. `version` is the count that the person read.
 * Refuses with `changed_meanwhile` (409) if there was another decision since. Null skips the check.
 */
export async function lockForDecision(tx: Tx, accountId: string, version: number | null): Promise<Account> {
  const account = await store.lockAccount(tx, accountId)
  if (!account) throw refuse('not_found')
  const was = await store.countStaffDecision(tx, accountId)
  if (version !== null && was !== version) throw refuse('changed_meanwhile')
  return account
}

/** Suspends or restores an account. The sessions of a suspended account stay but are refused; its streams close. */
export async function setSuspended(ctx: Platform, tx: Tx, accountId: string, suspended: boolean): Promise<void> {
  await store.updateAccount(tx, accountId, { suspended_at: suspended ? new Date(ctx.clock.now()) : null })
  await notifySessionChange(ctx, tx, { accountId, sessionIds: null })
}
