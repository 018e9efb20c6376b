import { sql } from 'kysely'
import type { Micro } from '#src/contract/money.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'

/** The amount of a deposit address that is booked and not swept. */
export type BookedAddress = { network: NetworkCode; index: number; address: Address20; booked: Micro }

/** Deposit addresses with booked, unswept money, by network and index. `only`: the addresses of one key. */
export async function bookedAddresses(
  db: Db,
  only?: { network: NetworkCode; keyFingerprint: string },
): Promise<BookedAddress[]> {
  const ofKey = only ? sql`d.network = ${only.network} and d.key_fingerprint = ${only.keyFingerprint}` : sql`true`
  const { rows } = await sql<Omit<BookedAddress, 'booked'> & { booked: string }>`
    select d.network, d.index, d.address, (o.micro - coalesce(s.micro, 0))::text as booked
    from (select network, recipient, sum(micro) as micro from transfer_observation where state = 'confirmed'
        group by network, recipient) o
      join deposit_address d on d.network = o.network and d.address = o.recipient
      left join (select network, index, sum(micro) as micro from payment_sweep group by network, index) s
        on s.network = d.network and s.index = d.index
    where ${ofKey} and o.micro > coalesce(s.micro, 0) order by d.network, d.index`.execute(db)
  return rows.map((row) => ({ ...row, booked: BigInt(row.booked) }))
}

/** Every deposit address of one key, with or without booked money. */
export async function issuedAddresses(
  db: Db,
  of: { network: NetworkCode; keyFingerprint: string },
): Promise<{ index: number; address: Address20 }[]> {
  const { rows } = await sql<{ index: number; address: Address20 }>`select index, address from deposit_address
    where network = ${of.network} and key_fingerprint = ${of.keyFingerprint} order by index`.execute(db)
  return rows
}

/** A transfer out of a deposit address. Sweeps are compared by `txHash` without `0x`, in lower case. */
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

/** The amount that an address received, minus the swept amount. */
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

export type SweepRow = RecordedSweep & { address: Address20; at: number }

export async function newestSweeps(db: Db, limit: number): Promise<SweepRow[]> {
  const { rows } = await sql<
    Omit<RecordedSweep, 'txHash' | 'micro'> & {
      tx_hash: string
      micro: string
      address: Address20
      recorded_at: Date
    }
  >`select s.network, s.index, d.address, s.tx_hash, s.micro::text as micro, s.recorded_at
    from (select * from payment_sweep order by recorded_at desc limit ${limit}) s
      join deposit_address d on d.network = s.network and d.index = s.index
    order by s.recorded_at desc`.execute(db)
  return rows.map((row) => ({
    network: row.network,
    index: row.index,
    address: row.address,
    txHash: row.tx_hash,
    micro: BigInt(row.micro),
    at: row.recorded_at.getTime(),
  }))
}

/** The amounts held by addresses of the newest `deposits` deposits, newest first. */
export async function newestHoldings(db: Db, deposits: number): Promise<(BookedAddress & { lastAt: number })[]> {
  const { rows } = await sql<Omit<BookedAddress, 'booked'> & { booked: string; last_at: Date }>`
    select d.network, d.index, d.address, n.last_at, b.booked::text as booked
    from (select network, recipient, max(confirmed_at) as last_at from (
        select network, recipient, confirmed_at from transfer_observation where state = 'confirmed'
        order by confirmed_at desc limit ${deposits}) newest group by network, recipient) n
      join deposit_address d on d.network = n.network and d.address = n.recipient
      cross join lateral (
        select (select sum(o.micro) from transfer_observation o
            where o.network = d.network and o.recipient = d.address and o.state = 'confirmed')
          - coalesce((select sum(s.micro) from payment_sweep s
            where s.network = d.network and s.index = d.index), 0) as booked) b
    where b.booked > 0 order by n.last_at desc, d.index`.execute(db)
  return rows.map(({ last_at, booked, ...row }) => ({ ...row, booked: BigInt(booked), lastAt: last_at.getTime() }))
}
