import { sql } from 'kysely'
import type { Locale } from '#src/contract/locale.ts'
import type { Micro } from '#src/contract/money.ts'
import type { LateReason } from '#src/contract/sales/late-reason.ts'
import type { OrderStatus } from '#src/contract/sales/order-status.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** `reasons`: why the money is credit. `due`: the amount that would have bought the plan. */
export type CreditOfOrder = {
  orderNo: string
  micro: Micro
  locale: Locale
  status: OrderStatus
  reasons: LateReason[]
  due: Micro | null
}

type Credit = { accountId: string; orderNo: string; micro: Micro; at: number }

/** Records, in the transaction that posts a credit, that the customer must get a mail about it. */
export async function noteCredit(tx: Tx, { accountId, orderNo, micro, at }: Credit): Promise<void> {
  await sql`insert into credit_notice (account_id, order_no, micro, at)
    values (${accountId}, ${orderNo}, ${micro.toString()}::numeric, ${new Date(at)})`.execute(tx)
}

/** Drops the notices of an order that was completed after all, since its money is no longer credit. */
export async function dropCreditNotices(tx: Tx, orderNo: string): Promise<void> {
  await sql`delete from credit_notice where order_no = ${orderNo}`.execute(tx)
}

export async function accountsWithCredit(db: Db, until: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`select account_id from credit_notice
    group by account_id having min(at) <= ${new Date(until)} limit 500`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Deletes the notices of an account and returns the credit of each order, the newest order first. */
export async function claimCredits(tx: Tx, accountId: string): Promise<CreditOfOrder[]> {
  const { rows } = await sql<Omit<CreditOfOrder, 'micro'> & { micro: string }>`
    with taken as (delete from credit_notice where account_id = ${accountId} returning order_no, micro)
    select o.no as "orderNo", o.locale, o.status, o.late_reasons as reasons, o.late_due as due, sum(t.micro)::text as micro
    from taken t join billing_order o on o.no = t.order_no
    group by o.no order by o.created_at desc`.execute(tx)
  return rows.map((row) => ({ ...row, micro: BigInt(row.micro) }))
}

export async function insertReminder(
  tx: Tx,
  { allowanceId, expiresAt, days }: { allowanceId: string; expiresAt: number; days: number },
): Promise<boolean> {
  const { rows } = await sql`insert into expiry_reminder (allowance_id, expires_at, days) values (${allowanceId},
    ${new Date(expiresAt)}, ${days}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}
