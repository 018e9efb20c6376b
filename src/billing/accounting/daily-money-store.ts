import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db } from '#src/platform/platform.ts'
import type { Span } from './accounting-store.ts'

/** Sums by UTC day (`2026-11-23`); days without a row are omitted. */
type ByDay = Map<string, Micro>

/** Groups by a date, since a text would be built for each row before grouping. */
const utcDay = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/**
 * The amounts paid for the orders completed and the deals made on each day. Paid credit is included; promotional credit
 * and waived amounts are not.
 */
export async function revenueByDay(db: Db, { from, to }: Span): Promise<ByDay> {
  const { rows } = await sql<{ day: string; micro: string }>`
    select to_char(part.day, 'YYYY-MM-DD') as day, sum(micro)::text as micro from (
      select ${utcDay('closed_at')} as day, payable + credit as micro from billing_order
        where status = 1 and closed_at >= ${new Date(from)} and closed_at < ${new Date(to)}
      union all
      select ${utcDay('created_at')}, -micro from ledger_entry
        where kind = 'adjustment' and order_no is not null
          and created_at >= ${new Date(from)} and created_at < ${new Date(to)}
      union all
      select ${utcDay('o.closed_at')}, e.promotional from ledger_entry e join billing_order o on o.no = e.order_no
        where e.promotional <> 0 and o.status = 1
          and o.closed_at >= ${new Date(from)} and o.closed_at < ${new Date(to)}
      union all
      select ${utcDay('created_at')}, micro from plan_deal
        where created_at >= ${new Date(from)} and created_at < ${new Date(to)}
    ) part group by part.day`.execute(db)
  return byDay(rows)
}

export async function ordersOf(db: Db, { from, to }: Span): Promise<{ opened: number; completed: number }> {
  const [start, end] = [new Date(from), new Date(to)]
  const { rows } = await sql<{ opened: bigint; completed: bigint }>`
    select (select count(*) from billing_order where created_at >= ${start} and created_at < ${end}) as opened,
      (select count(*) from billing_order where status = 1 and closed_at >= ${start} and closed_at < ${end}) as completed`.execute(
    db,
  )
  return { opened: Number(rows[0]?.opened ?? 0), completed: Number(rows[0]?.completed ?? 0) }
}

/** The change of the debt to customers on each day: free credit, and credit held by refund requests. */
export async function creditChanges(db: Db, { from, to }: Span): Promise<ByDay> {
  const { rows } = await sql<{ day: string; micro: string }>`
    select to_char(${utcDay('created_at')}, 'YYYY-MM-DD') as day, sum(micro)::text as micro from ledger_entry
    where created_at >= ${new Date(from)} and created_at < ${new Date(to)}
      and kind not in ('refund_hold', 'refund_release')
    group by ${utcDay('created_at')}`.execute(db)
  return byDay(rows)
}

export async function creditNow(db: Db): Promise<{ free: Micro; customers: number; held: Micro }> {
  const { rows } = await sql<{ free: string; customers: bigint; held: string }>`
    select coalesce(sum(micro), 0)::text as free, count(*) filter (where micro > 0) as customers,
      (select coalesce(sum(micro), 0)::text from refund_request where status in ('requested', 'approved')) as held
    from ledger_balance`.execute(db)
  const { free, customers, held } = rows[0] ?? { free: '0', customers: 0n, held: '0' }
  return { free: BigInt(free), customers: Number(customers), held: BigInt(held) }
}

function byDay(rows: readonly { day: string; micro: string }[]): ByDay {
  return new Map(rows.map(({ day, micro }) => [day, BigInt(micro)]))
}
