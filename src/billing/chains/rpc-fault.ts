/**
 * Why a node's response cannot be used. No transfer is read from such a response. Only `range_limit` and `topic_limit`
 * mean that the request was too large.
 */
export type RpcFaultKind =
  | 'unreachable'
  | 'refused'
  | 'rate_limited'
  | 'range_limit'
  | 'topic_limit'
  | 'rpc_error'
  | 'not_json_rpc'
  | 'nonsense'
  | 'stale_head'
  /** While a network is being opened, this fault stops the network. */
  | 'wrong_chain'
  /** The chain is ours, but a final block has changed. The second such scan in a row follows the changed chain. */
  | 'reorganised'

export class RpcFault extends Error {
  readonly kind: RpcFaultKind
  readonly code: number | null

  constructor(kind: RpcFaultKind, message: string, code: number | null = null) {
    super(message)
    this.name = 'RpcFault'
    this.kind = kind
    this.code = code
  }
}

/** Error texts of hosted nodes. Infura's code -32005 means a rate limit or a result that is too large. */
const rateWords =
  /rate.?limit|too many requests|request (rate|count)|requests? per|per (second|minute|day)|throttl|quota|compute unit|capacity|credits|\bbusy\b|overload/i
const topicWords = /topics|too many addresses/i
const rangeWords =
  /(block|log|query) ?range|range (is )?too|too many (blocks|results|logs)|more than [\d,k]+|max(imum)? (block|result)|limited to|at most [\d,k]+ blocks|too (large|wide|big)|size exceeded|exceeds? (the )?(limit|max)|query timeout/i

/** Rate limits are recognised first: the request of a rate-limited caller was not too large. */
export function kindOfError(code: number, message: string): RpcFaultKind {
  if (code === 429 || code === -32029 || rateWords.test(message)) return 'rate_limited'
  if (topicWords.test(message)) return 'topic_limit'
  if (rangeWords.test(message) || code === -32005) return 'range_limit'
  return 'rpc_error'
}
