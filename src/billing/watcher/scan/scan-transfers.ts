import type { Address20 } from '../../chains/address.ts'
import type { Block, ChainNode } from '../../chains/chain-node.ts'
import type { Network } from '../../chains/network.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { readTransfer, type Transfer } from '../../chains/transfer.ts'
import type { Sighting } from '../../deposits/deposit-store.ts'
import type { CallSize } from '../network/call-size.ts'
import type { Recipients } from './recipient-store.ts'

export type BlockRange = { from: number; to: number }

/** The chain changed during the read, or the node contradicted itself. Nothing is concluded; the tick is retried. */
export class ScanAbandoned extends Error {}

export type Reading = { node: ChainNode; network: Network; size: CallSize; everyone: CallSize; wholeBlocks: CallSize }

/**
 * One request without a filter costs as much as this many filtered requests, because its response contains the
 * transfers of all addresses.
 */
const callsForOneToEveryone = 8

/**
 * Every transfer of the token to one of `recipients` within the range, each checked against its own block. The top
 * block is read before and after: if it changed, every block below may have changed.
 */
export async function scanTransfers(
  reading: Reading,
  range: BlockRange,
  recipients: Recipients,
  top: Block,
): Promise<Sighting[]> {
  const transfers = await transfersTo(reading, range, recipients)
  const after = await reading.node.block(top.number)
  if (after?.hash !== top.hash) throw new ScanAbandoned(`block ${top.number} changed during the scan`)
  return withBlockTimes(reading.node, transfers)
}

/**
 * Filters by recipients, as many per call as the node allows. Reads the transfers of all addresses if that is
 * cheaper.
 */
async function transfersTo(reading: Reading, range: BlockRange, recipients: Recipients): Promise<Transfer[]> {
  const { node, network, size, everyone } = reading
  const blocks = range.to - range.from + 1
  const calls = (span: number) => Math.ceil(blocks / span)
  const chunksMax = Math.floor((callsForOneToEveryone * calls(everyone.span)) / calls(size.span))
  const countMax = Math.max(1, chunksMax) * size.recipients
  if (everyone.mayRequest && (await recipients.count(countMax + 1)) > countMax) {
    const all = await transfersToAnyone(reading, range, recipients)
    if (all) return all
  }
  const found: Transfer[] = []
  for await (const page of recipients.pages(() => size.recipients)) {
    const ours = new Set(page)
    for await (const rows of logsInPieces(node, { ...range, recipients: page }, size)) {
      found.push(...readRows(rows, network, range, ours))
    }
  }
  return found
}

/**
 * Returns null when the node refuses a request for the transfers of all addresses; such a request is not repeated for
 * an hour.
 */
async function transfersToAnyone(
  { node, network, everyone }: Reading,
  range: BlockRange,
  recipients: Recipients,
): Promise<Transfer[] | null> {
  const found: Transfer[] = []
  try {
    for await (const rows of logsInPieces(node, { ...range, recipients: 'everyone' }, everyone)) {
      const transfers = readRows(rows, network, range, null)
      const ours = await recipients.among([...new Set(transfers.map(({ to }) => to))])
      for (const transfer of transfers) if (ours.has(transfer.to)) found.push(transfer)
    }
    return found
  } catch (error) {
    if (!(error instanceof RpcFault) || (error.kind !== 'rpc_error' && !isLimit(error))) throw error
    everyone.giveUp()
    return null
  }
}

/** Like `scanTransfers`, for a few addresses and final blocks. */
export async function readLogs(
  { node, network, size }: Reading,
  range: BlockRange,
  addresses: ReadonlySet<Address20>,
): Promise<Sighting[]> {
  const rows = await allPieces(node, { ...range, recipients: [...addresses] }, size)
  return withBlockTimes(node, readRows(rows, network, range, addresses))
}

/** Reads all logs of the blocks, because a node's filter omits transfers that the filter's index has lost. */
export async function readWholeBlocks(
  reading: Reading,
  range: BlockRange,
  addresses: ReadonlySet<Address20>,
): Promise<Sighting[]> {
  const { node, network, wholeBlocks } = reading
  try {
    const rows = await allPieces(node, { ...range, recipients: null }, wholeBlocks)
    return await withBlockTimes(node, readRows(rows, network, range, addresses))
  } catch (error) {
    // Some hosted nodes refuse every request without a filter, so the filter is used instead.
    if (!(error instanceof RpcFault) || error.kind !== 'rpc_error') throw error
    return readLogs(reading, range, addresses)
  }
}

type Question = BlockRange & { recipients: readonly Address20[] | 'everyone' | null }

async function allPieces(node: ChainNode, whole: Question, size: CallSize): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const rows of logsInPieces(node, whole, size)) for (const row of rows) all.push(row)
  return all
}

/** Reads logs in pieces of the size that the node allows. A piece that is refused as too large is split. */
async function* logsInPieces(node: ChainNode, whole: Question, size: CallSize): AsyncGenerator<readonly unknown[]> {
  const waiting = [whole]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const piece = pieceOf(next, size.span, size.recipients, waiting)
    const blocks = piece.to - piece.from + 1
    let rows: readonly unknown[]
    try {
      rows = await node.logs(piece.from, piece.to, piece.recipients)
      size.answered(blocks)
    } catch (error) {
      if (!(error instanceof RpcFault) || !isLimit(error)) throw error
      const recipients = countOf(piece)
      size.refused(error.kind, blocks, recipients)
      const fewer = error.kind === 'topic_limit' || blocks === 1
      if (fewer && recipients === 1) throw error
      waiting.push(fewer ? pieceOf(piece, blocks, Math.floor(recipients / 2), waiting) : half(piece, blocks, waiting))
      continue
    }
    yield rows
  }
}

export function isLimit({ kind }: RpcFault): boolean {
  return kind === 'range_limit' || kind === 'topic_limit'
}

function countOf({ recipients }: Question): number {
  return Array.isArray(recipients) ? recipients.length : 1
}

function half(question: Question, blocks: number, rest: Question[]): Question {
  return pieceOf(question, Math.floor(blocks / 2), countOf(question), rest)
}

/** Returns the first piece of at most `span` blocks and `count` recipients, and adds the remaining pieces to `rest`. */
function pieceOf({ from, to, recipients }: Question, span: number, count: number, rest: Question[]): Question {
  const end = Math.min(to, from + span - 1)
  if (end < to) rest.push({ from: end + 1, to, recipients })
  if (recipients === null || recipients === 'everyone' || recipients.length <= count)
    return { from, to: end, recipients }
  rest.push({ from, to: end, recipients: recipients.slice(count) })
  return { from, to: end, recipients: recipients.slice(0, count) }
}

/** `recipients` null: the transfers of all addresses. */
function readRows(
  rows: readonly unknown[],
  network: Network,
  range: BlockRange,
  recipients: ReadonlySet<Address20> | null,
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
