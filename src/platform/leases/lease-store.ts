import { type RawBuilder, sql } from 'kysely'
import type { Db, Fence, Tx } from '../platform.ts'
import { Fenced } from './fenced.ts'

/* All times are the database's, so the clocks of the processes need not agree. */

/** `holder`: null while free. `fence`: rises with each new holder. `since`: when the holder acquired the lease, ms. */
export type Lease = { name: string; holder: string | null; fence: number; since: number | null }

export async function ensureLease(db: Db, name: string): Promise<void> {
  await sql`insert into lease (name) values (${name}) on conflict do nothing`.execute(db)
}

/**
 * Acquires or renews the lease and returns its fence; null while another process holds it. An end more than twice
 * `lifeMs` from now was written while the database's clock was ahead, so such a lease is acquired, too.
 */
export async function acquireLease(db: Db, name: string, owner: string, lifeMs: number): Promise<number | null> {
  const rows = await sql<{ fence: bigint }>`
    update lease set until = clock_timestamp() + ${lifeMs} * interval '1 millisecond', owner = ${owner},
      fence = case when owner = ${owner} then fence else fence + 1 end,
      since = case when owner = ${owner} then since else clock_timestamp() end
    where name = ${name} and (owner is null or owner = ${owner} or until < clock_timestamp()
        or until > clock_timestamp() + ${2 * lifeMs} * interval '1 millisecond')
    returning fence`.execute(db)
  return rows.rows[0] ? Number(rows.rows[0].fence) : null
}

/**
 * Extends leases of this process and returns the keys of the extended leases. It skips a lease that a transaction has
 * locked, so that other leases are not delayed.
 */
export async function keepLeases(
  db: Db,
  held: readonly { name: string; owner: string }[],
  lifeMs: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; owner: string }>`
    with free as (
      select lease.name from lease
      join unnest(${held.map(({ name }) => name)}::text[], ${held.map(({ owner }) => owner)}::text[]) as held (name, owner)
        on lease.name = held.name and lease.owner = held.owner
      for no key update of lease skip locked)
    update lease set until = clock_timestamp() + ${lifeMs} * interval '1 millisecond'
    from free where lease.name = free.name returning lease.name, lease.owner`.execute(db)
  return new Set(rows.map(leaseKey))
}

export const leaseKey = ({ name, owner }: { name: string; owner: string }): string => `${owner} ${name}`

/** Extends the holder's lease, and waits while it is locked; returns false when another process has acquired it. */
export async function keepLease(db: Db, name: string, owner: string, lifeMs: number): Promise<boolean> {
  const rows = await sql`
    update lease set until = clock_timestamp() + ${lifeMs} * interval '1 millisecond'
    where name = ${name} and owner = ${owner} returning 1`.execute(db)
  return rows.rows.length > 0
}

export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await sql`update lease set owner = null, until = null where name = ${name} and owner = ${owner}`.execute(db)
}

export async function ownersOfLeases(db: Db): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`select distinct owner from lease where owner is not null`.execute(db)
  return rows.map(({ owner }) => owner)
}

export async function releaseLeasesOf(db: Db, owners: readonly string[]): Promise<void> {
  await sql`update lease set owner = null, until = null where owner = any(${owners})`.execute(db)
}

/** A holder that is paused inside a transaction can block the next holder for at most this time. */
const pauseMax = '3s'

/** Checks that the caller still holds the lease, and locks it until `tx` ends. Throws `Fenced`. */
export async function assertFence(tx: Tx, { lease, token }: Fence): Promise<void> {
  const rows = await sql`select set_config('idle_in_transaction_session_timeout', ${pauseMax}, true)
    from lease where name = ${lease} and fence = ${token} for share`.execute(tx)
  if (rows.rows.length === 0) throw new Fenced(lease)
}

/** An SQL condition that yields one row while the fence is valid, and no row afterwards. Without a fence: one row. */
export function holding(fence: Fence | null): RawBuilder<unknown> {
  if (fence === null) return sql`(select 1)`
  return sql`(select 1 from lease where name = ${fence.lease} and fence = ${fence.token} for share)`
}

/** Raises the fence, so that work with the old fence can write nothing. The holder keeps the lease. */
export async function raiseFence(tx: Tx, name: string): Promise<void> {
  await sql`update lease set fence = fence + 1 where name = ${name}`.execute(tx)
}

/** Deletes leases of jobs that no longer exist. */
export async function dropLeases(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from lease where name = any(${names})`.execute(db)
}

/**
 * Releases all leases after a restore. Raises each fence above all fences that were issued since `madeAt`, ms, because
 * the tape knows them. The increase assumes at most two holder changes a second.
 */
export async function passFences(tx: Tx, madeAt: number): Promise<void> {
  await sql`update lease set owner = null, until = null, since = null,
    fence = fence + 1 + 2 * greatest(0, ceil(extract(epoch from clock_timestamp() - ${new Date(madeAt)}::timestamptz)))::bigint`.execute(
    tx,
  )
}

/** Leases that ended more than `forMs` ago without being released by their holder. `at`: their end, ms. */
export async function lostLeases(db: Db, forMs: number): Promise<{ name: string; at: number }[]> {
  const { rows } = await sql<{ name: string; until: Date }>`
    select name, until from lease
    where owner is not null and until < clock_timestamp() - ${forMs} * interval '1 millisecond' order by name`.execute(
    db,
  )
  return rows.map(({ name, until }) => ({ name, at: until.getTime() }))
}

export async function listLeases(db: Db): Promise<Lease[]> {
  const { rows } = await sql<{ name: string; holder: string | null; fence: bigint; since: Date | null }>`
    select name, fence, case when until >= clock_timestamp() then owner end as holder,
      case when until >= clock_timestamp() then since end as since
    from lease order by name`.execute(db)
  return rows.map(({ name, holder, fence, since }) => ({
    name,
    holder,
    fence: Number(fence),
    since: since?.getTime() ?? null,
  }))
}
