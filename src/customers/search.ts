import { addressesOf, contactByEmail, type Found, findByPrefix } from '#src/accounts/sessions/profile.ts'
import { accountsByPayment } from '#src/billing/operator/find.ts'
import type { SearchKind } from '#src/contract/operator/customers/customers.ts'
import { accountsByKey } from '#src/keys/search.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { writerOfTicket } from '#src/support/tickets.ts'

const foundMax = 20

export type FoundCustomer = Found & { by: SearchKind }

/**
 * Finds up to 20 customers by the beginning of an e-mail address, a whole key or its mask, an order or receipt
 * number, a deposit address, a transaction hash, or a ticket number. Each search uses an index.
 */
export async function searchCustomers(ctx: Platform, actor: Actor, text: string): Promise<FoundCustomer[]> {
  await requireStaff(ctx, actor, 'customer.search')
  const { db } = ctx.postgres
  const query = text.trim()
  if (query.length < 3 || query.length > 200) return []
  const writer = await writerOfTicket(db, query.toUpperCase())
  const writerId = writer && (writer.accountId ?? (await contactByEmail(db, writer.email))?.id)
  const named = (by: SearchKind, found: readonly Found[]) => found.map((one) => ({ ...one, by }))
  const found = [
    ...named('key', await addressesOf(db, await accountsByKey(db, query))),
    ...named('payment', await addressesOf(db, await accountsByPayment(ctx, query))),
    ...named('ticket', writerId ? await addressesOf(db, [writerId]) : []),
    ...named('email', await findByPrefix(db, query.toLowerCase(), foundMax)),
  ]
  const first = new Map(found.toReversed().map((one) => [one.accountId, one]))
  return found.filter((one) => first.get(one.accountId) === one).slice(0, foundMax)
}
