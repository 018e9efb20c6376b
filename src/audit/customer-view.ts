import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { StaffActor } from '#src/staff/require-staff.ts'
import { newestEntries } from './audit.ts'

/** A person who looks again within this time looked once. */
const sameViewMs = 10 * minuteMs

/**
 * Writes down that somebody of the staff read about a customer: their page, one of their orders or tickets, or the account as they
 * see it themselves.
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
  const [last] = await newestEntries(db, { actorId, subject: accountId, action: verb, from }, 1)
  if (!last) await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, by, verb, accountId))
}
