import { z } from 'zod'
import type { Address20 } from '../chains/address.ts'
import type { RpcTransport } from '../chains/json-rpc.ts'
import { type Hash, topicOf, transferTopic } from '../chains/transfer.ts'
import {
  type Answer,
  distortHeader,
  distortLogs,
  distortReceipt,
  errorAnswer,
  type Fault,
  failedAnswer,
  failure,
  hex,
  type LogRow,
  type ReceiptAnswer,
} from './node-fault.ts'
import type { SandboxBlock, SandboxChain, SandboxEvent, SandboxTransaction } from './sandbox-chain.ts'

type StatedToken = { symbol: string; decimals: number }

export type NodeManners = {
  /**
   * Behaves like java-tron: no tags `safe` and `pending`, at most 5,000 blocks and 1,000 topics per filter, calls only
   * at `latest`.
   */
  javaTron: boolean
  /** The distance of the tag `finalized` from the head; null: the node does not know the tag. */
  finalizedDepth: number | null
  blocksPerFilterMax?: number
  rowsMax?: number
  /** Blocks that the filter index has lost: queries with a filter miss them, reads of whole blocks do not. */
  unindexed?: (block: number) => boolean
  /** The block at which the node stopped following the chain; null: it follows. */
  frozenAt?: number | null
  /** Data of the token contract; by default USDT with six decimals. */
  token?: StatedToken
  /** Data of other token contracts, by address. */
  tokens?: Readonly<Record<Address20, StatedToken>>
  /** A different chain that the node serves instead. */
  impostor?: SandboxChain | null
}

const hexText = z.templateLiteral(['0x', z.string()])
const rpcCall = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const logFilter = z.object({
  fromBlock: z.string(),
  toBlock: z.string(),
  address: hexText.optional(),
  topics: z.tuple([hexText, z.null().optional(), z.array(hexText).optional()]).optional(),
})
const callParams = z.tuple([z.object({ to: hexText, data: z.string() }), z.string()])

const javaTronBlocksMax = 5_000
const javaTronTopicsMax = 1_000
const staleBy = 7
const noTopic: Hash = '0x'

/** Answers JSON-RPC like a node of the sandbox chain, through the same interface as a real node. */
export function sandboxTransport(
  chain: SandboxChain,
  manners: NodeManners,
  fault: (method: string) => Fault | null = () => null,
): RpcTransport {
  return async (text) => {
    const { id, method, params } = rpcCall.parse(JSON.parse(text))
    const lie = fault(method)
    const failed = failedAnswer(lie)
    if (failed) return failed
    const answer = errorAnswer(lie, method, params) ?? respond(manners.impostor ?? chain, manners, method, params, lie)
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) }
  }
}

function respond(
  chain: SandboxChain,
  manners: NodeManners,
  method: string,
  params: unknown[],
  lie: Fault | null,
): Answer {
  const newest = Math.min(chain.head, manners.frozenAt ?? chain.head)
  const head = Math.max(0, lie === 'stale_head' ? newest - staleBy : newest)
  switch (method) {
    case 'eth_chainId':
      return { result: hex(chain.options.chainId + (lie === 'wrong_chain_id' ? 1 : 0)) }
    case 'eth_blockNumber':
      return { result: hex(head) }
    case 'eth_getBlockByNumber':
      return blockAnswer(chain, manners, head, params[0], lie)
    case 'eth_getLogs':
      return logsAnswer(chain, manners, head, logFilter.parse(params[0]), lie)
    case 'eth_getTransactionReceipt':
      return { result: distortReceipt(receipt(chain, hexText.parse(params[0]), head), lie) }
    case 'eth_call':
      return callAnswer(chain, manners, params)
    case 'eth_getBalance':
      return { result: `0x${chain.nativeBalance(hexText.parse(params[0])).toString(16)}` }
    case 'eth_getCode':
      return { result: '0x6080' }
    default:
      return failure(-32601, `the method ${method} does not exist`)
  }
}

function blockAnswer(chain: SandboxChain, manners: NodeManners, head: number, tag: unknown, lie: Fault | null): Answer {
  if (lie === 'null_answer') return { result: null }
  if (tag === 'latest') return { result: distortHeader(header(chain.block(head)), lie) }
  if (tag === 'finalized') {
    if (manners.finalizedDepth === null) return failure(-32602, 'TAG finalized not supported')
    return { result: header(chain.block(Math.max(0, head - manners.finalizedDepth))) }
  }
  const number = typeof tag === 'string' && tag.startsWith('0x') ? Number.parseInt(tag, 16) : Number.NaN
  if (Number.isNaN(number)) return failure(-32602, `TAG ${String(tag)} not supported`)
  return { result: number > head ? null : header(chain.block(number)) }
}

