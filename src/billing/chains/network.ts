import type { Address20, AddressFormat } from './address.ts'

/** The labels of the specification. Which chain stands behind one is the operator's setting and always shown beside it. */
export const networkCodes = ['TRC20', 'ETC20'] as const
export type NetworkCode = (typeof networkCodes)[number]

export type RpcEndpoint = { url: string; headers: Record<string, string> }

/** Everything the watcher and the payment page know about one network. */
export type Network = {
  code: NetworkCode
  /** The chain's own name: `TRON`, `Ethereum`, `Sandbox TRON`. */
  chainName: string
  chainId: number
  token: Address20
  tokenSymbol: string
  tokenDecimals: number
  addressFormat: AddressFormat
  xpub: string
  /** Address 0 as the operator's wallet shows it. */
  canary: string
  /** Blocks on top of a transfer, its own included, before it counts where the chain names no final block. */
  confirmations: number
  /** `depth` ignores the chain's `finalized` tag even where it works. */
  finality: 'finalized-or-depth' | 'depth'
  /** Blocks per eth_getLogs call, and how many a tick scans at most. */
  spanMax: number
  recipientsPerCall: number
  pollOpenMs: number
  pollIdleMs: number
  blockMs: number
  /** Deposits of at least this much need a second source that agrees; null when there is only one. */
  secondSourceFrom: bigint | null
  /** Underpayment that still completes an order, micro-USDT. */
  tolerance: bigint
  /** Explorer pages with `{hash}` or `{address}`; null where there is none. */
  explorer: { transaction: string; address: string } | null
}

/**
 * How many blocks below the head are read again each tick: the cursor never enters them. Twice the confirmations,
 * between 64 and 512.
 */
export function rewindOf(network: Pick<Network, 'confirmations'>): number {
  return Math.min(512, Math.max(64, 2 * network.confirmations))
}
