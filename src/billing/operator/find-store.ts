import { sql } from 'kysely'
import type { OrderStatus } from '#src/contract/sales/order-status.ts'
import type { Db } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { PaperNumber } from '../papers/paper.ts'

export type FoundOrder = { no: string; status: OrderStatus; planId: string; payable: bigint; createdAt: number }
export type FoundDeposit = {
  network: NetworkCode
  txHash: string
  address: Address20
  orderNo: string
  micro: bigint
  state: string
  reason: string | null
  at: number
}
export type FoundEntry = { at: number; kind: string; micro: bigint; orderNo: string | null; note: string | null }

export type PaymentQuery =
  | { by: 'account'; accountId: string }
  | { by: 'order'; orderNo: string }
  | { by: 'address'; address: Address20 }
  | { by: 'transaction'; hash: string }

const rowsMax = 200

export async function ordersFor(db: Db, query: PaymentQuery): Promise<string[]> {
  const rows = await sql<{ no: string }>`select o.no from billing_order o where ${chosen(query)}
    order by o.created_at desc limit ${rowsMax}`.execute(db)
  return rows.rows.map(({ no }) => no)
}

function chosen(query: PaymentQuery) {
  switch (query.by) {
    case 'account':
      return sql`o.account_id = ${query.accountId}`
    case 'order':
      return sql`o.no = ${query.orderNo}`
    case 'address':
      return sql`o.no in (select order_no from deposit_address where network in (select code from billing_network)
        and address = ${query.address})`
    case 'transaction':
      return sql`o.no in (select d.order_no from transfer_observation t join deposit_address d
        on d.network = t.network and d.address = t.recipient
        where t.network in (select code from billing_network) and t.tx_hash = ${query.hash})`
  }
}

export async function readOrders(db: Db, orderNos: readonly string[]): Promise<(FoundOrder & { accountId: string })[]> {
  const rows = await sql<{
    no: string
    account_id: string
    status: OrderStatus
    plan_id: string
    payable: bigint
    created_at: Date
  }>`select no, account_id, status, plan_id, payable, created_at from billing_order
    where no = any(${[...orderNos]}) order by created_at desc`.execute(db)
  return rows.rows.map((row) => ({
    no: row.no,
    accountId: row.account_id,
    status: row.status,
    planId: row.plan_id,
    payable: row.payable,
    createdAt: row.created_at.getTime(),
  }))
}

export async function depositsFor(db: Db, query: PaymentQuery, orderNos: readonly string[]): Promise<FoundDeposit[]> {
  const only = query.by === 'transaction' ? sql`t.tx_hash = ${query.hash}` : sql`true`
  const rows = await sql<{
    network: NetworkCode
    tx_hash: string
    recipient: Address20
    order_no: string
    micro: string
    state: string
    reason: string | null
    first_seen_at: Date
  }>`select t.network, t.tx_hash, t.recipient, d.order_no, t.micro::text as micro, t.state, t.reason, t.first_seen_at
    from deposit_address d join transfer_observation t on t.network = d.network and t.recipient = d.address
    where d.order_no = any(${[...orderNos]}) and ${only}
    order by t.first_seen_at, t.log_index limit ${rowsMax}`.execute(db)
  return rows.rows.map((row) => ({
    network: row.network,
    txHash: row.tx_hash,
    address: row.recipient,
    orderNo: row.order_no,
    micro: BigInt(row.micro),
    state: row.state,
    reason: row.reason,
    at: row.first_seen_at.getTime(),
  }))
}

export async function entriesFor(db: Db, query: PaymentQuery, orderNos: readonly string[]): Promise<FoundEntry[]> {
  const ofOrders = sql`order_no = any(${[...orderNos]})`
  const theirs =
    query.by === 'account'
      ? sql`account_id = ${query.accountId}`
      : query.by === 'transaction'
        ? sql`(${ofOrders} or ${namesTransaction(query.hash)})`
        : ofOrders
  const rows = await sql<{
    created_at: Date
    kind: string
    micro: string
    order_no: string | null
    note: string | null
  }>`select created_at, kind, micro::text as micro, order_no, note from ledger_entry
    where ${theirs} order by id desc limit ${rowsMax}`.execute(db)
  return rows.rows
    .map((row) => ({
      at: row.created_at.getTime(),
      kind: row.kind,
      micro: BigInt(row.micro),
      orderNo: row.order_no,
      note: row.note,
    }))
    .reverse()
}

/** The account and the order of a receipt or credit note. `orderNo` null: of a deal or a refund. */
export async function subjectOfPaper(
  db: Db,
  { year, number }: PaperNumber,
): Promise<{ accountId: string; orderNo: string | null } | null> {
  const { rows } = await sql<{ accountId: string; orderNo: string | null }>`
    select account_id as "accountId", order_no as "orderNo" from receipt
    where year = ${year} and number = ${number}`.execute(db)
  return rows[0] ?? null
}

/** Whether a booking names the transaction, with or without `0x`. */
const namesTransaction = (hash: string) => sql`tx_hash in (${hash}, ${hash.slice(2)})`

/** At most 20 accounts with a booking that names the transaction. */
export async function accountsByTransaction(db: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select account_id as id from ledger_entry
    where ${namesTransaction(hash)} limit 20`.execute(db)
  return rows.map(({ id }) => id)
}
