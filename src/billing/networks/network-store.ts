import { sql } from 'kysely'
import { assertFence as assertHeld, ensureLease, raiseFence } from '#src/platform/leases/lease.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { NodeReport } from '../chains/node-pool.ts'
import type { RpcFaultKind } from '../chains/rpc-fault.ts'
import type { Hash } from '../chains/transfer.ts'

/** The watcher's state of a network. Times in ms. */
export type NetworkState = {
  chainId: number | null
  genesisHash: Hash | null
  xpubFingerprint: string
  cursor: number | null
  head: number
  final: number
  scannedTime: number
  lastOkAt: number | null
  /** The fault that stopped the network; `stoppedAt` is its time. */
  stopped: string | null
  stoppedAt: number | null
  /**
   * The time at which a person paused the network, or null. While it is paused nothing is sold and nothing expires, but
   * watching continues.
   */
  pausedAt: number | null
  pauseReason: string | null
  /** The number of a block before which none of our addresses existed. */
  firstBlock: number | null
  /**
   * The newest fault of the nodes, and the time of the first fault, since the last successful scan. Null without a
   * fault.
   */
  trouble: RpcFaultKind | null
  troubleSince: number | null
}

type NetworkRow = {
  chain_id: bigint | null
  genesis_hash: Hash | null
  xpub_fingerprint: string
  cursor: bigint | null
  head: bigint
  final: bigint
  scanned_time: Date | null
  last_ok_at: Date | null
  stopped: string | null
  stopped_at: Date | null
  paused_at: Date | null
  pause_reason: string | null
  first_block: bigint | null
  trouble: RpcFaultKind | null
  trouble_since: Date | null
}

const columns = sql`chain_id, genesis_hash, xpub_fingerprint, cursor, head, final, scanned_time, last_ok_at, stopped,
  stopped_at, paused_at, pause_reason, first_block, trouble, trouble_since`

export async function ensureNetwork(db: Db, code: NetworkCode, fingerprint: string): Promise<void> {
  await sql`insert into billing_network (code, xpub_fingerprint) values (${code}, ${fingerprint})
    on conflict do nothing`.execute(db)
  await ensureLease(db, leaseOf(code))
}

export async function networkState(db: Db, code: NetworkCode): Promise<NetworkState | null> {
  const rows = await sql<NetworkRow>`select ${columns} from billing_network where code = ${code}`.execute(db)
  return rows.rows[0] ? toState(rows.rows[0]) : null
}

/** The name of the lease under which one process at a time watches a network. */
export function leaseOf(code: NetworkCode): string {
  return `payments:${code}`
}

/**
 * Throws `Fenced` if the caller is no longer the watcher. Otherwise prevents others from becoming the watcher until
 * `tx` ends.
 */
export async function assertFence(tx: Tx, code: NetworkCode, fence: number): Promise<void> {
  await assertHeld(tx, { lease: leaseOf(code), token: fence })
}

/** Call it after `assertFence` in the same transaction. */
export async function saveScan(
  tx: Tx,
  code: NetworkCode,
  scan: { cursor: number; head: number; final: number; scannedTime: number; at: number },
): Promise<void> {
  await sql`update billing_network set cursor = greatest(coalesce(cursor, 0), ${scan.cursor}),
      head = ${scan.head}, final = greatest(final, ${scan.final}),
      scanned_time = greatest(scanned_time, ${new Date(scan.scannedTime)}), last_ok_at = ${new Date(scan.at)}
    where code = ${code}`.execute(tx)
}

/**
 * Makes the next scan begin after `block`, even if a scan is running. Drops facts about later blocks. Credits stay, and
 * a deposit that is found again is not credited twice. Returns false if no later block was read.
 */
export async function rewindCursor(tx: Tx, code: NetworkCode, block: number): Promise<boolean> {
  // With the raised fence a running scan can save nothing. The lease is locked before the network, as the watcher does,
  // so that a rewind and a scan cannot deadlock.
  await raiseFence(tx, leaseOf(code))
  return forgetAfter(tx, code, block)
}

/**
 * Lowers the cursor and all other block numbers of the network to `block`. Drops the scanned time, so that nothing
 * expires before the later blocks are read again. Call it while the lease is locked (`assertFence`, `raiseFence`).
 */
export async function forgetAfter(tx: Tx, code: NetworkCode, block: number): Promise<boolean> {
  await sql`delete from chain_anchor where network = ${code} and number > ${block}`.execute(tx)
  const rows = await sql`update billing_network set cursor = least(cursor, ${block}), head = least(head, ${block}),
      final = least(final, ${block}), tokens_cursor = least(tokens_cursor, ${block}), scanned_time = null
    where code = ${code} and (cursor > ${block} or head > ${block}) returning 1`.execute(tx)
  return rows.rows.length > 0
}

export async function saveIdentity(
  db: Db,
  code: NetworkCode,
  identity: { chainId: number; genesisHash: Hash; cursor: number },
): Promise<void> {
  await sql`update billing_network set chain_id = ${identity.chainId}, genesis_hash = ${identity.genesisHash},
      cursor = coalesce(cursor, ${identity.cursor}), first_block = coalesce(first_block, ${identity.cursor})
    where code = ${code}`.execute(db)
}