function logsAnswer(
  chain: SandboxChain,
  manners: NodeManners,
  head: number,
  filter: z.infer<typeof logFilter>,
  lie: Fault | null,
): Answer {
  const from = Number.parseInt(filter.fromBlock, 16)
  const to = Math.min(head, Number.parseInt(filter.toBlock, 16))
  const blocksMax = manners.blocksPerFilterMax ?? (manners.javaTron ? javaTronBlocksMax : Number.POSITIVE_INFINITY)
  if (to - from + 1 > blocksMax) return failure(-32602, `exceed max block range: ${blocksMax}`)
  const wanted = filter.topics?.[2]
  if (manners.javaTron && wanted && wanted.length > javaTronTopicsMax) return failure(-32602, 'exceed max topics: 1000')
  // Simulates a node that lost its filter index; blocks read without a filter stay complete.
  if (lie === 'empty_logs' && filter.topics) return { result: [] }
  const recipients = wanted && new Set(wanted)
  const blocks = chain.blocksWithin(from, to).filter((block) => !filter.topics || !manners.unindexed?.(block.number))
  const rows = blocks.flatMap((block) => blockLogs(chain, block))
  const result = rows.filter(
    (row) =>
      (!filter.address || row.address === filter.address) && (!recipients || recipients.has(row.topics[2] ?? noTopic)),
  )
  if (result.length > (manners.rowsMax ?? Number.POSITIVE_INFINITY))
    return failure(-32005, 'query returned more than allowed')
  return { result: distortLogs(result, lie) }
}

function receipt(chain: SandboxChain, transactionHash: Hash, head: number): ReceiptAnswer | null {
  const number = chain.numberOf(transactionHash)
  const block = number === null || number > head ? null : chain.block(number)
  const transaction = block?.transactions.find((entry) => entry.hash === transactionHash)
  if (!block || !transaction) return null
  return {
    blockNumber: hex(block.number),
    blockHash: block.hash,
    transactionHash,
    status: transaction.failed ? '0x0' : '0x1',
    logs: blockLogs(chain, block).filter((row) => row.transactionHash === transactionHash),
  }
}

function blockLogs(chain: SandboxChain, block: SandboxBlock): LogRow[] {
  let logIndex = chain.firstLogIndex(block.number)
  return block.transactions.flatMap((transaction) =>
    transaction.failed ? [] : transaction.events.map((event) => logRow(block, transaction, event, logIndex++)),
  )
}

function logRow(block: SandboxBlock, transaction: SandboxTransaction, event: SandboxEvent, logIndex: number): LogRow {
  return {
    address: event.token,
    topics: event.topics ?? [transferTopic, topicOf(event.from), topicOf(event.to)],
    data: `0x${event.value.toString(16).padStart(64, '0')}`,
    blockNumber: hex(block.number),
    blockHash: block.hash,
    transactionHash: transaction.hash,
    transactionIndex: hex(block.transactions.indexOf(transaction)),
    logIndex: hex(logIndex),
    removed: false,
  }
}

function callAnswer(chain: SandboxChain, manners: NodeManners, params: unknown[]): Answer {
  const [call, tag] = callParams.parse(params)
  const { symbol, decimals } = manners.tokens?.[call.to] ?? manners.token ?? { symbol: 'USDT', decimals: 6 }
  if (manners.javaTron && tag !== 'latest') return failure(-32602, 'QUANTITY not supported, just support TAG as latest')
  if (call.data.startsWith('0x313ce567')) return { result: `0x${decimals.toString(16).padStart(64, '0')}` }
  if (call.data.startsWith('0x95d89b41')) return { result: text(symbol) }
  if (!call.data.startsWith('0x70a08231')) return failure(3, 'execution reverted')
  const owner: Address20 = `0x${call.data.slice(-40)}`
  return { result: `0x${chain.tokenBalance(call.to, owner).toString(16).padStart(64, '0')}` }
}

function header(block: SandboxBlock | null) {
  return (
    block && {
      number: hex(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: hex(Math.floor(block.time / 1000)),
    }
  )
}

/** ABI-encodes a string of at most 32 bytes. */
function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8')
  const length = bytes.length.toString(16).padStart(64, '0')
  return `0x${'20'.padStart(64, '0')}${length}${bytes.toString('hex').padEnd(64, '0')}`
}
