import { addressesOf, type Found, findByPrefix } from '#src/accounts/sessions/profile.ts'
import { accountsByPayment } from '#src/billing/operator/find.ts'
import { accountsByKey } from '#src/keys/search.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { writerOfTicket } from '#src/support/tickets.ts'

const foundMax = 20

/**
 * Finds customers, at most 20, by the beginning of an e-mail address, a whole key or its mask, an order or
 * receipt number, a deposit address, the hash of a transaction, or the number of a ticket. Each search uses an index.
 */
export async function searchCustomers(ctx: Platform, actor: Actor, text: string): Promise<Found[]> {
  await requireStaff(ctx, actor, 'customer.search')
  const { db } = ctx.postgres
  const asked = text.trim()
  if (asked.length < 3 || asked.length > 200) return []
  const writer = await writerOfTicket(db, asked.toUpperCase())
  const ids = [
    ...(await accountsByKey(db, asked)),
    ...(await accountsByPayment(ctx, asked)),
    ...(writer?.accountId ? [writer.accountId] : []),
  ]
  const prefixes = [asked.toLowerCase(), ...(writer ? [writer.email] : [])]
  const byAddress = await Promise.all(prefixes.map((prefix) => findByPrefix(db, prefix, foundMax)))
  const found = [...(await addressesOf(db, ids)), ...byAddress.flat()]
  return [...new Map(found.map((one) => [one.accountId, one])).values()].slice(0, foundMax)
}