export async function setStopped(db: Db, code: NetworkCode, reason: string | null, now: number): Promise<void> {
  await sql`update billing_network set stopped = ${reason},
      stopped_at = case when ${reason}::text is null then null else coalesce(stopped_at, ${new Date(now)}) end
    where code = ${code}`.execute(db)
}

export async function setPaused(tx: Tx, code: NetworkCode, reason: string | null, now: number): Promise<boolean> {
  const rows = await sql`update billing_network set paused_at = ${new Date(now)}, pause_reason = ${reason}
    where code = ${code} and paused_at is null returning 1`.execute(tx)
  return rows.rows.length > 0
}

/** Ends a pause and returns its start; null when the network was not paused. */
export async function clearPaused(tx: Tx, code: NetworkCode): Promise<number | null> {
  const rows = await sql<{ paused_at: Date }>`
    update billing_network n set paused_at = null, pause_reason = null
    from (select code, paused_at from billing_network where code = ${code} for update) before
    where n.code = before.code and before.paused_at is not null returning before.paused_at`.execute(tx)
  return rows.rows[0]?.paused_at.getTime() ?? null
}

/**
 * Sets the key for new addresses. Returns the earlier fingerprint and the next address number; null if the key is
 * unchanged.
 */
export async function setKey(
  tx: Tx,
  code: NetworkCode,
  fingerprint: string,
): Promise<{ was: string; nextIndex: number } | null> {
  const rows = await sql<{ was: string; next_index: number }>`
    update billing_network n set xpub_fingerprint = ${fingerprint}
    from (select code, xpub_fingerprint as was from billing_network where code = ${code} for update) before
    where n.code = before.code and before.was <> ${fingerprint} returning before.was, n.next_index`.execute(tx)
  const row = rows.rows[0]
  return row ? { was: row.was, nextIndex: row.next_index } : null
}

/** The state of every network that was ever opened, and the last reports about its nodes, by code. */
export async function everyNetwork(db: Db): Promise<Map<string, { state: NetworkState; nodes: NodeReport[] }>> {
  const { rows } = await sql<NetworkRow & { code: string; nodes: NodeReport[] }>`
    select code, nodes, ${columns} from billing_network`.execute(db)
  return new Map(rows.map((row) => [row.code, { state: toState(row), nodes: row.nodes }]))
}

/** Saves reports about nodes. Does nothing while another process holds the lease of the network. */
export async function saveNodeReports(
  db: Db,
  code: NetworkCode,
  owner: string,
  nodes: readonly NodeReport[],
): Promise<void> {
  await sql`update billing_network set nodes = ${JSON.stringify(nodes)}::jsonb
    where code = ${code} and not exists (select 1 from lease
      where name = ${leaseOf(code)} and owner <> ${owner} and until >= clock_timestamp())`.execute(db)
}

export async function addCalls(db: Db, code: NetworkCode, calls: number, now: number): Promise<void> {
  const day = dayOf(now)
  await sql`update billing_network set calls = ${calls} + case when calls_on = ${day}::date then calls else 0 end,
      calls_on = ${day}::date
    where code = ${code}`.execute(db)
}

/** The number of calls to the nodes on the UTC day of `now`. */
export async function callsOn(db: Db, code: NetworkCode, now: number): Promise<number> {
  const rows = await sql<{ calls: bigint }>`select calls from billing_network
    where code = ${code} and calls_on = ${dayOf(now)}::date`.execute(db)
  return Number(rows.rows[0]?.calls ?? 0)
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/**
 * Records the trouble and returns the time when it began. Returns null if another process watches the network, since
 * that process reports the network's trouble.
 */
export async function noteTrouble(
  db: Db,
  code: NetworkCode,
  owner: string,
  kind: RpcFaultKind,
  now: number,
): Promise<number | null> {
  const rows = await sql<{ trouble_since: Date }>`
    update billing_network set trouble = ${kind}, trouble_since = coalesce(trouble_since, ${new Date(now)})
    where code = ${code} and not exists (select 1 from lease
      where name = ${leaseOf(code)} and owner <> ${owner} and until >= clock_timestamp())
    returning trouble_since`.execute(db)
  return rows.rows[0]?.trouble_since.getTime() ?? null
}

export async function clearTrouble(db: Db, code: NetworkCode, owner: string): Promise<boolean> {
  const rows = await sql`update billing_network set trouble = null, trouble_since = null
    where code = ${code} and trouble is not null
      and exists (select 1 from lease where name = ${leaseOf(code)} and owner = ${owner})
    returning 1`.execute(db)
  return rows.rows.length > 0
}

function toState(row: NetworkRow): NetworkState {
  return {
    chainId: row.chain_id === null ? null : Number(row.chain_id),
    genesisHash: row.genesis_hash,
    xpubFingerprint: row.xpub_fingerprint,
    cursor: row.cursor === null ? null : Number(row.cursor),
    head: Number(row.head),
    final: Number(row.final),
    scannedTime: row.scanned_time?.getTime() ?? 0,
    lastOkAt: row.last_ok_at?.getTime() ?? null,
    stopped: row.stopped,
    stoppedAt: row.stopped_at?.getTime() ?? null,
    pausedAt: row.paused_at?.getTime() ?? null,
    pauseReason: row.pause_reason,
    firstBlock: row.first_block === null ? null : Number(row.first_block),
    trouble: row.trouble,
    troubleSince: row.trouble_since?.getTime() ?? null,
  }
}
