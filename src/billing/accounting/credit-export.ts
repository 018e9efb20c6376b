import { sql } from 'kysely'
import { contactOf } from '#src/accounts/sessions/profile.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { csvLine } from './csv.ts'

type Row = { account_id: string; credit: string; refunds: string; orders: string }

const rowsPerRead = 1_000

/**
 * The debt to each customer just before a moment, as CSV lines: free credit, credit reserved by refund requests, and credit
 * reserved by orders that were open then.
 */
export async function* exportCredit(ctx: Platform, actor: Actor, at: number): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const { db } = ctx.postgres
  yield 'account,email,credit,in_refunds,in_orders,owed'
  const until = new Date(at)
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`
      select e.account_id, sum(e.micro)::text as credit,
        (-coalesce(sum(e.micro) filter (where e.kind in ('refund_hold', 'refund_release')), 0))::text as refunds,
        (-coalesce(sum(e.micro) filter (where e.kind in ('order_credit', 'credit_return')
          and (o.closed_at is null or o.closed_at >= ${until})), 0))::text as orders
      from ledger_entry e left join billing_order o on o.no = e.order_no
      where e.created_at < ${until} and e.account_id in (
        select account_id from ledger_balance where account_id > ${after} order by account_id limit ${rowsPerRead})
      group by e.account_id order by e.account_id`.execute(db)
    for (const row of rows) {
      const [credit, refunds, orders] = [BigInt(row.credit), BigInt(row.refunds), BigInt(row.orders)]
      if (credit + refunds + orders === 0n) continue
      const email = (await contactOf(db, row.account_id))?.email ?? null
      const amounts = [credit, refunds, orders, credit + refunds + orders]
      yield csvLine([row.account_id, email, ...amounts.map(formatMicro)])
    }
    const next = await lastOfPage(db, after)
    if (next === null) return
    after = next
  }
}

/** The last account of the page after `after`; null at the end. Accounts without a booking by then are omitted. */
async function lastOfPage(db: Platform['postgres']['db'], after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`select max(account_id) as last from (
    select account_id from ledger_balance where account_id > ${after} order by account_id limit ${rowsPerRead}) page`.execute(
    db,
  )
  return rows[0]?.last ?? null
}
