import { addressesOf } from '#src/accounts/sessions/profile.ts'
import {
  approveRefundRoute,
  type ListedRefund,
  listRefundsRoute,
  payRefundRoute,
  refuseRefundRoute,
} from '#src/contract/operator/money/refunds.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { presentRefund } from '../present/present-refund.ts'
import { payRefund } from '../refunds/pay-refund.ts'
import type { Refund } from '../refunds/refund.ts'
import { approveRefund, listDecidedRefunds, listRefunds, refuseRefund } from '../refunds/refund-decisions.ts'

/** The maximum time that a request waits for a check of the chain: shorter than a proxy's timeout. */
const answerMs = 20_000

export function mountRefunds(api: Api): void {
  api.handle(listRefundsRoute, async (ctx, { actor }) => ({
    open: await present(ctx, await listRefunds(ctx, actor)),
    decided: await present(ctx, await listDecidedRefunds(ctx, actor)),
  }))
  api.handle(approveRefundRoute, async (ctx, { actor, params }) => {
    await approveRefund(ctx, actor, params.id)
  })
  api.handle(refuseRefundRoute, async (ctx, { actor, params, body }) => {
    await refuseRefund(ctx, actor, { id: params.id, reason: body.reason })
  })
  api.handle(payRefundRoute, async (ctx, { actor, params, body, request }) => {
    await payRefund(ctx, actor, { id: params.id, ...body }, { waitMs: answerMs, signal: request.signal })
  })
}

async function present(ctx: Platform, refunds: readonly Refund[]): Promise<ListedRefund[]> {
  const known = await addressesOf(ctx.postgres.db, [...new Set(refunds.map(({ accountId }) => accountId))])
  const emails = new Map(known.map(({ accountId, email }) => [accountId, email]))
  return refunds.map((refund) => ({
    ...presentRefund(ctx, refund),
    email: emails.get(refund.accountId) ?? null,
    approvedAt: refund.approvedAt,
    proven: refund.proven,
  }))
}
