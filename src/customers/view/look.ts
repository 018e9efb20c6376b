import { contactOf } from '#src/accounts/sessions/profile.ts'
import { newestEntries } from '#src/audit/audit.ts'
import { refuse } from '#src/contract/errors.ts'
import type { ViewedAccount } from '#src/contract/operator/customers/customers.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import { isStaff } from '#src/staff/staff.ts'

/** A person who looks again within this time looked once. */
const lookMs = 10 * minuteMs

/** Writes down that somebody of the staff looked at a customer. */
export async function noteLook(
  ctx: Platform,
  by: StaffActor,
  verb: 'customer.view' | 'customer.view_as',
  accountId: string,
): Promise<void> {
  const { db } = ctx.postgres
  const actorId = by.kind === 'staff' ? by.accountId : undefined
  const from = ctx.clock.now() - lookMs
  const [last] = await newestEntries(db, { actorId, subject: accountId, action: verb, from }, 1)
  if (!last) await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, by, verb, accountId))
}

/**
 * The account whose own pages the actor may read from now on. The staff's own accounts stay closed, because a role would see the
 * pages of a higher one: `account_of_staff`.
 */
export async function viewAsCustomer(ctx: Platform, actor: Actor, accountId: string): Promise<ViewedAccount> {
  const by = await requireStaff(ctx, actor, 'customer.view_as')
  const { db } = ctx.postgres
  const contact = await contactOf(db, accountId)
  if (!contact) throw refuse('not_found')
  if (await isStaff(db, accountId)) throw refuse('account_of_staff')
  await noteLook(ctx, by, 'customer.view_as', accountId)
  return { accountId, email: contact.email, timeZone: contact.timeZone }
}
