import { refuse } from '#src/contract/errors.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Tx } from '#src/platform/platform.ts'
import type { Account } from './account.ts'
import { lockAccount } from './store.ts'

/**
 * Returns the account in which the person works, locked until the transaction ends. Throws `not_signed_in` if the
 * account is closed.
 */
export async function lockOwnAccount(tx: Tx, actor: AccountActor): Promise<Account> {
  const account = await lockAccount(tx, actor.accountId)
  if (!account) throw refuse('not_signed_in')
  return account
}
