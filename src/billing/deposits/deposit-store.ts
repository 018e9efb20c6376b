import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash, Transfer } from '../chains/transfer.ts'
import type { Payment } from '../order/order.ts'

export type DepositAddress = {
  network: NetworkCode
  index: number
  address: Address20
  accountId: string
  orderNo: string
  createdBlock: number
  keyFingerprint: string
  mac: string
  rescanFrom: number | null
  rescans: number
  /** The head block at which the address's transfers last explained its balance; null: never. */
  auditedBlock: number | null
}

export type DepositRow = {
  network: NetworkCode
  index: number
  address: Address20
  account_id: string
  order_no: string
  created_block: bigint
  key_fingerprint: string
  mac: string
  rescan_from: bigint | null
  rescans: number
  audited_block: bigint | null
}

export const addressColumns = sql`d.network, d.index, d.address, d.account_id, d.order_no, d.created_block, d.key_fingerprint,
  d.mac, d.rescan_from, d.rescans, d.audited_block`

/**
 * Issues the network's next address number. Each number is issued once, even after a cancelled order. Returns null if
 * the key is not accepted yet.
 */
export async function nextIndex(
  tx: Tx,
  network: NetworkCode,
  keyFingerprint: string,
): Promise<{ index: number; head: number } | null> {
  const rows = await sql<{ index: number; head: bigint }>`
    update billing_network set next_index = next_index + 1
    where code = ${network} and xpub_fingerprint = ${keyFingerprint}
    returning next_index - 1 as index, head`.execute(tx)
  const row = rows.rows[0]
  return row ? { index: row.index, head: Number(row.head) } : null
}

export async function skipIndexes(tx: Tx, count: number): Promise<void> {
  await sql`update billing_network set next_index = next_index + ${count} where next_index > 0`.execute(tx)
}

export async function insertAddress(
  tx: Tx,
  address: Omit<DepositAddress, 'rescanFrom' | 'rescans' | 'auditedBlock'>,
  watchUntil: number,
  now: number,
): Promise<void> {
  await sql`insert into deposit_address
      (network, index, address, account_id, order_no, created_block, key_fingerprint, watch_until, mac, audited_at)
    values (${address.network}, ${address.index}, ${address.address}, ${address.accountId}, ${address.orderNo},
      ${address.createdBlock}, ${address.keyFingerprint}, ${new Date(watchUntil)}, ${address.mac}, ${new Date(now)})`.execute(
    tx,
  )
}

export async function addressOfOrder(db: Db, orderNo: string): Promise<DepositAddress | null> {
  const rows =
    await sql<DepositRow>`select ${addressColumns} from deposit_address d where order_no = ${orderNo}`.execute(db)
  return rows.rows[0] ? toAddress(rows.rows[0]) : null
}

export async function addressOwner(db: Db, network: NetworkCode, address: Address20): Promise<DepositAddress | null> {
  const rows = await sql<DepositRow>`
    select ${addressColumns} from deposit_address d where network = ${network} and address = ${address}`.execute(db)
  return rows.rows[0] ? toAddress(rows.rows[0]) : null
}

export async function isIssued(db: Db, address: Address20): Promise<boolean> {
  const rows = await sql`select 1 from deposit_address
    where network in (select code from billing_network) and address = ${address} limit 1`.execute(db)
  return rows.rows.length > 0
}

export type Sighting = Transfer & { blockTime: number }

export type Observation = Sighting & { state: 'seen' | 'confirmed' | 'orphaned' | 'rejected'; firstSeenAt: number }

export type ObservationRow = {
  block_hash: Hash
  log_index: number
  block_number: bigint
  block_time: Date
  tx_hash: Hash
  sender: Address20
  recipient: Address20
  micro: string
  state: Observation['state']
  first_seen_at: Date
}

export const observationColumns = sql`block_hash, log_index, block_number, block_time, tx_hash, sender, recipient,
  micro::text as micro, state, first_seen_at`

