import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from './chains/address.ts'
import type { NetworkCode } from './chains/network.ts'
import type { Hash, Transfer } from './chains/transfer.ts'
import type { Payment } from './order.ts'

export type DepositAddress = {
  network: NetworkCode
  index: number
  address: Address20
  accountId: string
  orderNo: string
  createdBlock: number
  /** Names the extended public key that it was derived from. */
  keyFingerprint: string
  mac: string
  rescanFrom: number | null
  rescans: number
}

type DepositRow = {
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
}

const addressColumns = sql`network, index, address, account_id, order_no, created_block, key_fingerprint,
  mac, rescan_from, rescans`

/**
 * Takes the network's next number; a number is never given twice, also not after a cancelled order or with another key.
 * Null when the network's key is not this one: somebody changed the settings and nobody has accepted it yet.
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

export async function insertAddress(
  tx: Tx,
  address: Omit<DepositAddress, 'rescanFrom' | 'rescans'>,
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
  const rows = await sql<DepositRow>`select ${addressColumns} from deposit_address where order_no = ${orderNo}`.execute(
    db,
  )
  return rows.rows[0] ? toAddress(rows.rows[0]) : null
}

export async function addressOwner(db: Db, network: NetworkCode, address: Address20): Promise<DepositAddress | null> {
  const rows = await sql<DepositRow>`
    select ${addressColumns} from deposit_address where network = ${network} and address = ${address}`.execute(db)
  return rows.rows[0] ? toAddress(rows.rows[0]) : null
}

/** Every address that money may still arrive at. */
export async function watchedAddresses(db: Db, network: NetworkCode, now: number): Promise<Address20[]> {
  const rows = await sql<{ address: Address20 }>`
    select address from deposit_address where network = ${network} and watch_until > ${new Date(now)}`.execute(db)
  return rows.rows.map((row) => row.address)
}

export type Sighting = Transfer & { blockTime: number }

/** Writes down what a scan found. A row that was given up is alive again, one that is not settled takes the newest values. */
export async function recordSightings(
  tx: Tx,
  network: NetworkCode,
  sightings: readonly Sighting[],
  now: number,
): Promise<string[]> {
  if (sightings.length === 0) return []
  const json = JSON.stringify(
    sightings.map((seen) => ({
      block_hash: seen.blockHash,
      log_index: seen.logIndex,
      block_number: seen.blockNumber,
      block_time: new Date(seen.blockTime).toISOString(),
      tx_hash: seen.transactionHash,
      sender: seen.from,
      recipient: seen.to,
      micro: seen.value.toString(),
    })),
  )
  const rows = await sql<{ recipient: string }>`
    insert into transfer_observation (network, block_hash, log_index, block_number, block_time, tx_hash, sender,
      recipient, micro, state, first_seen_at)
    select ${network}, s.block_hash, s.log_index, s.block_number, s.block_time, s.tx_hash, s.sender, s.recipient,
      s.micro::numeric, 'seen', ${new Date(now)}
    from jsonb_to_recordset(${json}::jsonb) as s (block_hash text, log_index int, block_number bigint,
      block_time timestamptz, tx_hash text, sender text, recipient text, micro text)
    on conflict (network, block_hash, log_index) do update
      set misses = 0, state = 'seen', micro = excluded.micro, tx_hash = excluded.tx_hash, sender = excluded.sender,
        recipient = excluded.recipient
      where transfer_observation.state = 'orphaned' or (transfer_observation.state = 'seen'
        and (transfer_observation.misses, transfer_observation.micro, transfer_observation.tx_hash,
          transfer_observation.sender, transfer_observation.recipient)
          is distinct from (0, excluded.micro, excluded.tx_hash, excluded.sender, excluded.recipient))
    returning recipient`.execute(tx)
  return rows.rows.map((row) => row.recipient)
}

/** Counts rows of the range that a complete scan did not return; the third time in a row they are given up. */
export async function countMisses(
  tx: Tx,
  network: NetworkCode,
  range: { from: number; to: number },
  found: readonly Sighting[],
): Promise<string[]> {
  const keys = found.map(sightingId)
  const rows = await sql<{ recipient: string; state: string }>`
    update transfer_observation set misses = misses + 1,
      state = case when misses + 1 >= 3 then 'orphaned' else state end,
      was_orphaned = was_orphaned or misses + 1 >= 3
    where network = ${network} and state = 'seen' and block_number between ${range.from} and ${range.to}
      and not (block_hash || ':' || log_index = any (${keys}))
    returning recipient, state`.execute(tx)
  return rows.rows.filter((row) => row.state === 'orphaned').map((row) => row.recipient)
}

