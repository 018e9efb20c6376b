import type { Receipt } from '#src/contract/account/billing.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { ownOrder, planEndOf } from './orders.ts'
import { receiptOf } from './settlement/receipts.ts'

/** The receipt of the account's order, with the end of the plan it opened; null before completion. */
export async function presentReceipt(ctx: Platform, actor: AccountActor, orderNo: string): Promise<Receipt | null> {
  const order = await ownOrder(ctx, actor, orderNo)
  const issued = await receiptOf(ctx, ctx.postgres.db, order.no)
  return issued && { ...issued, planExpiresAt: await planEndOf(ctx, order.no) }
}
