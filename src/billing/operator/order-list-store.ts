import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { OrderStatus } from '#src/contract/sales/order-status.ts'
import type { Db } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'

/** An order in the list of all customers, with the sum of its transfers that are neither orphaned nor rejected. */
export type OrderOfAll = {
  no: string
  accountId: string
  createdAt: number
  planId: string
  planEdition: number
  months: number
  network: NetworkCode
  payable: Micro
  arrived: Micro | null
  status: OrderStatus
}

/** `numbers`: limits the list to these orders. Times in ms, `from` inclusive, `until` exclusive. */
export type OrderFilter = {
  numbers?: readonly string[] | undefined
  status?: OrderStatus | undefined
  network?: NetworkCode | undefined
  from?: number | undefined
  until?: number | undefined
}

export type OrderCursor = { at: number; no: string }

type Row = {
  no: string
  account_id: string
  created_at: Date
  plan_id: string
  plan_edition: number
  months: number
  network: NetworkCode
  payable: bigint
  arrived: string | null
  status: OrderStatus
}

/** Orders of all customers, newest first. */
export async function ordersOfAll(
  db: Db,
  { numbers, status, network, from, until }: OrderFilter,
  { limit, after }: { limit: number; after: OrderCursor | null },
): Promise<OrderOfAll[]> {
  const wanted = [
    ...(numbers === undefined ? [] : [sql`no = any(${[...numbers]}::text[])`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(network === undefined ? [] : [sql`network = ${network}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${new Date(from)}`]),
    ...(until === undefined ? [] : [sql`created_at < ${new Date(until)}`]),
    ...(after === null ? [] : [sql`(created_at, no) < (${new Date(after.at)}, ${after.no})`]),
  ]
  const where = wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)
  const { rows } = await sql<Row>`
    select o.*, t.arrived from (
      select no, account_id, created_at, plan_id, plan_edition, months, network, payable, status from billing_order
      where ${where} order by created_at desc, no desc limit ${limit}) o
    left join lateral (
      select sum(t.micro)::text as arrived from deposit_address d
        join transfer_observation t on t.network = d.network and t.recipient = d.address
      where d.order_no = o.no and t.state in ('seen', 'confirmed')) t on true
    order by o.created_at desc, o.no desc`.execute(db)
  return rows.map((row) => ({
    no: row.no,
    accountId: row.account_id,
    createdAt: row.created_at.getTime(),
    planId: row.plan_id,
    planEdition: row.plan_edition,
    months: row.months,
    network: row.network,
    payable: row.payable,
    arrived: row.arrived === null ? null : BigInt(row.arrived),
    status: row.status,
  }))
}

export async function countPending(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from (
    select 1 from billing_order where status = 0 limit ${max}) pending`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The orders of each open incident, found by order number, transaction or address. */
export async function ordersOfIncidents(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: bigint; no: string }>`
    select i.id, o.no from payment_incident i cross join lateral (
      select i.subject as no
      union select i.detail->>'orderNo'
      union select jsonb_array_elements_text(i.detail->'orders') where jsonb_typeof(i.detail->'orders') = 'array'
      union select d.order_no from transfer_observation t
        join deposit_address d on d.network = t.network and d.address = t.recipient
        where t.network = i.network and t.tx_hash = i.subject
      union select d.order_no from deposit_address d
        where d.network = i.network and d.address = split_part(i.subject, ':', 2)) named
      join billing_order o on o.no = named.no
    where i.closed_at is null order by i.id, o.no`.execute(db)
  const found = new Map<string, string[]>()
  for (const { id, no } of rows) found.set(id.toString(), [...(found.get(id.toString()) ?? []), no])
  return found
}
