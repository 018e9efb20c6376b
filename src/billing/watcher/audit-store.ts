import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import { addressColumns, type DepositAddress, type DepositRow, toAddress } from '../deposits/deposit-store.ts'

/**
 * The number of closed orders that each round compares at least. Without it, many pending orders would use all calls.
 */
const closedMin = 2

/**
 * The next addresses to compare. Addresses of pending orders are compared each minute, addresses of orders closed
 * within a day each hour, and all other watched addresses each day.
 */
export async function addressesToAudit(
  db: Db,
  network: NetworkCode,
  now: number,
  limit: number,
): Promise<DepositAddress[]> {
  const at = sql`${new Date(now)}::timestamptz`
  const pending = await sql<DepositRow>`select ${addressColumns}
    from billing_order o join deposit_address d on d.order_no = o.no
    where o.network = ${network} and o.status = 0 and d.network = ${network} and d.rescan_from is null
      and d.audited_at <= ${at} - interval '1 minute'
    order by d.audited_at limit ${limit}`.execute(db)
  const left = Math.max(limit - pending.rows.length, closedMin)
  const closed = await sql<DepositRow>`select ${addressColumns}
    from deposit_address d join billing_order o on o.no = d.order_no
    where d.network = ${network} and d.watch_until > ${at} and d.rescan_from is null and o.status <> 0
      and d.audited_at <= ${at} - case when o.closed_at > ${at} - interval '1 day' then interval '1 hour'
        else interval '1 day' end
      and d.audited_at <= ${at} - interval '1 hour'
    order by d.audited_at limit ${left}`.execute(db)
  return [...pending.rows, ...closed.rows].map(toAddress)
}

/**
 * Addresses that are no longer watched, in order of `audited_at`. Each address is compared at most once a day, however
 * old it is.
 */
export async function oldAddressesToAudit(
  db: Db,
  network: NetworkCode,
  now: number,
  limit: number,
): Promise<DepositAddress[]> {
  const at = sql`${new Date(now)}::timestamptz`
  const rows = await sql<DepositRow>`select ${addressColumns} from deposit_address d
    where network = ${network} and watch_until <= ${at} and rescan_from is null
      and audited_at <= ${at} - interval '1 day'
    order by audited_at limit ${limit}`.execute(db)
  return rows.rows.map(toAddress)
}

/** Addresses with a rescan, in order of its first block; rescans from `recentFrom` or later come before the others. */
export async function addressesToRescan(db: Db, network: NetworkCode, recentFrom: number): Promise<DepositAddress[]> {
  const rows = await sql<DepositRow>`select ${addressColumns} from deposit_address d
    where network = ${network} and rescan_from is not null
    order by (rescan_from < ${recentFrom}), rescan_from limit 100`.execute(db)
  return rows.rows.map(toAddress)
}

/** Records an audit. `explainedTo`: the block up to which every transfer is known; null when the balance differs. */
export async function noteAudit(
  tx: Tx,
  address: DepositAddress,
  explainedTo: number | null,
  at: number,
): Promise<void> {
  await sql`update deposit_address set audited_at = ${new Date(at)}, rescan_from = null, rescans = 0,
      audited_block = coalesce(${explainedTo}::bigint, audited_block)
    where network = ${address.network} and index = ${address.index}`.execute(tx)
}

/** Watches a paid address again, however old its order is. */
export async function watchAgain(tx: Tx, address: DepositAddress, until: number): Promise<void> {
  await sql`update deposit_address set watch_until = greatest(watch_until, ${new Date(until)})
    where network = ${address.network} and index = ${address.index}`.execute(tx)
}

/**
 * Requests a rescan of the blocks from `from` on for this address; null ends the rescan. `rescans`: the number of
 * rescans that is stored.
 */
export async function setRescan(
  db: Db,
  address: DepositAddress,
  from: number | null,
  rescans: number,
  at: number,
): Promise<void> {
  await sql`update deposit_address set rescan_from = ${from}, rescans = ${rescans}, audited_at = ${new Date(at)}
    where network = ${address.network} and index = ${address.index}`.execute(db)
}

export async function sweptFrom(db: Db, address: DepositAddress): Promise<bigint> {
  const rows = await sql<{ micro: string }>`select coalesce(sum(micro), 0)::text as micro from payment_sweep
    where network = ${address.network} and index = ${address.index}`.execute(db)
  return BigInt(rows.rows[0]?.micro ?? '0')
}
