import type { Platform } from '#src/platform/platform.ts'
import type { ChainNode } from '../chains/chain-node.ts'
import type { Network } from '../chains/network.ts'
import type { ChainPlace } from '../deposit-store.ts'
import type { CallSize } from './scan.ts'

/** One process's eyes on one network. */
export type Watch = {
  ctx: Platform
  network: Network
  node: ChainNode
  /** An independent source that must agree on large deposits; null where none is configured. */
  second: ChainNode | null
  /** Names this process as holder of the lease. */
  owner: string
  size: CallSize
  /** Up to where the last look judged what is deep enough: many that must wait do not hold up those behind them. */
  judgedTo: ChainPlace
  /** Whether the node knows the tag `finalized`; null until tried. */
  knowsFinalized: boolean | null
}

export const chainStart: ChainPlace = { blockNumber: -1, logIndex: 0 }

export function openWatch(
  ctx: Platform,
  network: Network,
  nodes: { node: ChainNode; second: ChainNode | null },
  owner: string,
): Watch {
  const size = { span: network.spanMax, recipients: network.recipientsPerCall }
  return { ctx, network, ...nodes, owner, size, judgedTo: chainStart, knowsFinalized: null }
}