export function sightingId({ blockHash, logIndex }: Pick<Sighting, 'blockHash' | 'logIndex'>): string {
  return `${blockHash}:${logIndex}`
}

export async function observationsAt(db: Db, network: NetworkCode, address: Address20): Promise<Observation[]> {
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and recipient = ${address} order by block_number, log_index`.execute(db)
  return rows.rows.map(toObservation)
}

export async function observationsOf(db: Db, network: NetworkCode, transaction: Hash): Promise<Observation[]> {
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and tx_hash = ${transaction} order by block_number desc, log_index`.execute(db)
  return rows.rows.map(toObservation)
}

/**
 * Transfers up to block `height` that need a verdict, largest first: those in the state `seen`, and rejected transfers
 * in blocks younger than `rejectedSince`. `size`: amounts of at least `from`, or below `below`. `except`: transfers
 * that were judged already.
 */
export async function transfersToJudge(
  db: Db,
  network: NetworkCode,
  query: {
    height: number
    size: { from: bigint } | { below: bigint }
    except: readonly string[]
    rejectedSince: number
    limit: number
  },
): Promise<Observation[]> {
  const { size } = query
  const fits = 'from' in size ? sql`micro >= ${`${size.from}`}::numeric` : sql`micro < ${`${size.below}`}::numeric`
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and block_number <= ${query.height} and ${fits}
      and (state = 'seen' or (state = 'rejected' and block_time > ${new Date(query.rejectedSince)}))
      and not (block_hash || ':' || log_index = any (${query.except}))
    order by micro desc, block_number, log_index limit ${query.limit}`.execute(db)
  return rows.rows.map(toObservation)
}

/** The transfers of an order in blocks that are believed to be canonical, final or not. */
export async function paymentsOf(
  db: Db,
  network: NetworkCode,
  address: Address20 | null,
): Promise<(Payment & { hash: Hash })[]> {
  if (address === null) return []
  const observations = await observationsAt(db, network, address)
  return observations
    .filter((seen) => seen.state === 'seen' || seen.state === 'confirmed')
    .map((seen) => ({
      value: seen.value,
      final: seen.state === 'confirmed',
      blockNumber: seen.blockNumber,
      blockTime: seen.blockTime,
      firstSeenAt: seen.firstSeenAt,
      hash: seen.transactionHash,
    }))
}

/**
 * Lowers the creation, rescan and audit blocks of each address to at most `block`. Call it after a rewind, because the
 * recorded creation block of an address may be too high.
 */
export async function dateBack(tx: Tx, network: NetworkCode, block: number): Promise<void> {
  // least() would replace a null by the block.
  await sql`update deposit_address
    set created_block = least(created_block, ${block}),
      rescan_from = case when rescan_from > ${block} then ${block} else rescan_from end,
      audited_block = case when audited_block > ${block} then ${block} else audited_block end
    where network = ${network} and (created_block > ${block} or rescan_from > ${block} or audited_block > ${block})`.execute(
    tx,
  )
}

export function toAddress(row: DepositRow): DepositAddress {
  return {
    network: row.network,
    index: row.index,
    address: row.address,
    accountId: row.account_id,
    orderNo: row.order_no,
    createdBlock: Number(row.created_block),
    keyFingerprint: row.key_fingerprint,
    mac: row.mac,
    rescanFrom: row.rescan_from === null ? null : Number(row.rescan_from),
    rescans: row.rescans,
    auditedBlock: row.audited_block === null ? null : Number(row.audited_block),
  }
}

export function toObservation(row: ObservationRow): Observation {
  return {
    blockHash: row.block_hash,
    logIndex: row.log_index,
    blockNumber: Number(row.block_number),
    blockTime: row.block_time.getTime(),
    transactionHash: row.tx_hash,
    from: row.sender,
    to: row.recipient,
    value: BigInt(row.micro),
    state: row.state,
    firstSeenAt: row.first_seen_at.getTime(),
  }
}
