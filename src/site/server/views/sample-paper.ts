import type { Paper } from '#src/contract/account/papers.ts'
import { dayMs } from '#src/contract/time.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { PageApi } from '../../context/context.ts'

/** The number of a receipt that exists only in the preview of a brand. */
const sampleNumber = 'sample'

/** The given calls, with a sample receipt of the brand under `sampleNumber`. */
export function withSamplePaper(ctx: Platform, { invoke, caller }: PageApi): PageApi {
  return {
    caller,
    async invoke(name, visitor, sent) {
      const isSample = name === 'GET /api/billing/papers/{number}' && sent.params?.number === sampleNumber
      return isSample ? { data: samplePaper(ctx), headers: new Headers() } : invoke(name, visitor, sent)
    },
  }
}

function samplePaper(ctx: Platform): Paper {
  const { name, legalName, legalAddress } = brandOf(ctx)
  const now = ctx.clock.now()
  return {
    number: `${new Date(now).getUTCFullYear()}-000001`,
    kind: 'receipt',
    issuedAt: now,
    soldAt: now,
    seller: { name: legalName ?? name, address: legalAddress, country: null, taxId: null },
    buyer: { name: 'Ada Lovelace', address: null, country: null, taxId: null },
    orderNo: null,
    refundId: null,
    reference: null,
    planName: 'Base',
    period: 'month',
    service: { from: now, to: now + 30 * dayMs },
    lines: [{ kind: 'list', amount: '99.00', coupon: null }],
    gross: '99.00',
    net: '99.00',
    tax: null,
    payments: [],
    creditUsed: '0.00',
    becameCredit: '0.00',
    voids: null,
    voidedBy: null,
    reissueUntil: null,
  }
}
