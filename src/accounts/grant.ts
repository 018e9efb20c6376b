import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireAddress } from './account/address.ts'
import * as store from './account/store.ts'
import { endSessions } from './sessions/sessions.ts'

/** Gives a person the operator role. The account must be there and its mailbox proven; it signs in anew to use the role. */
export async function grantOperator(
  ctx: Platform,
  actor: Actor,
  email: string,
): Promise<{ accountId: string; email: string }> {
  const address = requireAddress(email)
  return ctx.postgres.transaction(async (tx) => {
    const account = await store.accountByEmail(tx, address)
    if (!account || account.emailProvenAt === null) throw refuse('email_unknown', { param: 'email' })
    await store.updateAccount(tx, account.id, { role: 'operator' })
    await endSessions(ctx, tx, account.id, null)
    await ctx.postgres.audit(tx, actor, 'account.operator', account.id)
    return { accountId: account.id, email: account.email }
  })
}
