import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Booking, bookingsAfter, openings, type Span } from './accounting-store.ts'

export type { Span }

const rowsPerRead = 1_000

/** CSV lines with every booking of a span in the order of the ledger, each with the customer's credit after it. */
export async function* exportLedger(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const { db } = ctx.postgres
  yield 'id,time,account,kind,amount,balance,order,refund,network,transaction,note'
  const balances = new Map<string, bigint>()
  for (let after = 0n; ; ) {
    const bookings = await bookingsAfter(db, after, span, rowsPerRead)
    const unknown = bookings.filter(({ accountId }) => !balances.has(accountId))
    for (const [account, micro] of await openings(db, firstOfEach(unknown))) balances.set(account, micro)
    for (const booking of bookings) {
      const balance = (balances.get(booking.accountId) ?? 0n) + booking.micro
      balances.set(booking.accountId, balance)
      yield csvLine([
        String(booking.id),
        booking.createdAt.toISOString(),
        booking.accountId,
        booking.kind,
        formatMicro(booking.micro),
        formatMicro(balance),
        booking.orderNo,
        booking.refundId,
        booking.network,
        booking.txHash,
        booking.note,
      ])
    }
    if (bookings.length < rowsPerRead) return
    after = bookings.at(-1)?.id ?? after
  }
}

function firstOfEach(bookings: readonly Booking[]): Map<string, bigint> {
  const firsts = new Map<string, bigint>()
  for (const { accountId, id } of bookings) if (!firsts.has(accountId)) firsts.set(accountId, id)
  return firsts
}
