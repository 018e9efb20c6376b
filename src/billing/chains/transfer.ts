import { isRecord } from '#src/contract/record.ts'
import type { Address20 } from './address.ts'
import { microOf } from './token-amount.ts'

export type Hash = `0x${string}`

/** keccak256("Transfer(address,address,uint256)") */
export const transferTopic: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A token's Transfer event, from a log or receipt. `logIndex` counts within the block; `value` in micro-USDT. */
export type Transfer = {
  blockNumber: number
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
  from: Address20
  to: Address20
  value: bigint
}

/** A Transfer event of any token. `units`: the amount in the token's smallest unit. */
export type TokenTransfer = Omit<Transfer, 'value'> & { token: Address20; units: bigint }

export type TransferProblem =
  | 'malformed'
  | 'removed'
  | 'other_contract'
  | 'other_event'
  | 'wrong_shape'
  | 'out_of_range'
  | 'other_recipient'
  | 'zero_value'
  | 'to_itself'

/**
 * Parses one row of eth_getLogs or of a receipt. Contract, event, shape, range and recipient are checked again, because
 * a node may return unrequested rows.
 */
export function readTransfer(
  row: unknown,
  wanted: {
    token: Address20
    tokenDecimals: number
    from: number
    to: number
    recipients: ReadonlySet<Address20> | null
  },
): Transfer | { problem: TransferProblem } {
  if (isRecord(row) && typeof row.address === 'string' && row.address.toLowerCase() !== wanted.token)
    return { problem: 'other_contract' }
  const transfer = readTokenTransfer(row)
  if ('problem' in transfer) return transfer
  const { token: _token, units, ...rest } = transfer
  if (rest.blockNumber < wanted.from || rest.blockNumber > wanted.to) return { problem: 'out_of_range' }
  if (wanted.recipients && !wanted.recipients.has(rest.to)) return { problem: 'other_recipient' }
  const value = microOf(units, wanted.tokenDecimals)
  if (value === 0n) return { problem: 'zero_value' }
  if (rest.from === rest.to) return { problem: 'to_itself' }
  return { ...rest, value }
}

/** Parses the Transfer event of any token. Events of collectibles have another shape and are refused. */
export function readTokenTransfer(log: unknown): TokenTransfer | { problem: TransferProblem } {
  if (!isRecord(log)) return { problem: 'malformed' }
  if (log.removed === true) return { problem: 'removed' }
  const token = addressIn(log.address)
  if (!token) return { problem: 'malformed' }
  const topics = log.topics
  if (!Array.isArray(topics) || topics[0] !== transferTopic) return { problem: 'other_event' }
  const from = addressOfTopic(topics[1])
  const to = addressOfTopic(topics[2])
  const units = word(log.data)
  if (topics.length !== 3 || !from || !to || units === null) return { problem: 'wrong_shape' }
  const blockNumber = quantity(log.blockNumber)
  const logIndex = quantity(log.logIndex)
  const blockHash = hash(log.blockHash)
  const transactionHash = hash(log.transactionHash)
  if (blockNumber === null || logIndex === null || !blockHash || !transactionHash) return { problem: 'malformed' }
  return { blockNumber, blockHash, transactionHash, logIndex, token, from, to, units }
}

/** Parses a hexadecimal quantity: `0x1f` → 31. Null for anything without the prefix or beyond the safe integers. */
export function quantity(value: unknown): number | null {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(value)) return null
  const number = Number.parseInt(value.slice(2), 16)
  return Number.isSafeInteger(number) ? number : null
}

export function word(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value) ? BigInt(value) : null
}

export function hash(value: unknown): Hash | null {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value) ? `0x${value.slice(2).toLowerCase()}` : null
}

export function topicOf(address: Address20): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function addressIn(value: unknown): Address20 | null {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? `0x${value.slice(2).toLowerCase()}` : null
}

function addressOfTopic(topic: unknown): Address20 | null {
  const text = hash(topic)
  return text?.startsWith(`0x${'0'.repeat(24)}`) ? `0x${text.slice(26)}` : null
}
