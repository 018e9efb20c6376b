import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'

/** The booked and unswept amount of a deposit address. */
export type BookedAddress = { network: NetworkCode; index: number; address: Address20; booked: Micro }

export async function bookedAddresses(
  db: Db,
  only?: { network: NetworkCode; keyFingerprint: string },
): Promise<BookedAddress[]> {
  const ofKey = only ? sql`d.network = ${only.network} and d.key_fingerprint = ${only.keyFingerprint} and` : sql``
  const { rows } = await sql<Omit<BookedAddress, 'booked'> & { booked: string }>`
    select d.network, d.index, d.address, (sum(o.micro) - coalesce((select sum(s.micro) from payment_sweep s
        where s.network = d.network and s.index = d.index), 0))::text as booked
    from deposit_address d join transfer_observation o on o.network = d.network and o.recipient = d.address
    where ${ofKey} o.state = 'confirmed' group by d.network, d.index, d.address order by d.network, d.index`.execute(db)
  return rows.map((row) => ({ ...row, booked: BigInt(row.booked) }))
}

/** A transfer out of a deposit address. `txHash` without `0x`, in small letters, where sweeps are compared. */
export type RecordedSweep = { network: NetworkCode; index: number; txHash: string; micro: Micro }

export async function recordedAmount(
  db: Db,
  { network, index, txHash }: Omit<RecordedSweep, 'micro'>,
): Promise<Micro | null> {
  const rows = await sql<{ micro: string }>`select micro::text as micro from payment_sweep
    where network = ${network} and index = ${index}
      and lower(regexp_replace(tx_hash, '^0x', '')) = ${txHash}`.execute(db)
  return rows.rows[0] ? BigInt(rows.rows[0].micro) : null
}

/** What an address received, without what was swept. */
export async function heldAt(
  db: Db,
  { network, index, address }: Pick<BookedAddress, 'network' | 'index' | 'address'>,
): Promise<Micro> {
  const rows = await sql<{ micro: string }>`select (
    coalesce((select sum(micro) from transfer_observation
      where network = ${network} and recipient = ${address} and state in ('seen', 'confirmed')), 0)
    - coalesce((select sum(micro) from payment_sweep where network = ${network} and index = ${index}), 0)
  )::text as micro`.execute(db)
  return BigInt(rows.rows[0]?.micro ?? '0')
}

export async function insertSweep(tx: Tx, sweep: RecordedSweep, now: number): Promise<boolean> {
  const rows =
    await sql`insert into payment_sweep (network, index, tx_hash, micro, recorded_at) values (${sweep.network},
    ${sweep.index}, ${sweep.txHash}, ${sweep.micro.toString()}::numeric, ${new Date(now)})
    on conflict do nothing returning 1`.execute(tx)
  return rows.rows.length > 0
}
