import type { Address20 } from '../chains/address.ts'
import type { ChainNode } from '../chains/chain-node.ts'
import type { Network } from '../chains/network.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { readTransfer, type Transfer } from '../chains/transfer.ts'
import type { Sighting } from '../deposit-store.ts'
import type { CallSize } from './call-size.ts'

export type BlockRange = { from: number; to: number }

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
  const rows = addresses.length === 0 ? [] : await logsInPieces(node, { ...range, recipients: addresses }, size)
  const after = await node.block(range.to)
  if (after?.hash !== before.hash) throw new ScanAbandoned(`block ${range.to} changed during the scan`)
  const sightings = await withBlockTimes(node, readRows(rows, network, range, new Set(addresses)))
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
  const rows = await wholeRows(node, range, addresses, size)
  return withBlockTimes(node, readRows(rows, network, range, addresses))
}

/** Some hosted nodes refuse every question without a filter: the filter is better than nothing. */
async function wholeRows(
  node: ChainNode,
  range: BlockRange,
  addresses: ReadonlySet<Address20>,
  size: CallSize,
): Promise<unknown[]> {
  try {
    return await logsInPieces(node, { ...range, recipients: null }, size)
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind !== 'rpc_error') throw error
    return logsInPieces(node, { ...range, recipients: [...addresses] }, size)
  }
}

type Question = BlockRange & { recipients: readonly Address20[] | null }

/** In pieces of the size that the node allows; a piece that it refuses as too large is cut, anything else is a fault. */
async function logsInPieces(node: ChainNode, whole: Question, size: CallSize): Promise<unknown[]> {
  const rows: unknown[] = []
  const waiting = [whole]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const piece = pieceOf(next, size.span, size.recipients, waiting)
    const blocks = piece.to - piece.from + 1
    try {
      for (const row of await node.logs(piece.from, piece.to, piece.recipients)) rows.push(row)
      size.answered(blocks)
    } catch (error) {
      if (!(error instanceof RpcFault) || !isLimit(error)) throw error
      const recipients = piece.recipients?.length ?? 1
      size.refused(error.kind, blocks, recipients)
      const fewer = error.kind === 'topic_limit' || blocks === 1
      if (fewer && recipients === 1) throw error
      waiting.push(fewer ? pieceOf(piece, blocks, Math.floor(recipients / 2), waiting) : half(piece, blocks, waiting))
    }
  }
  return rows
}

function isLimit({ kind }: RpcFault): boolean {
  return kind === 'range_limit' || kind === 'topic_limit'
}

function half(question: Question, blocks: number, rest: Question[]): Question {
  return pieceOf(question, Math.floor(blocks / 2), question.recipients?.length ?? 1, rest)
}

/** The first piece of at most `span` blocks and `count` recipients; what is left is added to `rest`. */
function pieceOf({ from, to, recipients }: Question, span: number, count: number, rest: Question[]): Question {
  const end = Math.min(to, from + span - 1)
  if (end < to) rest.push({ from: end + 1, to, recipients })
  if (recipients === null || recipients.length <= count) return { from, to: end, recipients }
  rest.push({ from, to: end, recipients: recipients.slice(count) })
  return { from, to: end, recipients: recipients.slice(0, count) }
}

function readRows(
  rows: readonly unknown[],
  network: Network,
  range: BlockRange,
  recipients: ReadonlySet<Address20>,
): Transfer[] {
  const { token, tokenDecimals } = network
  const found = new Map<string, Transfer>()
  for (const row of rows) {
    const transfer = readTransfer(row, { token, tokenDecimals, ...range, recipients })
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
