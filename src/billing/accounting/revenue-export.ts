import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { revenueByMonth, type Span } from './accounting-store.ts'

/**
 * CSV lines with revenue by month (UTC) and plan, recognised when an order is completed or a plan is opened for money.
 * `net` = list − discount + upgrade_difference = promotional + credit_used + paid + waived. `promotional`: credit that
 * the operator gave; `credit_used`: credit that the customer paid; `paid` came from transfers, or outside the networks
 * for deals; `waived` was written off by the operator. `revenue` = credit_used + paid.
 */
export async function* exportRevenue(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  yield 'month,plan,orders,deals,list,discount,upgrade_difference,net,promotional,credit_used,paid,waived,revenue'
  for (const row of await revenueByMonth(ctx.postgres.db, span)) {
    const { list, discount, upgradeDifference, credit, promotional } = row
    const net = list - discount + upgradeDifference
    const revenue = row.consumed - row.waived - promotional
    yield csvLine([
      ...[row.month, row.planId, String(row.orders), String(row.deals)],
      ...[list, discount, upgradeDifference, net].map(formatMicro),
      ...[promotional, credit, revenue - credit, net - promotional - revenue, revenue].map(formatMicro),
    ])
  }
}
