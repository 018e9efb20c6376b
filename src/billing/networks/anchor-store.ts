import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'

/** A block that was final when it was read, so its hash should never change. */
export type Anchor = { number: number; hash: Hash }

/**
 * The anchors, newest first. The oldest anchor is at or below the cursor. A chain without that anchor's block is a
 * different chain.
 */
export async function anchorsOf(db: Db, code: NetworkCode): Promise<Anchor[]> {
  const rows = await sql<{ number: bigint; hash: Hash }>`
    select number, hash from chain_anchor where network = ${code} order by number desc`.execute(db)
  return rows.rows.map((row) => ({ number: Number(row.number), hash: row.hash }))
}

/** Saves anchors. Of the anchors at or below the cursor, keeps only the newest. */
export async function saveAnchors(tx: Tx, code: NetworkCode, anchors: readonly Anchor[]): Promise<void> {
  for (const { number, hash } of anchors) {
    await sql`insert into chain_anchor (network, number, hash) values (${code}, ${number}, ${hash})
      on conflict do nothing`.execute(tx)
  }
  await sql`delete from chain_anchor where network = ${code} and number < (select max(a.number) from chain_anchor a
    join billing_network n on n.code = a.network where a.network = ${code} and a.number <= n.cursor)`.execute(tx)
}
