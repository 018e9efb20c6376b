import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { StaffActor } from '#src/staff/require-staff.ts'
import { newestEntries } from './audit.ts'

/** Repeated views by one person within this time count as one view. */
const sameViewMs = 10 * minuteMs
/** The number of recent views among which the view of an operator is sought: one for each member of the staff. */
const viewsMax = 200

/**
 * Audits that a staff member has read about a customer: the customer's page, an order, a ticket, or the account as the
 * customer sees it.
 */
export async function noteCustomerView(
  ctx: Platform,
  by: StaffActor,
  verb: 'customer.view' | 'customer.view_as',
  accountId: string,
): Promise<void> {
  const { db } = ctx.postgres
  const actorId = by.kind === 'staff' ? by.accountId : undefined
  const from = ctx.clock.now() - sameViewMs
  const recent = await newestEntries(db, { actorId, subject: accountId, action: verb, from }, viewsMax)
  if (!recent.some(({ actorKind }) => actorKind === by.kind))
    await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, by, verb, accountId))
}
