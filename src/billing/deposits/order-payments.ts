import type { Db, Platform } from '#src/platform/platform.ts'
import { countedPayments, type Order } from '../order/order.ts'
import { dustSettings } from '../settings.ts'
import { type DepositAddress, paymentsOf } from './deposit-store.ts'

export async function orderPayments(ctx: Platform, db: Db, order: Order, address: DepositAddress | null) {
  const payments = await paymentsOf(db, order.network, address?.address ?? null)
  return countedPayments(order, payments, ctx.settings.of(dustSettings).dust)
}
