import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'
import type { SandboxEvent, SandboxTransaction } from './sandbox-chain.ts'

/**
 * The seed of the sandbox's chain, constant for the life of the database, the time of block 0, and the first replaced
 * block of each past reorganisation.
 */
export async function chainBirth(
  db: Db,
  network: NetworkCode,
  fresh: { seed: string; genesisAt: number },
): Promise<{ seed: string; genesisAt: number; reorganisedFrom: readonly number[] }> {
  await sql`insert into sandbox_chain (network, seed, genesis_at)
    values (${network}, ${fresh.seed}, ${new Date(fresh.genesisAt)}) on conflict do nothing`.execute(db)
  const rows = await sql<{ seed: string; genesis_at: Date; reorganised_from: number[] }>`
    select seed, genesis_at, reorganised_from from sandbox_chain where network = ${network}`.execute(db)
  const row = rows.rows[0]
  if (!row) return { ...fresh, reorganisedFrom: [] }
  return { seed: row.seed, genesisAt: row.genesis_at.getTime(), reorganisedFrom: row.reorganised_from }
}

export async function moveBirth(db: Db, network: NetworkCode, genesisAt: number): Promise<void> {
  await sql`update sandbox_chain set genesis_at = least(genesis_at, ${new Date(genesisAt)})
    where network = ${network}`.execute(db)
}

export async function noteReorganisation(db: Db, network: NetworkCode, first: number): Promise<void> {
  await sql`update sandbox_chain set reorganised_from = reorganised_from || ${first}::int
    where network = ${network}`.execute(db)
}

export async function insertTransaction(
  db: Db,
  network: NetworkCode,
  transaction: SandboxTransaction,
  at: number,
): Promise<void> {
  const body = { events: transaction.events.map((event) => ({ ...event, value: event.value.toString() })) }
  await sql`insert into sandbox_transaction (network, tx_hash, body, created_at)
    values (${network}, ${transaction.hash}, ${JSON.stringify(body)}::jsonb, ${new Date(at)})`.execute(db)
}

type Stored = SandboxTransaction & { block: number | null }
type StoredEvent = Omit<SandboxEvent, 'value'> & { value: string }

export async function storedTransactions(
  db: Db,
  network: NetworkCode,
  after: Date | null,
): Promise<{ rows: Stored[]; upTo: Date | null }> {
  const found = await sql<{ tx_hash: Hash; body: { events: StoredEvent[] }; block: bigint | null; created_at: Date }>`
    select tx_hash, body, block, created_at from sandbox_transaction
    where network = ${network} and (${after}::timestamptz is null or created_at >= ${after} or block is null)
    order by created_at, tx_hash`.execute(db)
  const rows = found.rows.map((row) => ({
    hash: row.tx_hash,
    block: row.block === null ? null : Number(row.block),
    events: row.body.events.map((event) => ({ ...event, value: BigInt(event.value) })),
  }))
  return { rows, upTo: found.rows.at(-1)?.created_at ?? after }
}

export async function setBlocks(
  db: Db,
  network: NetworkCode,
  hashes: readonly Hash[],
  block: number | null,
): Promise<void> {
  if (hashes.length === 0) return
  await sql`update sandbox_transaction set block = ${block}
    where network = ${network} and tx_hash = any (${[...hashes]})`.execute(db)
}

export async function deleteTransactions(db: Db, network: NetworkCode, hashes: readonly Hash[]): Promise<void> {
  if (hashes.length === 0) return
  await sql`delete from sandbox_transaction where network = ${network} and tx_hash = any (${[...hashes]})`.execute(db)
}
