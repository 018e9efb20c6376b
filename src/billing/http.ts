import {
  cancelOrderRoute,
  claimPaymentRoute,
  createOrderRoute,
  exportOrdersRoute,
  getOrderRoute,
  listOrdersRoute,
  orderEventsRoute,
  quoteRoute,
} from '#src/contract/account/billing.ts'
import {
  billingRoute,
  creditExportRoute,
  requestRefundRoute,
  withdrawRefundRoute,
} from '#src/contract/account/credit.ts'
import { orderChoiceRoute } from '#src/contract/account/order-choice.ts'
import { listPlansRoute } from '#src/contract/account/plans.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planOffers } from '#src/plans/offer.ts'
import type { Api } from '#src/platform/http/api.ts'
import { fileResponse } from '#src/platform/http/streams/stream-lines.ts'
import { claimPayment } from './claim.ts'
import { idempotencyKey } from './idempotency.ts'
import { makeDeal, presentQuote } from './order/quote.ts'
import { presentChoice } from './order-choice.ts'
import { orderCsv, presentOrderPage } from './order-page.ts'
import { streamOrder } from './order-stream.ts'
import { cancelOrder, createOrder, ownOrder } from './orders.ts'
import { mountPapers } from './papers-http.ts'
import { creditCsv } from './present/credit-csv.ts'
import { presentBilling } from './present/present-billing.ts'
import { presentOrder } from './present/present-order.ts'
import { presentRefund } from './present/present-refund.ts'
import { requestRefund, withdrawRefund } from './refunds/refunds.ts'
import { mountRenewals } from './renewal/http.ts'

export function mountBilling(api: Api): void {
  mountRenewals(api)
  api.handle(listPlansRoute, async (ctx, { locale }) => planOffers(catalogueOf(ctx), locale))
  api.handle(quoteRoute, async (ctx, { actor, body }) =>
    presentQuote(await makeDeal(ctx, actor.accountId, { ...body, keyId: body.keyId ?? null })),
  )
  api.handle(createOrderRoute, async (ctx, { actor, body, locale, request }) => {
    const input = { ...body, keyId: body.keyId ?? null, locale, idempotencyKey: idempotencyKey(request.headers) }
    return presentOrder(ctx, await createOrder(ctx, actor, input), locale)
  })
  api.handle(listOrdersRoute, (ctx, { actor, query, locale }) => presentOrderPage(ctx, actor, query, locale))
  api.handle(exportOrdersRoute, async (ctx, { actor, query, locale }) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return fileResponse(await orderCsv(ctx, actor, query, locale), { name: `orders-${day}.csv`, type: 'text/csv' })
  })
  api.handle(orderChoiceRoute, (ctx, { actor, query, locale }) => presentChoice(ctx, actor, query, locale))
  api.handle(getOrderRoute, async (ctx, { actor, params, locale }) =>
    presentOrder(ctx, await ownOrder(ctx, actor, params.no), locale),
  )
  api.handle(orderEventsRoute, (ctx, { actor, params, locale, request }) =>
    streamOrder(ctx, actor, {
      orderNo: params.no,
      locale,
      signal: request.signal,
      headOnly: request.method === 'HEAD',
    }),
  )
  api.handle(cancelOrderRoute, async (ctx, { actor, params, locale }) =>
    presentOrder(ctx, await cancelOrder(ctx, actor, params.no), locale),
  )
  api.handle(claimPaymentRoute, (ctx, { actor, params, body, locale }) =>
    claimPayment(ctx, actor, { orderNo: params.no, txHash: body.txHash, locale }),
  )
  api.handle(billingRoute, (ctx, { actor, query }) => presentBilling(ctx, actor, query))
  api.handle(creditExportRoute, async (ctx, { actor, query, locale }) => {
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return fileResponse(await creditCsv(ctx, actor, query.locale ?? locale), {
      name: `credit-${day}.csv`,
      type: 'text/csv',
    })
  })
  api.handle(requestRefundRoute, async (ctx, { actor, body }) =>
    presentRefund(ctx, await requestRefund(ctx, actor, body)),
  )
  api.handle(withdrawRefundRoute, async (ctx, { actor, params }) =>
    presentRefund(ctx, await withdrawRefund(ctx, actor, params.id)),
  )
  mountPapers(api)
}
