import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Refund, RefundStatus } from './refund.ts'

type RefundRow = {
  id: string
  account_id: string
  network: NetworkCode
  address: Address20
  micro: string
  status: RefundStatus
  requested_at: Date
  approved_at: Date | null
  closed_at: Date | null
  reason: string | null
  tx_hash: string | null
  proven: boolean | null
}

const columns = sql`id, account_id, network, address, micro::text as micro, status, requested_at, approved_at, closed_at,
  reason, tx_hash, proven`

/** False when the account has an open request already. */
export async function insertRefund(tx: Tx, refund: Refund): Promise<boolean> {
  const rows = await sql`insert into refund_request (id, account_id, network, address, micro, status, requested_at)
    values (${refund.id}, ${refund.accountId}, ${refund.network}, ${refund.address}, ${refund.micro.toString()}::numeric,
      ${refund.status}, ${new Date(refund.requestedAt)})
    on conflict (account_id) where status in ('requested', 'approved') do nothing returning 1`.execute(tx)
  return rows.rows.length > 0
}

export async function lockRefund(tx: Tx, id: string): Promise<Refund | null> {
  const rows = await sql<RefundRow>`select ${columns} from refund_request where id = ${id} for update`.execute(tx)
  return rows.rows[0] ? toRefund(rows.rows[0]) : null
}

export async function refundById(db: Db, id: string): Promise<Refund | null> {
  const rows = await sql<RefundRow>`select ${columns} from refund_request where id = ${id}`.execute(db)
  return rows.rows[0] ? toRefund(rows.rows[0]) : null
}

export async function refundsOf(db: Db, accountId: string, limit: number): Promise<Refund[]> {
  const rows = await sql<RefundRow>`select ${columns} from refund_request where account_id = ${accountId}
    order by requested_at desc, id limit ${limit}`.execute(db)
  return rows.rows.map(toRefund)
}

export async function openRefunds(db: Db): Promise<Refund[]> {
  const rows = await sql<RefundRow>`select ${columns} from refund_request
    where status in ('requested', 'approved') order by requested_at, id`.execute(db)
  return rows.rows.map(toRefund)
}

/** Closed refund requests, withdrawn requests included, the newest decision first. */
export async function decidedRefunds(db: Db, limit: number): Promise<Refund[]> {
  const rows = await sql<RefundRow>`select ${columns} from refund_request where closed_at is not null
    order by closed_at desc limit ${limit}`.execute(db)
  return rows.rows.map(toRefund)
}

export type SentRefund = { network: NetworkCode; hash: string; address: Address20 }

/** Whether the transfer is recorded as the payment of a request other than `id`. */
export async function paysRequest(db: Db, { network, hash, address }: SentRefund, id: string | null): Promise<boolean> {
  const rows = await sql`select 1 from refund_request where network = ${network} and tx_hash = ${hash}
    and address = ${address} and id <> ${id ?? ''}`.execute(db)
  return rows.rows.length > 0
}

/** The ledger's idempotency key of a refund that was recorded without a request. */
export const notedRefund = ({ network, hash, address }: SentRefund) => `refund:${network}:${hash}:${address}`

export async function isNotedRefund(db: Db, transfer: SentRefund): Promise<boolean> {
  const rows = await sql`select 1 from ledger_entry where idem = ${notedRefund(transfer)}`.execute(db)
  return rows.rows.length > 0
}

export async function saveRefund(tx: Tx, refund: Refund): Promise<void> {
  const date = (at: number | null) => (at === null ? null : new Date(at))
  await sql`update refund_request set status = ${refund.status}, approved_at = ${date(refund.approvedAt)},
      closed_at = ${date(refund.closedAt)}, reason = ${refund.reason}, tx_hash = ${refund.txHash},
      proven = ${refund.proven}
    where id = ${refund.id}`.execute(tx)
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    accountId: row.account_id,
    network: row.network,
    address: row.address,
    micro: BigInt(row.micro),
    status: row.status,
    requestedAt: row.requested_at.getTime(),
    approvedAt: row.approved_at?.getTime() ?? null,
    closedAt: row.closed_at?.getTime() ?? null,
    reason: row.reason,
    txHash: row.tx_hash,
    proven: row.proven,
  }
}
