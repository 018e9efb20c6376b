import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'

export type OpenClaim = { orderNo: string; hash: Hash; claimedAt: number }

/** Stores a claim; a repeated claim is checked again. */
export async function insertClaim(
  db: Db,
  claim: { network: NetworkCode; orderNo: string; hash: Hash; at: number },
): Promise<void> {
  await sql`insert into payment_claim (order_no, tx_hash, network, claimed_at)
    values (${claim.orderNo}, ${claim.hash}, ${claim.network}, ${new Date(claim.at)})
    on conflict (order_no, tx_hash) do update set claimed_at = excluded.claimed_at, done_at = null`.execute(db)
}

export async function openClaims(db: Db, network: NetworkCode, limit: number): Promise<OpenClaim[]> {
  const rows = await sql<{ order_no: string; tx_hash: Hash; claimed_at: Date }>`
    select order_no, tx_hash, claimed_at from payment_claim where network = ${network} and done_at is null
    order by tried_at nulls first, claimed_at limit ${limit}`.execute(db)
  return rows.rows.map((row) => ({ orderNo: row.order_no, hash: row.tx_hash, claimedAt: row.claimed_at.getTime() }))
}

export async function noteClaimTried(db: Db, claim: OpenClaim, at: number, done: boolean): Promise<void> {
  await sql`update payment_claim set tried_at = ${new Date(at)}, done_at = ${done ? new Date(at) : null}
    where order_no = ${claim.orderNo} and tx_hash = ${claim.hash}`.execute(db)
}
