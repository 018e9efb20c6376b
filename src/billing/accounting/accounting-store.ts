import { sql } from 'kysely'
import type { LedgerKind } from '#src/contract/account/credit.ts'
import type { Micro } from '#src/contract/money.ts'
import type { Db } from '#src/platform/platform.ts'

/** A time span in ms: `from` inclusive, `to` exclusive. */
export type Span = { from: number; to: number }

/**
 * The debt to one customer: free credit, and credit held by refund requests and by orders. `promotional`: the
 * promotional part of this debt.
 */
export type CreditRow = { accountId: string; credit: Micro; refunds: Micro; orders: Micro; promotional: Micro }

/**
 * One page of accounts in order of id, after the id `after`, with their debt just before `until`. Accounts without a
 * booking before `until` are left out.
 */
export async function creditPage(db: Db, until: number, after: string, size: number): Promise<CreditRow[]> {
  const at = new Date(until)
  const { rows } = await sql<Record<'account_id' | 'credit' | 'refunds' | 'orders' | 'promotional', string>>`
    select e.account_id, sum(e.micro)::text as credit,
      (-coalesce(sum(e.micro) filter (where e.kind in ('refund_hold', 'refund_release')), 0))::text as refunds,
      (-coalesce(sum(e.micro) filter (where e.kind in ('order_credit', 'credit_return')
        and (o.closed_at is null or o.closed_at >= ${at})), 0))::text as orders,
      (sum(e.promotional) - coalesce(sum(e.promotional) filter (where e.kind in ('order_credit', 'credit_return')
        and (o.closed_at is null or o.closed_at >= ${at})), 0))::text as promotional
    from ledger_entry e left join billing_order o on o.no = e.order_no
    where e.created_at < ${at} and e.account_id in (
      select account_id from ledger_balance where account_id > ${after} order by account_id limit ${size})
    group by e.account_id order by e.account_id`.execute(db)
  return rows.map((row) => ({
    accountId: row.account_id,
    credit: BigInt(row.credit),
    refunds: BigInt(row.refunds),
    orders: BigInt(row.orders),
    promotional: BigInt(row.promotional),
  }))
}

export async function lastOfPage(db: Db, after: string, size: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`select max(account_id) as last from (
    select account_id from ledger_balance where account_id > ${after} order by account_id limit ${size}) page`.execute(
    db,
  )
  return rows[0]?.last ?? null
}

export type Booking = {
  id: bigint
  accountId: string
  kind: LedgerKind
  micro: Micro
  orderNo: string | null
  refundId: string | null
  network: string | null
  txHash: string | null
  note: string | null
  createdAt: Date
}

export async function bookingsAfter(db: Db, after: bigint, { from, to }: Span, size: number): Promise<Booking[]> {
  const { rows } = await sql<Omit<Booking, 'micro'> & { micro: string }>`select id, account_id as "accountId", kind,
      micro::text as micro, order_no as "orderNo", refund_id as "refundId", network, tx_hash as "txHash", note,
      created_at as "createdAt"
    from ledger_entry where id > ${after} and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    order by id limit ${size}`.execute(db)
  return rows.map((row) => ({ ...row, micro: BigInt(row.micro) }))
}

/** The credit of each account just before a booking. `firsts`: the id of that booking, by account. */
export async function openings(db: Db, firsts: ReadonlyMap<string, bigint>): Promise<Map<string, Micro>> {
  if (firsts.size === 0) return new Map()
  const { rows } = await sql<{ account_id: string; micro: string }>`
    select e.account_id, sum(e.micro)::text as micro
    from unnest(${[...firsts.keys()]}::text[], ${[...firsts.values()].map(String)}::bigint[]) as f (account_id, id)
      join ledger_entry e on e.account_id = f.account_id and e.id < f.id
    group by e.account_id`.execute(db)
  return new Map(rows.map((row) => [row.account_id, BigInt(row.micro)]))
}

/** Sums over the completed orders and the deals of one plan in one month (UTC, `2026-01`). */
export type RevenueRow = {
  month: string
  planId: string
  orders: bigint
  deals: bigint
  list: Micro
  discount: Micro
  upgradeDifference: Micro
  /** Paid credit. */
  credit: Micro
  promotional: Micro
  consumed: Micro
  waived: Micro
}

export async function revenueByMonth(db: Db, { from, to }: Span): Promise<RevenueRow[]> {
  const { rows } = await sql<{
    month: string
    plan_id: string
    orders: bigint
    deals: bigint
    list: string
    discount: string
    upgrade_difference: string
    credit: string
    promotional: string
    consumed: string
    waived: string
  }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, plan_id, sum(orders)::bigint as orders,
      sum(deals)::bigint as deals, sum(list)::text as list, sum(discount)::text as discount,
      sum(upgrade_difference)::text as upgrade_difference, sum(greatest(credit - promotional, 0))::text as credit,
      sum(promotional)::text as promotional, sum(consumed)::text as consumed, sum(waived)::text as waived
    from (
      select o.closed_at as at, o.plan_id, 1 as orders, 0 as deals, o.list, o.discount, o.upgrade_difference, o.credit,
        coalesce(e.promotional, 0) as promotional, coalesce(e.consumed, 0) as consumed, coalesce(e.adjusted, 0) as waived
      from billing_order o left join lateral (
        select -sum(micro) filter (where kind in ('order', 'order_credit', 'credit_return')) as consumed,
          -sum(promotional) as promotional, sum(micro) filter (where kind = 'adjustment') as adjusted
        from ledger_entry where order_no = o.no) e on true
      where o.status = 1 and o.closed_at >= ${new Date(from)} and o.closed_at < ${new Date(to)}
      union all
      select created_at, plan_id, 0, 1, micro, 0, 0, 0, 0, micro, 0 from plan_deal
      where created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    ) sale
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map((row) => ({
    month: row.month,
    planId: row.plan_id,
    orders: row.orders,
    deals: row.deals,
    list: BigInt(row.list),
    discount: BigInt(row.discount),
    upgradeDifference: BigInt(row.upgrade_difference),
    credit: BigInt(row.credit),
    promotional: BigInt(row.promotional),
    consumed: BigInt(row.consumed),
    waived: BigInt(row.waived),
  }))
}
