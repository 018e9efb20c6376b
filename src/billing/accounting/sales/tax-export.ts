import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { Span } from '../accounting-store.ts'
import { taxByCountry } from './sales-store.ts'

/**
 * CSV lines with the tax of receipts, less the credit notes that cancel them, by month of issue (UTC), the buyer's
 * country and the tax rate in percent. Credit notes of refunds are left out, since credit was never taxed.
 */
export async function* exportTax(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  yield 'month,country,rate,reverse_charge,receipts,credit_notes,net,tax,gross'
  for (const row of await taxByCountry(ctx.postgres.db, span)) {
    const { month, country, rate, reverseCharge, receipts, creditNotes, gross, tax } = row
    yield csvLine([
      ...[month, country, rate, reverseCharge ? 'yes' : 'no', String(receipts), String(creditNotes)],
      ...[gross - tax, tax, gross].map(formatMicro),
    ])
  }
}
