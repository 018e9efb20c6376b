import { sql } from 'kysely'
import type { LedgerKind } from '#src/contract/account/credit.ts'
import type { Db } from '#src/platform/platform.ts'

/**
 * A booking, or a change of an order's status; time in ms. `left`: the credit after the booking. Amounts in micro-USDT;
 * null for changes of status.
 */
export type MoneyEvent = {
  id: string
  at: number
  what: LedgerKind | 'order.opened' | 'order.completed' | 'order.cancelled' | 'order.timed_out'
  micro: bigint | null
  left: bigint | null
  orderNo: string | null
  planId: string | null
  planEdition: number | null
  months: number | null
  network: string | null
  txHash: string | null
  note: string | null
}

type Row = Omit<MoneyEvent, 'at' | 'micro' | 'left'> & {
  at: Date
  micro: string | null
  left: string | null
  turn: bigint
}

/**
 * The money events of a customer before a time, newest first. An order that credit paid in full has no booking at its
 * completion, so the completion is read from the order.
 */
export async function moneyEvents(
  db: Db,
  accountId: string,
  { before, limit }: { before: number; limit: number },
): Promise<MoneyEvent[]> {
  const { rows } = await sql<Row>`
    select * from (
      select 'entry ' || e.id as id, e.created_at as at, e.kind as what, e.micro::text as micro,
        (sum(e.micro) over (order by e.id))::text as left, e.order_no as "orderNo", o.plan_id as "planId",
        o.plan_edition as "planEdition", o.months, coalesce(e.network, o.network) as network, e.tx_hash as "txHash", e.note,
        e.id as turn
      from ledger_entry e left join billing_order o on o.no = e.order_no where e.account_id = ${accountId}
      union all
      select 'order ' || no, created_at, 'order.opened', null, null, no, plan_id, plan_edition, months, network, null, null, 0
      from billing_order where account_id = ${accountId}
      union all
      select 'end ' || no, closed_at,
        case status when 1 then 'order.completed' when 2 then 'order.cancelled' else 'order.timed_out' end,
        null, null, no, plan_id, plan_edition, months, network, null, null, 0
      from billing_order o where account_id = ${accountId} and closed_at is not null and (status <> 1
        or not exists (select from ledger_entry e where e.order_no = o.no and e.kind = 'order'))
    ) event where at < ${new Date(before)} order by at desc, turn desc limit ${limit}`.execute(db)
  return rows.map(({ at, micro, left, turn: _, ...row }) => ({
    ...row,
    at: at.getTime(),
    micro: micro === null ? null : BigInt(micro),
    left: left === null ? null : BigInt(left),
  }))
}

/**
 * The sum that a customer paid for completed orders, in micro-USDT. Paid credit is included; promotional credit and
 * waived amounts are not.
 */
export async function paidBy(db: Db, accountId: string): Promise<{ micro: bigint; orders: number }> {
  const { rows } = await sql<{ micro: string; orders: bigint }>`
    select coalesce(sum(o.payable + o.credit - coalesce(e.given, 0)), 0)::text as micro, count(*) as orders
    from billing_order o left join lateral (
      select sum(case when kind = 'adjustment' then micro else -promotional end) as given
      from ledger_entry where order_no = o.no) e on true
    where o.account_id = ${accountId} and o.status = 1`.execute(db)
  return { micro: BigInt(rows[0]?.micro ?? '0'), orders: Number(rows[0]?.orders ?? 0) }
}
