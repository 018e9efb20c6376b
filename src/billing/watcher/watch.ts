import type { Platform } from '#src/platform/platform.ts'
import { type ChainNode, chainNode } from '../chains/chain-node.ts'
import type { JsonRpc } from '../chains/json-rpc.ts'
import type { Network } from '../chains/network.ts'
import { NodePool } from '../chains/node-pool.ts'
import { CallSize } from './call-size.ts'
import { type KnownChain, proveNode } from './prove-node.ts'

/** One process's eyes on one network. */
export type Watch = {
  ctx: Platform
  network: Network
  known: KnownChain
  pool: NodePool
  /** Asks the pool. */
  node: ChainNode
  /** An independent source that must agree on large deposits; null where none is configured. */
  second: ChainNode | null
  /** Names this process as holder of the lease. */
  owner: string
  /** Whether chain, token and key were found to be those of the network since this process began. */
  open: boolean
  /** How large a question about logs may be, and one about whole blocks. */
  size: CallSize
  wholeBlocks: CallSize
  /** What had its turn to be judged and must wait: many of them do not hold up those behind them. */
  judged: { large: Set<string>; dust: Set<string> }
  /** Whether the node knows the tag `finalized`; null until tried. */
  knowsFinalized: boolean | null
  /** What was last written down about the nodes. */
  reported: string
}

export function openWatch(
  ctx: Platform,
  network: Network,
  sources: { nodes: readonly JsonRpc[]; second: JsonRpc | null },
  owner: string,
): Watch {
  const known: KnownChain = { genesis: null }
  const pool = new NodePool(sources.nodes, proveNode(network, known, ctx.clock), ctx)
  return {
    ctx,
    network,
    known,
    pool,
    node: chainNode(pool.call, network.token),
    second: sources.second && chainNode(sources.second, network.token),
    owner,
    open: false,
    size: new CallSize(network, ctx.clock),
    wholeBlocks: new CallSize({ spanMax: network.spanMax, recipientsPerCall: 1 }, ctx.clock),
    judged: { large: new Set(), dust: new Set() },
    knowsFinalized: null,
    reported: '',
  }
}
