import type { Platform } from '#src/platform/platform.ts'
import { type ChainNode, chainNode } from '../../chains/chain-node.ts'
import type { JsonRpc } from '../../chains/json-rpc.ts'
import type { Network } from '../../chains/network.ts'
import { NodePool } from '../../chains/node-pool.ts'
import { CallSize } from './call-size.ts'
import { type KnownChain, proveNode } from './prove-node.ts'

export type Watch = {
  ctx: Platform
  network: Network
  known: KnownChain
  pool: NodePool
  node: ChainNode
  /** An independent node that must agree on large deposits, proven separately; null when none is configured. */
  second: ChainNode | null
  /** Starts a scan with the known facts of the chain. Every node must prove its chain again. */
  beginScan: (known: KnownChain) => void
  owner: string
  /** Whether chain, token and key were verified since this process began. */
  open: boolean
  /**
   * Maximum sizes of log requests: `size` with recipients, `everyone` without recipients, `wholeBlocks` for whole
   * blocks.
   */
  size: CallSize
  everyone: CallSize
  wholeBlocks: CallSize
  /** Reads of other tokens' transfers: the time of the next read, the blocks per read, and the consecutive faults. */
  others: { nextAt: number; blocks: number; faults: number }
  /** True when the previous scan met a reorganisation of final blocks. */
  reorganised: boolean
  /** Judged transfers that must wait. They are excluded, so that many of them do not delay other transfers. */
  judged: { large: Set<string>; dust: Set<string> }
  /** Transfers whose last settlement failed. */
  unsettled: Set<string>
  /** Whether the node knows the tag `finalized`; null until tried. */
  knowsFinalized: boolean | null
  reported: string
}

export function openWatch(
  ctx: Platform,
  network: Network,
  sources: { nodes: readonly JsonRpc[]; second: JsonRpc | null },
  owner: string,
): Watch {
  const known: KnownChain = { genesis: null, anchors: [] }
  const prove = proveNode(network, known, ctx.clock)
  const pool = new NodePool(sources.nodes, prove, ctx)
  const second = sources.second && new NodePool([sources.second], prove, ctx)
  const wideSize = { spanMax: network.spanMax, recipientsPerCall: 1 }
  return {
    ctx,
    network,
    known,
    pool,
    node: chainNode(pool.call, network.token),
    second: second && chainNode(second.call, network.token),
    beginScan(now) {
      Object.assign(known, now)
      pool.beginScan()
      second?.beginScan()
    },
    owner,
    open: false,
    size: new CallSize(network, ctx.clock),
    everyone: new CallSize(wideSize, ctx.clock),
    wholeBlocks: new CallSize(wideSize, ctx.clock),
    others: { nextAt: 0, blocks: network.spanMax, faults: 0 },
    reorganised: false,
    judged: { large: new Set(), dust: new Set() },
    unsettled: new Set(),
    knowsFinalized: null,
    reported: '',
  }
}
