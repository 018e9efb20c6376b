import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import { csvLine } from '#src/platform/csv.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { revenueByMonth, type Span } from './accounting-store.ts'

/**
 * CSV lines with revenue by month (UTC) and plan, recognised when an order is completed. `net` = list − discount +
 * upgrade_difference = credit_used + paid + waived. `paid` came from transfers; `waived` was written off by the
 * operator. `revenue` = credit_used + paid.
 */
export async function* exportRevenue(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  yield 'month,plan,orders,list,discount,upgrade_difference,net,credit_used,paid,waived,revenue'
  for (const row of await revenueByMonth(ctx.postgres.db, span)) {
    const { list, discount, upgradeDifference, credit } = row
    const net = list - discount + upgradeDifference
    const revenue = row.consumed - row.waived
    yield csvLine([
      row.month,
      row.planId,
      String(row.orders),
      ...[list, discount, upgradeDifference, net].map(formatMicro),
      ...[credit, revenue - credit, net - revenue, revenue].map(formatMicro),
    ])
  }
}