/** Seen rows of the range that scans before this one missed twice already and that `found` misses again. */
export async function aboutToVanish(
  db: Db,
  network: NetworkCode,
  range: { from: number; to: number },
  found: readonly Sighting[],
): Promise<Observation[]> {
  const keys = found.map(sightingId)
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and state = 'seen' and misses >= 2 and block_number between ${range.from} and ${range.to}
      and not (block_hash || ':' || log_index = any (${keys}))`.execute(db)
  return rows.rows.map(toObservation)
}

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

/** Names a transfer in a block. */
export function sightingId({ blockHash, logIndex }: Pick<Sighting, 'blockHash' | 'logIndex'>): string {
  return `${blockHash}:${logIndex}`
}

export async function observationsAt(db: Db, network: NetworkCode, address: Address20): Promise<Observation[]> {
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and recipient = ${address} order by block_number, log_index`.execute(db)
  return rows.rows.map(toObservation)
}

/** The transfers of one transaction to our addresses, as far as they were seen; the newest block's first. */
export async function observationsOf(db: Db, network: NetworkCode, transaction: Hash): Promise<Observation[]> {
  const rows = await sql<ObservationRow>`select ${observationColumns} from transfer_observation
    where network = ${network} and tx_hash = ${transaction} order by block_number desc, log_index`.execute(db)
  return rows.rows.map(toObservation)
}

/** Moves one observation on; false when it is no longer what the caller saw. */
export async function setObservationState(
  tx: Tx,
  network: NetworkCode,
  seen: Observation,
  state: 'confirmed' | 'orphaned' | 'rejected',
  at: number,
  reason: string | null = null,
): Promise<boolean> {
  const rows = await sql`update transfer_observation
    set state = ${state}, reason = ${reason}, was_orphaned = was_orphaned or ${state === 'orphaned'},
      confirmed_at = ${state === 'confirmed' ? new Date(at) : null}
    where network = ${network} and block_hash = ${seen.blockHash} and log_index = ${seen.logIndex}
      and state in ('seen', 'rejected') and state <> ${state}
    returning 1`.execute(tx)
  return rows.rows.length > 0
}

/** The receipt states another value than the log did: the next look compares it once more. */
export async function correctValue(tx: Tx, network: NetworkCode, seen: Observation, value: bigint): Promise<void> {
  await sql`update transfer_observation set micro = ${value.toString()}::numeric
    where network = ${network} and block_hash = ${seen.blockHash} and log_index = ${seen.logIndex}
      and state in ('seen', 'rejected')`.execute(tx)
}

/** The live transfers of an order: on a canonical block as far as we know, final or not. */
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

/** Addresses whose balance is to be compared next: pending orders each minute, the last day's hourly, older ones daily. */
export async function addressesToAudit(
  db: Db,
  network: NetworkCode,
  now: number,
  limit: number,
): Promise<DepositAddress[]> {
  const at = new Date(now)
  const rows = await sql<DepositRow>`
    select d.network, d.index, d.address, d.account_id, d.order_no, d.created_block, d.key_fingerprint,
      d.mac, d.rescan_from, d.rescans
    from deposit_address d join billing_order o on o.no = d.order_no
    where d.network = ${network} and d.watch_until > ${at} and d.rescan_from is null
      and d.audited_at <= ${at}::timestamptz - case
        when o.status = 0 then interval '1 minute'
        when o.closed_at > ${at}::timestamptz - interval '1 day' then interval '1 hour'
        else interval '1 day' end
    order by (o.status <> 0), d.audited_at limit ${limit}`.execute(db)
  return rows.rows.map(toAddress)
}

/** Lowest first, but those that have only blocks after `recentFrom` to read before those with a long way to go. */
export async function addressesToRescan(db: Db, network: NetworkCode, recentFrom: number): Promise<DepositAddress[]> {
  const rows = await sql<DepositRow>`select ${addressColumns} from deposit_address
    where network = ${network} and rescan_from is not null
    order by (rescan_from < ${recentFrom}), rescan_from limit 100`.execute(db)
  return rows.rows.map(toAddress)
}

export async function noteAudit(tx: Tx, address: DepositAddress, at: number): Promise<void> {
  await sql`update deposit_address set audited_at = ${new Date(at)}, rescan_from = null, rescans = 0
    where network = ${address.network} and index = ${address.index}`.execute(tx)
}

/** Asks for the blocks from `from` on to be read whole for this address; null ends it and keeps the count. */
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

/** After a rewind: an address that was dated by blocks after `block` may be older than they say. */
export async function dateBack(tx: Tx, network: NetworkCode, block: number): Promise<void> {
  await sql`update deposit_address
    set created_block = least(created_block, ${block}), rescan_from = least(rescan_from, ${block})
    where network = ${network} and (created_block > ${block} or rescan_from > ${block})`.execute(tx)
}

export async function sweptFrom(db: Db, address: DepositAddress): Promise<bigint> {
  const rows = await sql<{ micro: string }>`select coalesce(sum(micro), 0)::text as micro from payment_sweep
    where network = ${address.network} and index = ${address.index}`.execute(db)
  return BigInt(rows.rows[0]?.micro ?? '0')
}

function toAddress(row: DepositRow): DepositAddress {
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
