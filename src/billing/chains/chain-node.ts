import { isRecord } from '#src/contract/record.ts'
import type { Address20 } from './address.ts'
import type { JsonRpc } from './json-rpc.ts'
import { RpcFault } from './rpc-fault.ts'
import { type Hash, hash, quantity, topicOf, transferTopic, word } from './transfer.ts'

/** `time` in ms UTC. */
export type Block = { number: number; hash: Hash; time: number }
export type Receipt = { blockNumber: number; blockHash: Hash; succeeded: boolean; logs: readonly unknown[] }

const selectors = { balanceOf: '0x70a08231', decimals: '0x313ce567', symbol: '0x95d89b41' }

/** The requests to a node. A malformed response throws an RpcFault. */
export type ChainNode = ReturnType<typeof chainNode>

export function chainNode(call: JsonRpc, token: Address20) {
  const ethCall = (data: string) => call('eth_call', [{ to: token, data }, 'latest'])
  const getLogs = async (from: number, to: number, filter: object): Promise<readonly unknown[]> => {
    const rows = await call('eth_getLogs', [{ fromBlock: hex(from), toBlock: hex(to), ...filter }])
    if (!Array.isArray(rows)) throw nonsense('eth_getLogs')
    return rows
  }
  return {
    async chainId() {
      return need(quantity(await call('eth_chainId', [])), 'eth_chainId')
    },
    async block(at: number | 'latest' | 'finalized'): Promise<Block | null> {
      const tag = typeof at === 'number' ? hex(at) : at
      const block = parseBlock(await call('eth_getBlockByNumber', [tag, false]))
      if (block && typeof at === 'number' && block.number !== at) throw nonsense('eth_getBlockByNumber')
      return block
    },
    /**
     * Returns raw rows: the token's Transfer events to `recipients` or to everyone. If `recipients` is null, returns
     * every event of the blocks.
     */
    async logs(
      from: number,
      to: number,
      recipients: readonly Address20[] | 'everyone' | null,
    ): Promise<readonly unknown[]> {
      const topics = recipients === 'everyone' ? [transferTopic] : [transferTopic, null, recipients?.map(topicOf)]
      return getLogs(from, to, recipients ? { address: token, topics } : {})
    },
    /** Returns raw rows: the Transfer events of all tokens to `recipients`. */
    async anyTransfers(from: number, to: number, recipients: readonly Address20[]): Promise<readonly unknown[]> {
      return getLogs(from, to, { topics: [transferTopic, null, recipients.map(topicOf)] })
    },
    async receipt(transaction: Hash): Promise<Receipt | null> {
      return parseReceipt(await call('eth_getTransactionReceipt', [transaction]))
    },
    async tokenBalance(owner: Address20): Promise<bigint> {
      return need(word(await ethCall(selectors.balanceOf + topicOf(owner).slice(2))), 'balanceOf')
    },
    async nativeBalance(owner: Address20): Promise<bigint> {
      const answer = await call('eth_getBalance', [owner, 'latest'])
      if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer)) throw nonsense('eth_getBalance')
      return BigInt(answer)
    },
    async tokenDecimals(): Promise<number> {
      return Number(need(word(await ethCall(selectors.decimals)), 'decimals'))
    },
    async tokenSymbol(): Promise<string> {
      return parseText(await ethCall(selectors.symbol))
    },
    async tokenExists(): Promise<boolean> {
      const code = await call('eth_getCode', [token, 'latest'])
      return typeof code === 'string' && /^0x[0-9a-f]{2,}$/i.test(code)
    },
  }
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}

function nonsense(method: string): RpcFault {
  return new RpcFault('nonsense', `${method}: the answer makes no sense`)
}

function need<T>(value: T | null, method: string): T {
  if (value === null) throw nonsense(method)
  return value
}

function parseBlock(value: unknown): Block | null {
  if (value === null) return null
  const block = isRecord(value) ? value : {}
  const number = need(quantity(block.number), 'eth_getBlockByNumber')
  const time = need(quantity(block.timestamp), 'eth_getBlockByNumber') * 1000
  return { number, hash: need(hash(block.hash), 'eth_getBlockByNumber'), time }
}

function parseReceipt(value: unknown): Receipt | null {
  if (value === null) return null
  const receipt = isRecord(value) ? value : {}
  if ((receipt.status !== '0x0' && receipt.status !== '0x1') || !Array.isArray(receipt.logs)) {
    throw nonsense('eth_getTransactionReceipt')
  }
  return {
    blockNumber: need(quantity(receipt.blockNumber), 'eth_getTransactionReceipt'),
    blockHash: need(hash(receipt.blockHash), 'eth_getTransactionReceipt'),
    succeeded: receipt.status === '0x1',
    logs: receipt.logs,
  }
}

function parseText(value: unknown): string {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{64})+$/i.test(value)) throw nonsense('symbol')
  const bytes = Buffer.from(value.slice(2), 'hex')
  const length = bytes.length >= 64 ? Number(bytes.readBigUInt64BE(56)) : 32
  const from = bytes.length >= 64 ? 64 : 0
  return bytes
    .subarray(from, from + length)
    .toString('utf8')
    .replaceAll('\0', '')
}
