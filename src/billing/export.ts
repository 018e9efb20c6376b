import { formatMicro } from '#src/contract/money.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { balanceOf, entriesOf } from './order/ledger-store.ts'
import * as store from './order/order-store.ts'
import { presentListedOrder } from './present/present-order.ts'
import { presentRefund } from './present/present-refund.ts'
import { refundsOf } from './refunds/refund-store.ts'

const ordersMax = 10_000
const refundsMax = 10_000

export async function orderNumbersOf(db: Db, accountId: string): Promise<string[]> {
  return store.orderNumbersOf(db, accountId)
}

export async function refundIdsOf(db: Db, accountId: string): Promise<string[]> {
  return (await refundsOf(db, accountId, refundsMax)).map(({ id }) => id)
}

/** Refund requests, with addresses as wallets show them. */
export async function exportRefunds(ctx: Platform, accountId: string): Promise<unknown> {
  const refunds = await refundsOf(ctx.postgres.db, accountId, refundsMax)
  return refunds.map((refund) => presentRefund(ctx, refund))
}

export async function exportPayments(ctx: Platform, accountId: string): Promise<unknown> {
  const { db } = ctx.postgres
  const { orders } = await store.ordersOf(db, accountId, { page: 1, size: ordersMax })
  const entries = await entriesOf(db, accountId)
  const shown = []
  for (const order of orders) shown.push(await presentListedOrder(ctx, order, 'en-US'))
  return {
    orders: shown,
    ledger: entries.map(({ micro, network: _, ...entry }) => ({ ...entry, amount: formatMicro(micro) })),
    credit: formatMicro(await balanceOf(db, accountId)),
  }
}
