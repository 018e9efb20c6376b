import { formatMicro, type Micro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { Span } from '../accounting-store.ts'
import { salesPage } from './sales-store.ts'
import { spreadOverMonths } from './spread.ts'

const rowsPerRead = 1_000

type Part = { paid: string; service: string; plan: string; gross: Micro; tax: Micro }

/**
 * CSV lines with the sales of a span by month of payment, month of service and plan (UTC). A payment is spread over the
 * days of its service. `gross` = `net` + `tax`; all lines of a span add up to its revenue. The deferred revenue at the
 * end of a month is the sum of the lines with a payment until that month and service after that month.
 */
export async function* exportService(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  const parts = new Map<string, Part>()
  for (let after = { year: 0, number: 0 }; ; ) {
    const sales = await salesPage(ctx.postgres.db, span, after, rowsPerRead)
    for (const sale of sales) {
      const taxes = spreadOverMonths(sale.tax, sale.from, sale.to)
      for (const [service, gross] of spreadOverMonths(sale.gross, sale.from, sale.to)) {
        const paid = new Date(sale.soldAt).toISOString().slice(0, 7)
        const key = `${paid} ${service} ${sale.planId}`
        const part = parts.get(key) ?? { paid, service, plan: sale.planId, gross: 0n, tax: 0n }
        const tax = part.tax + (taxes.get(service) ?? 0n)
        parts.set(key, { ...part, gross: part.gross + gross, tax })
      }
    }
    const last = sales.at(-1)
    if (!last || sales.length < rowsPerRead) break
    after = last
  }
  yield 'paid_month,service_month,plan,net,tax,gross'
  for (const [, { paid, service, plan, gross, tax }] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield csvLine([paid, service, plan, ...[gross - tax, tax, gross].map(formatMicro)])
}
