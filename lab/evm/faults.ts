import type { Anvil } from './anvil.ts'
import { type Fault, forward, type Row } from './fault-proxy.ts'

export const tooManyOverHttp: Fault = async () => ({ status: 429, body: '{"Error":"request rate exceeded"}' })

export const tooManyInBody: Fault = async () => ({
  error: { code: -32_005, message: 'daily request count exceeded, request rate limited' },
})

export const closedConnections: Fault = async () => 'closed'

export const wrongChainId: Fault = async ({ method }, callNode) =>
  method === 'eth_chainId' ? { result: '0x1' } : callNode()

export const silentFilters: Fault = async ({ method, params }, callNode) =>
  method === 'eth_getLogs' && 'topics' in filterOf(params) ? { result: [] } : callNode()

export const noUnfiltered: Fault = async ({ method, params }, callNode) =>
  method === 'eth_getLogs' && !('address' in filterOf(params))
    ? { error: { code: -32_701, message: 'Please specify an address in your request' } }
    : callNode()

export const endlessLogs: Fault = async ({ method }, callNode) => (method === 'eth_getLogs' ? 'endless' : callNode())

export const lateReceipts: Fault = async ({ method }, callNode) =>
  method === 'eth_getTransactionReceipt' ? { result: null } : callNode()

/** Limits the range of blocks in a request, as free plans of hosted nodes do. */
export function blocksAtMost(blocks: number): Fault {
  return async ({ method, params }, callNode) => {
    const { fromBlock, toBlock } = filterOf(params)
    const wide = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) + 1 > blocks
    return wide ? { error: { code: -32_602, message: `exceed max block range: ${blocks}` } } : callNode()
  }
}

export function frozenAt(head: number): Fault {
  return async ({ method, params }, callNode) => {
    const frozen = `0x${head.toString(16)}`
    if (method === 'eth_blockNumber') return { result: frozen }
    if (method !== 'eth_getBlockByNumber') return callNode()
    const [tag] = params
    return callNode({ params: [tag === 'latest' || Number(tag) > head ? frozen : tag, false] })
  }
}

export function otherChain(impostor: Anvil): Fault {
  return (question) => forward(impostor.url, question)
}

/**
 * Distorts one answer to each request, the first answer that `distortions` can change. All other answers are correct.
 */
export function wrongOnce(): Fault {
  const answered = new Set<string>()
  return async (question, callNode) => {
    const answer = await callNode()
    const name = `${question.method} ${JSON.stringify(question.params)}`
    if (!('result' in answer) || answered.has(name)) return answer
    const distort = distortions[question.method]
    const wrong = distort?.(answer.result)
    if (wrong === undefined) return answer
    answered.add(name)
    return { result: wrong }
  }
}

/** By method, a function that distorts a result. Undefined leaves the result unchanged. */
const distortions: Record<string, (result: unknown) => unknown> = {
  eth_getTransactionReceipt: (result) => (isRow(result) ? without(result, 'status') : undefined),
  eth_getBlockByNumber: (result) =>
    isRow(result) && Number(result.number) % 7 === 0 ? without(result, 'hash') : undefined,
  eth_getLogs: (result) =>
    Array.isArray(result) && result.length > 0
      ? result.map((row: Row) => ({ ...row, data: `0x${'7'.padStart(64, '0')}` }))
      : undefined,
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function without(row: Row, field: string): Row {
  const { [field]: _left, ...rest } = row
  return rest
}

function filterOf(params: unknown[]): Row {
  return isRow(params[0]) ? params[0] : {}
}
