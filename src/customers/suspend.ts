import { noticeToAccount } from '#src/accounts/mails/notify.ts'
import { endSessions } from '#src/accounts/sessions/sessions.ts'
import { setSuspended } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import { notifyKeysOfAccount } from '#src/keys/controls.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { isStaff } from '#src/staff/staff.ts'
import { type About, decide, readWords } from './decide.ts'

/**
 * Keys and sessions get 403 `account_suspended`, and sockets close. No data is deleted. Refuses staff with
 * `account_of_staff`, and a suspended customer with `conflict`.
 */
export async function suspendCustomer(ctx: Platform, actor: Actor, input: About & { reason: string }): Promise<void> {
  const reason = readWords('reason', input.reason)
  await decide(ctx, actor, 'customer.suspend', input, async (tx, account) => {
    if (account.suspendedAt !== null) throw refuse('conflict')
    if (await isStaff(tx, account.id)) throw refuse('account_of_staff')
    await setSuspended(ctx, tx, account.id, true)
    await notifyKeysOfAccount(ctx, tx, account.id)
    await noticeToAccount(ctx, tx, account.id, { kind: 'suspended' })
    return { result: undefined, detail: { reason } }
  })
}

export async function restoreCustomer(ctx: Platform, actor: Actor, input: About & { reason: string }): Promise<void> {
  const reason = readWords('reason', input.reason)
  await decide(ctx, actor, 'customer.restore', input, async (tx, account) => {
    if (account.suspendedAt === null) throw refuse('conflict')
    await setSuspended(ctx, tx, account.id, false)
    await notifyKeysOfAccount(ctx, tx, account.id)
    await noticeToAccount(ctx, tx, account.id, { kind: 'restored' })
    return { result: undefined, detail: { reason, suspendedAt: account.suspendedAt } }
  })
}

export async function signOutCustomer(ctx: Platform, actor: Actor, input: About): Promise<void> {
  await decide(ctx, actor, 'customer.sign_out', input, async (tx, account) => {
    await endSessions(ctx, tx, account.id, null)
    return { result: undefined, detail: {} }
  })
}
