import type { Address20 } from '../chains/address.ts'
import type { ChainNode } from '../chains/chain-node.ts'
import { RpcFault } from '../chains/json-rpc.ts'
import type { Network } from '../chains/network.ts'
import { readTransfer, type Transfer } from '../chains/transfer.ts'
import type { Sighting } from '../deposit-store.ts'

export type BlockRange = { from: number; to: number }

/** How much one call may ask; shrinks when the node says no and grows back slowly. */
export type CallSize = { span: number; recipients: number }

/** The chain moved while it was read, or the node contradicted itself: nothing is concluded and the tick is tried again. */
export class ScanAbandoned extends Error {}

/**
 * Every transfer of the token to one of `addresses` within the range, each checked against its own block. The block at
 * the top is read before and after: if it changed, so may have everything below.
 */
export async function scanTransfers(
  node: ChainNode,
  network: Network,
  range: BlockRange,
  addresses: readonly Address20[],
  size: CallSize,
): Promise<{ sightings: Sighting[]; topTime: number }> {
  const before = await node.block(range.to)
  if (!before) throw new RpcFault('nonsense', `the node has no block ${range.to} below its head`)
  const rows: unknown[] = []
  for (let i = 0; i < addresses.length; i += size.recipients) {
    rows.push(...(await logsInPieces(node, range, addresses.slice(i, i + size.recipients), size)))
  }
  const after = await node.block(range.to)
  if (after?.hash !== before.hash) throw new ScanAbandoned(`block ${range.to} changed during the scan`)
  const sightings = await withBlockTimes(node, readRows(rows, network, range, new Set(addresses)))
  size.span = Math.min(network.spanMax, size.span + Math.ceil(size.span / 8))
  size.recipients = Math.min(network.recipientsPerCall, size.recipients + Math.ceil(size.recipients / 8))
  return { sightings, topTime: before.time }
}

/** As `scanTransfers`, but reads whole blocks: what a filter's index lost is still there. */
export async function readWholeBlocks(
  node: ChainNode,
  network: Network,
  range: BlockRange,
  addresses: ReadonlySet<Address20>,
  size: CallSize,
): Promise<Sighting[]> {
  const rows = await logsInPieces(node, range, null, size)
  return withBlockTimes(node, readRows(rows, network, range, addresses))
}

async function logsInPieces(
  node: ChainNode,
  range: BlockRange,
  recipients: readonly Address20[] | null,
  size: CallSize,
): Promise<unknown[]> {
  const rows: unknown[] = []
  let from = range.from
  while (from <= range.to) {
    const to = Math.min(range.to, from + size.span - 1)
    try {
      rows.push(...(await node.logs(from, to, recipients)))
      from = to + 1
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind !== 'rpc_error' || !shrink(size)) throw error
    }
  }
  return rows
}

/** Halves the span, then the recipients; false when both are at their floor. */
function shrink(size: CallSize): boolean {
  if (size.span > 1) size.span = Math.floor(size.span / 2)
  else if (size.recipients > 1) size.recipients = Math.floor(size.recipients / 2)
  else return false
  return true
}

function readRows(
  rows: readonly unknown[],
  network: Network,
  range: BlockRange,
  recipients: ReadonlySet<Address20>,
): Transfer[] {
  const found = new Map<string, Transfer>()
  for (const row of rows) {
    const transfer = readTransfer(row, { token: network.token, ...range, recipients })
    if (!('problem' in transfer)) found.set(`${transfer.blockHash}:${transfer.logIndex}`, transfer)
  }
  return [...found.values()]
}

async function withBlockTimes(node: ChainNode, transfers: readonly Transfer[]): Promise<Sighting[]> {
  const times = new Map<number, number>()
  const sightings: Sighting[] = []
  for (const transfer of transfers) {
    let time = times.get(transfer.blockNumber)
    if (time === undefined) {
      const block = await node.block(transfer.blockNumber)
      if (block?.hash !== transfer.blockHash) {
        throw new ScanAbandoned(`a row of block ${transfer.blockNumber} is of another block`)
      }
      time = block.time
      times.set(transfer.blockNumber, time)
    }
    sightings.push({ ...transfer, blockTime: time })
  }
  return sightings
}
