import { refuse } from '#src/contract/errors.ts'
import {
  exportCreditRoute,
  exportLedgerRoute,
  exportPapersRoute,
  exportRevenueRoute,
  exportServiceRoute,
  exportTaxRoute,
} from '#src/contract/operator/money/accounting.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Api } from '#src/platform/http/api.ts'
import { streamLines } from '#src/platform/http/streams/stream-lines.ts'
import type { Platform } from '#src/platform/platform.ts'
import { exportCredit } from '../accounting/credit-export.ts'
import { exportLedger, type Span } from '../accounting/ledger-export.ts'
import { exportRevenue } from '../accounting/revenue-export.ts'
import { exportPapers } from '../accounting/sales/papers-export.ts'
import { exportService } from '../accounting/sales/service-export.ts'
import { exportTax } from '../accounting/sales/tax-export.ts'

export function mountAccounting(api: Api): void {
  api.handle(exportLedgerRoute, (ctx, { actor, query }) =>
    csv(ctx, 'ledger', exportLedger(ctx, actor, spanOf(ctx, query))),
  )
  api.handle(exportRevenueRoute, (ctx, { actor, query }) =>
    csv(ctx, 'revenue', exportRevenue(ctx, actor, spanOf(ctx, query))),
  )
  api.handle(exportServiceRoute, (ctx, { actor, query }) =>
    csv(ctx, 'service', exportService(ctx, actor, spanOf(ctx, query))),
  )
  api.handle(exportTaxRoute, (ctx, { actor, query }) => csv(ctx, 'tax', exportTax(ctx, actor, spanOf(ctx, query))))
  api.handle(exportPapersRoute, (ctx, { actor, query }) =>
    csv(ctx, 'papers', exportPapers(ctx, actor, spanOf(ctx, query))),
  )
  api.handle(exportCreditRoute, (ctx, { actor, query }) =>
    csv(ctx, 'credit', exportCredit(ctx, actor, endOf(ctx, query.to))),
  )
}

function csv(ctx: Platform, what: string, lines: AsyncGenerator<string>): Promise<Response> {
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  return streamLines(lines, { name: `${what}-${day}.csv`, type: 'text/csv' })
}

/** The span of whole UTC days: without `from` since the beginning, without `to` until now. */
function spanOf(ctx: Platform, { from, to }: { from?: string | undefined; to?: string | undefined }): Span {
  const span = { from: from === undefined ? 0 : Date.parse(from), to: endOf(ctx, to) }
  if (span.from >= span.to) throw refuse('range_reversed', { param: 'from' })
  return span
}

function endOf(ctx: Platform, to: string | undefined): number {
  return to === undefined ? ctx.clock.now() + 1 : Date.parse(to) + dayMs
}
