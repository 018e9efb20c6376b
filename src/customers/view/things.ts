import { orderNumbersOf, refundIdsOf } from '#src/billing/export.ts'
import type { Key } from '#src/keys/key/key.ts'
import type { Db } from '#src/platform/platform.ts'
import { ticketIdsOf } from '#src/support/tickets.ts'

/** Ids of everything of an account that can be the subject of a log entry: keys, orders, refunds and tickets. */
export async function thingsOf(db: Db, accountId: string, keys: readonly Key[]): Promise<string[]> {
  return [
    ...keys.map(({ id }) => id),
    ...(await orderNumbersOf(db, accountId)),
    ...(await refundIdsOf(db, accountId)),
    ...(await ticketIdsOf(db, accountId, [])),
  ]
}
