import { contactOf } from '#src/accounts/sessions/profile.ts'
import { noteCustomerView } from '#src/audit/customer-view.ts'
import { refuse } from '#src/contract/errors.ts'
import type { ViewedAccount } from '#src/contract/operator/customers/customers.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { isStaff } from '#src/staff/staff.ts'

/**
 * The account whose pages the actor may now read. Accounts of the staff are refused with `account_of_staff`, because
 * a lower role could otherwise see the pages of a higher role.
 */
export async function viewAsCustomer(ctx: Platform, actor: Actor, accountId: string): Promise<ViewedAccount> {
  const by = await requireStaff(ctx, actor, 'customer.view_as')
  const { db } = ctx.postgres
  const contact = await contactOf(db, accountId)
  if (!contact) throw refuse('not_found')
  if (await isStaff(db, accountId)) throw refuse('account_of_staff')
  await noteCustomerView(ctx, by, 'customer.view_as', accountId)
  return { accountId, email: contact.email, timeZone: contact.timeZone }
}
