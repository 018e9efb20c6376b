import type { Hash } from '../chains/transfer.ts'

export const faults = [
  'disconnected',
  'too_many',
  'too_many_in_body',
  'internal_error',
  'server_error',
  'forbidden_page',
  'wrong_chain_id',
  'stale_head',
  'no_unfiltered',
  'empty_logs',
  'double_logs',
  'removed_logs',
  'alien_logs',
  'altered_value',
  'no_receipt',
  'no_status',
  'altered_receipt',
  'no_receipt_logs',
  'null_answer',
  'bare_hex',
] as const
export type Fault = (typeof faults)[number]

export type Answer = { result: unknown } | { error: { code: number; message: string } }

export type LogRow = {
  address: string
  topics: readonly Hash[]
  data: string
  blockNumber: string
  blockHash: Hash
  transactionHash: Hash
  transactionIndex: string
  logIndex: string
  removed: boolean
}
export type ReceiptAnswer = {
  blockNumber: string
  blockHash: Hash
  transactionHash: Hash
  status?: string
  logs?: readonly LogRow[]
}

/** The HTTP response of a fault that replaces the JSON-RPC response; null for other faults. Throws if disconnected. */
export function failedAnswer(lie: Fault | null): { status: number; body: string } | null {
  if (lie === 'disconnected') throw new Error('socket hang up')
  if (lie === 'too_many') return { status: 429, body: '{"Error":"request rate exceeded"}' }
  if (lie === 'server_error') return { status: 500, body: 'Internal Server Error' }
  if (lie === 'forbidden_page') return { status: 403, body: '<html><body>Forbidden</body></html>' }
  return null
}

/** The response of a fault inside JSON-RPC: hosted nodes refuse with status 200. */
export function errorAnswer(lie: Fault | null, method: string, params: readonly unknown[]): Answer | null {
  if (lie === 'too_many_in_body') return failure(-32005, 'daily request count exceeded, request rate limited')
  if (lie === 'internal_error') return failure(-32603, 'internal error')
  const filter = method === 'eth_getLogs' ? params[0] : null
  const unfiltered = typeof filter === 'object' && filter !== null && !('address' in filter)
  if (lie === 'no_unfiltered' && unfiltered) return failure(-32701, 'Please specify an address in your request')
  return null
}

export function distortHeader<H extends { number: string }>(header: H | null, lie: Fault | null): H | null {
  return header && lie === 'bare_hex' ? { ...header, number: header.number.slice(2) } : header
}

export function distortReceipt(receipt: ReceiptAnswer | null, lie: Fault | null): ReceiptAnswer | null {
  if (!receipt || lie === 'no_receipt') return null
  const { status, logs, ...rest } = receipt
  if (lie === 'no_status') return logs ? { ...rest, logs } : rest
  if (lie === 'no_receipt_logs') return status ? { ...rest, status } : rest
  if (lie === 'altered_receipt') return { ...receipt, status: '0x0', logs: [] }
  return receipt
}

export function distortLogs(rows: readonly LogRow[], lie: Fault | null): unknown[] {
  if (lie === 'double_logs') return [...rows, ...rows].reverse()
  if (lie === 'removed_logs') return rows.map((row) => ({ ...row, removed: true }))
  if (lie === 'altered_value') return rows.map((row) => ({ ...row, data: `0x${'7'.padStart(64, '0')}` }))
  if (lie !== 'alien_logs') return [...rows]
  return rows.flatMap((row) => [
    { ...row, address: `0x${'ab'.repeat(20)}`, logIndex: hex(9_001) },
    row,
    { ...row, topics: [row.topics[0], row.topics[1], `0x${'0'.repeat(24)}${'cd'.repeat(20)}`], logIndex: hex(9_002) },
    { ...row, topics: row.topics.slice(0, 2), logIndex: hex(9_003) },
    { ...row, blockNumber: hex(999_999_999), logIndex: hex(9_004) },
    null,
  ])
}

export function failure(code: number, message: string): Answer {
  return { error: { code, message } }
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}
