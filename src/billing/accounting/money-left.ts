import type { Micro } from '#src/contract/money.ts'
import type { Db } from '#src/platform/platform.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { pendingOrderOf } from '../order/order-store.ts'

/** The credit of an account, and the number of its unpaid order; null if there is none. */
export async function moneyLeft(db: Db, accountId: string): Promise<{ credit: Micro; openOrder: string | null }> {
  const pending = await pendingOrderOf(db, accountId)
  return { credit: await balanceOf(db, accountId), openOrder: pending?.no ?? null }
}
