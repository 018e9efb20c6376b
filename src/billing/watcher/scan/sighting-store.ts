import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../../chains/address.ts'
import type { NetworkCode } from '../../chains/network.ts'
import type { Hash } from '../../chains/transfer.ts'
import {
  type Observation,
  type ObservationRow,
  observationColumns,
  type Sighting,
  sightingId,
  toObservation,
} from '../../deposits/deposit-store.ts'

/** Records the transfers of a scan. An orphaned row becomes live again; an unsettled row gets the newest values. */
export async function recordSightings(
  tx: Tx,
  network: NetworkCode,
  sightings: readonly Sighting[],
  now: number,
): Promise<Address20[]> {
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
  const rows = await sql<{ recipient: Address20 }>`
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

/**
 * Counts a miss for each row that a complete scan of the range lacked. Marks a row as orphaned after three consecutive
 * misses.
 */
export async function countMisses(
  tx: Tx,
  network: NetworkCode,
  range: { from: number; to: number },
  found: readonly Sighting[],
): Promise<{ recipient: Address20; hash: Hash }[]> {
  const keys = found.map(sightingId)
  const rows = await sql<{ recipient: Address20; hash: Hash; state: string }>`
    update transfer_observation set misses = misses + 1,
      state = case when misses + 1 >= 3 then 'orphaned' else state end,
      was_orphaned = was_orphaned or misses + 1 >= 3
    where network = ${network} and state = 'seen' and block_number between ${range.from} and ${range.to}
      and not (block_hash || ':' || log_index = any (${keys}))
    returning recipient, tx_hash as hash, state`.execute(tx)
  return rows.rows.filter((row) => row.state === 'orphaned')
}

/** Rows of the range that two consecutive scans missed and that `found` lacks, too. */
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

/** Changes the state of an observation. Returns false if it has this state already, or is confirmed or orphaned. */
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

/**
 * Stores the value from the receipt when it differs from the value in the log. The next scan compares the values once
 * more.
 */
export async function correctValue(tx: Tx, network: NetworkCode, seen: Observation, value: bigint): Promise<void> {
  await sql`update transfer_observation set micro = ${value.toString()}::numeric
    where network = ${network} and block_hash = ${seen.blockHash} and log_index = ${seen.logIndex}
      and state in ('seen', 'rejected')`.execute(tx)
}

/**
 * Marks as orphaned the transfers to this recipient that the transaction had in its old block, after the transaction
 * was confirmed in another block.
 */
export async function giveUpElsewhere(tx: Tx, network: NetworkCode, seen: Observation): Promise<void> {
  await sql`update transfer_observation set state = 'orphaned', was_orphaned = true, reason = 'moved'
    where network = ${network} and tx_hash = ${seen.transactionHash} and recipient = ${seen.to}
      and block_hash <> ${seen.blockHash} and state = 'confirmed'`.execute(tx)
}

export async function giveUpAt(tx: Tx, network: NetworkCode, seen: Observation): Promise<void> {
  await sql`update transfer_observation set state = 'orphaned', was_orphaned = true, reason = 'moved'
    where network = ${network} and block_hash = ${seen.blockHash} and log_index = ${seen.logIndex}`.execute(tx)
}

export type Credited = Observation & { orderNo: string }

export async function creditedAfter(db: Db, network: NetworkCode, block: number): Promise<Credited[]> {
  const rows = await sql<ObservationRow & { order_no: string }>`select ${observationColumns}, order_no
    from transfer_observation o join deposit_address d on d.network = o.network and d.address = o.recipient
    where o.network = ${network} and state = 'confirmed' and block_number > ${block}
    order by block_number, log_index`.execute(db)
  return rows.rows.map((row) => ({ ...toObservation(row), orderNo: row.order_no }))
}
