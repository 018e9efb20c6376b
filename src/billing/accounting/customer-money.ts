import type { Db } from '#src/platform/platform.ts'
import { balanceOf } from '../order/ledger-store.ts'
import * as store from './customer-money-store.ts'

/** A customer's credit and the sum paid for completed orders, in micro-USDT. Does not check permissions. */
export async function moneyOf(db: Db, accountId: string): Promise<{ credit: bigint; paid: bigint; orders: number }> {
  const { micro: paid, orders } = await store.paidBy(db, accountId)
  return { credit: await balanceOf(db, accountId), paid, orders }
}

/** Bookings and order events of a customer before a time in ms, newest first. */
export async function moneyEventsOf(
  db: Db,
  accountId: string,
  page: { before: number; limit: number },
): Promise<store.MoneyEvent[]> {
  return store.moneyEvents(db, accountId, page)
}
