import type { Billing } from '#src/contract/account/credit.ts'
import { currency, formatMicro } from '#src/contract/money.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networksOf } from '../chains/network.ts'
import { balanceOf, creditHistory } from '../order/ledger-store.ts'
import { refundMin } from '../refunds/refund.ts'
import { refundsOf } from '../refunds/refund-store.ts'
import { billingDetailsOf } from '../settlement/receipt-store.ts'
import { presentRefund } from './present-refund.ts'
import { presentTransaction } from './present-transaction.ts'

const refundsShown = 20

/** All data of the credit page; `page` counts from 1. */
export async function presentBilling(
  ctx: Platform,
  { accountId }: AccountActor,
  page: { page: number; size: number },
): Promise<Billing> {
  const { db } = ctx.postgres
  const networks = networksOf(ctx.settings)
  const { entries, last } = await creditHistory(db, accountId, page)
  const refunds = await refundsOf(db, accountId, refundsShown)
  return {
    credit: formatMicro(await balanceOf(db, accountId)),
    currency,
    refundMin: formatMicro(refundMin),
    networks: networks.map(({ code, chainName }) => ({ code, chainName })),
    entries: {
      content: entries.map(({ micro, txHash, network, ...entry }) => ({
        at: entry.at,
        kind: entry.kind,
        amount: formatMicro(micro),
        orderNo: entry.orderNo,
        note: entry.note,
        transaction:
          txHash === null
            ? null
            : presentTransaction(networks.find(({ code }) => code === network) ?? null, network ?? '', txHash),
      })),
      page: page.page,
      last,
    },
    refunds: refunds.map((refund) => presentRefund(ctx, refund)),
    details: await billingDetailsOf(db, accountId),
  }
}
