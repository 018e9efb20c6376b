import { sql } from 'kysely'
import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { csvLine } from './csv.ts'
import type { Span } from './ledger-export.ts'

type Row = {
  month: string
  plan_id: string
  orders: bigint
  list: string
  discount: string
  upgrade_difference: string
  credit: string
  consumed: string
  waived: string
}

/**
 * Revenue by month (UTC) and plan as CSV lines, recognised when an order is completed. `net` = list − discount +
 * upgrade_difference = credit_used + paid + waived; `paid` came from transfers, `waived` was written off by the operator or the
 * tolerance. `revenue` = credit_used + paid.
 */
export async function* exportRevenue(ctx: Platform, actor: Actor, { from, to }: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const { db } = ctx.postgres
  yield 'month,plan,orders,list,discount,upgrade_difference,net,credit_used,paid,waived,revenue'
  const { rows } = await sql<Row>`
    select to_char(o.closed_at at time zone 'UTC', 'YYYY-MM') as month, o.plan_id, count(*) as orders,
      sum(o.list)::text as list, sum(o.discount)::text as discount,
      sum(o.upgrade_difference)::text as upgrade_difference, sum(o.credit)::text as credit,
      sum(-coalesce(e.consumed, 0))::text as consumed, sum(coalesce(e.adjusted, 0))::text as waived
    from billing_order o left join lateral (
      select sum(micro) filter (where kind in ('order', 'order_credit', 'credit_return')) as consumed,
        sum(micro) filter (where kind = 'adjustment') as adjusted
      from ledger_entry where order_no = o.no) e on true
    where o.status = 1 and o.closed_at >= ${new Date(from)} and o.closed_at < ${new Date(to)}
    group by 1, 2 order by 1, 2`.execute(db)
  for (const row of rows) {
    const [list, discount, difference] = [BigInt(row.list), BigInt(row.discount), BigInt(row.upgrade_difference)]
    const net = list - discount + difference
    const revenue = BigInt(row.consumed) - BigInt(row.waived)
    yield csvLine([
      row.month,
      row.plan_id,
      String(row.orders),
      ...[list, discount, difference, net].map(formatMicro),
      ...[BigInt(row.credit), revenue - BigInt(row.credit), net - revenue, revenue].map(formatMicro),
    ])
  }
}
