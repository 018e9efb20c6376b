import { sql } from 'kysely'
import { contactByEmail, contactOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { OrderStatus } from '#src/contract/order-status.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type Address20, formatAddress, parseAddress } from '../chains/address.ts'
import { type NetworkCode, networkCodes, networksOf } from '../chains/network.ts'
import { balanceOf } from '../order/ledger.ts'

/** All facts about money for a search text. Amounts in micro-USDT, times in ms. */
export type Findings = {
  customers: { id: string; email: string | null; credit: bigint }[]
  orders: FoundOrder[]
  deposits: FoundDeposit[]
  entries: FoundEntry[]
}

export type FoundOrder = { no: string; status: OrderStatus; planId: string; payable: bigint; createdAt: number }
export type FoundDeposit = {
  network: NetworkCode
  txHash: string
  address: string
  orderNo: string
  micro: bigint
  state: string
  reason: string | null
  at: number
}
export type FoundEntry = { at: number; kind: string; micro: bigint; orderNo: string | null; note: string | null }

/** The kind of the search text, which selects the rows. */
type Asked =
  | { by: 'account'; accountId: string }
  | { by: 'order'; orderNo: string }
  | { by: 'address'; address: Address20 }
  | { by: 'transaction'; hash: string }

const rowsMax = 200

/** Finds by e-mail address, order or receipt number, deposit address of either network, or transaction hash. */
export async function findPayments(ctx: Platform, actor: Actor, text: string): Promise<Findings> {
  await requireStaff(ctx, actor, 'payments.find')
  const asked = await recognise(ctx, text.trim())
  const { db } = ctx.postgres
  const orderNos = await ordersFor(db, asked)
  const deposits = await depositsFor(ctx, asked, orderNos)
  if (orderNos.length === 0 && deposits.length === 0 && asked.by !== 'account') throw refuse('not_found')
  const orders = await readOrders(db, orderNos)
  const accountIds = asked.by === 'account' ? [asked.accountId] : [...new Set(orders.map(({ accountId }) => accountId))]
  return {
    customers: await Promise.all(
      accountIds.map(async (id) => ({
        id,
        email: (await contactOf(db, id))?.email ?? null,
        credit: await balanceOf(db, id),
      })),
    ),
    orders,
    deposits,
    entries: await entriesFor(db, asked, orderNos),
  }
}

/** Accounts that an order or receipt number, a deposit address or the hash of a transaction leads to. */
export async function accountsByPayment(ctx: Platform, text: string): Promise<string[]> {
  if (text.includes('@')) return []
  const asked = await recognise(ctx, text)
  const { db } = ctx.postgres
  const orders = await readOrders(db, await ordersFor(db, asked))
  const ids = orders.map(({ accountId }) => accountId)
  if (asked.by !== 'transaction') return [...new Set(ids)]
  const { rows } = await sql<{ id: string }>`select account_id as id from ledger_entry
    where tx_hash in (${asked.hash}, ${asked.hash.slice(2)}) limit 20`.execute(db)
  return [...new Set([...ids, ...rows.map(({ id }) => id)])]
}

async function recognise(ctx: Platform, text: string): Promise<Asked> {
  const { db } = ctx.postgres
  if (text.includes('@')) {
    const contact = await contactByEmail(db, text)
    if (!contact) throw refuse('email_unknown')
    return { by: 'account', accountId: contact.id }
  }
  if (/^(0x)?[0-9a-f]{64}$/i.test(text)) {
    return { by: 'transaction', hash: `0x${text.replace(/^0x/i, '').toLowerCase()}` }
  }
  const address = parseAddress(text, 'evm') ?? parseAddress(text, 'tron')
  if (address) return { by: 'address', address }
  const receipt = /^(\d{4})-(\d{6,9})$/.exec(text)
  if (!receipt) return { by: 'order', orderNo: text }
  const rows = await sql<{ order_no: string }>`select order_no from receipt
    where year = ${Number(receipt[1])} and number = ${Number(receipt[2])}`.execute(db)
  return { by: 'order', orderNo: rows.rows[0]?.order_no ?? text }
}

/** The orders for the text, newest first. */
async function ordersFor(db: Db, asked: Asked): Promise<string[]> {
  const rows = await sql<{ no: string }>`select o.no from billing_order o where ${chosen(asked)}
    order by o.created_at desc limit ${rowsMax}`.execute(db)
  return rows.rows.map(({ no }) => no)
}

function chosen(asked: Asked) {
  switch (asked.by) {
    case 'account':
      return sql`o.account_id = ${asked.accountId}`
    case 'order':
      return sql`o.no = ${asked.orderNo}`
    case 'address':
      return sql`o.no in (select order_no from deposit_address where network = any(${networkCodes})
        and address = ${asked.address})`
    case 'transaction':
      return sql`o.no in (select d.order_no from transfer_observation t join deposit_address d
        on d.network = t.network and d.address = t.recipient
        where t.network = any(${networkCodes}) and t.tx_hash = ${asked.hash})`
  }
}

async function readOrders(db: Db, orderNos: readonly string[]): Promise<(FoundOrder & { accountId: string })[]> {
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

async function depositsFor(ctx: Platform, asked: Asked, orderNos: readonly string[]): Promise<FoundDeposit[]> {
  const only = asked.by === 'transaction' ? sql`t.tx_hash = ${asked.hash}` : sql`true`
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
    order by t.first_seen_at, t.log_index limit ${rowsMax}`.execute(ctx.postgres.db)
  const formats = new Map(networksOf(ctx.settings).map((network) => [network.code, network.addressFormat]))
  return rows.rows.map((row) => ({
    network: row.network,
    txHash: row.tx_hash,
    address: formatAddress(row.recipient, formats.get(row.network) ?? 'evm'),
    orderNo: row.order_no,
    micro: BigInt(row.micro),
    state: row.state,
    reason: row.reason,
    at: row.first_seen_at.getTime(),
  }))
}

/** Of an account: the newest rows; else those of the orders. */
async function entriesFor(db: Db, asked: Asked, orderNos: readonly string[]): Promise<FoundEntry[]> {
  const theirs = asked.by === 'account' ? sql`account_id = ${asked.accountId}` : sql`order_no = any(${[...orderNos]})`
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
