import { formatMicro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { paperNumber } from '../../papers/paper.ts'
import { papersBetween } from '../../papers/paper-store.ts'
import type { Span } from '../accounting-store.ts'

const rowsPerRead = 1_000

/** CSV lines with every receipt and credit note that was issued in a span, by number. */
export async function* exportPapers(ctx: Platform, actor: Actor, span: Span): AsyncGenerator<string> {
  await requireStaff(ctx, actor, 'payments.export')
  yield 'number,kind,issued,sold,account,order,deal,refund,buyer,address,country,tax_id,net,rate,reverse_charge,tax,gross,cancels,cancelled_by'
  for (let after = { year: 0, number: 0 }; ; ) {
    const papers = await papersBetween(ctx.postgres.db, span, after, rowsPerRead)
    for (const paper of papers) {
      const { buyer, tax, gross, voids, voidedBy } = paper
      yield csvLine([
        ...[paperNumber(paper), paper.kind, dayOf(paper.issuedAt), dayOf(paper.soldAt), paper.accountId],
        ...[paper.orderNo, paper.dealId, paper.refundId, buyer.name, buyer.address, buyer.country, buyer.taxId],
        ...[formatMicro(gross - tax.tax), tax.rate === null ? null : String(tax.rate / 100)],
        ...[tax.reverseCharge ? 'yes' : 'no', formatMicro(tax.tax), formatMicro(gross)],
        ...[voids && paperNumber(voids), voidedBy && paperNumber(voidedBy)],
      ])
    }
    const last = papers.at(-1)
    if (!last || papers.length < rowsPerRead) return
    after = last
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
