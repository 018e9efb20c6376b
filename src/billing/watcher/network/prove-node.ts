import type { Clock } from '#src/platform/clock.ts'
import { type ChainNode, chainNode } from '../../chains/chain-node.ts'
import type { Network } from '../../chains/network.ts'
import type { ProveNode } from '../../chains/node-pool.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { Hash } from '../../chains/transfer.ts'
import type { Anchor } from '../../networks/anchor-store.ts'

export type KnownChain = { genesis: Hash | null; anchors: readonly Anchor[] }

/** Proves that a node has the chain id and the known blocks of our chain, and that its head is recent. */
export function proveNode(network: Network, known: KnownChain, clock: Clock): ProveNode {
  return async (call) => {
    const node = chainNode(call, network.token)
    const chainId = await node.chainId()
    if (chainId !== network.chainId) {
      throw new RpcFault('wrong_chain', `a node is on chain ${chainId}, not on ${network.chainId}`)
    }
    await proveHistory(node, known)
    const head = await node.block('latest')
    if (!head) throw new RpcFault('nonsense', 'a node has no blocks')
    const ageMs = clock.now() - head.time
    if (ageMs > network.headAgeMaxMs) {
      throw new RpcFault('stale_head', `the head of a node is ${Math.round(ageMs / 1000)} s old`)
    }
    return head
  }
}

/** Usually a single request: the newest known block implies all earlier blocks. */
async function proveHistory(node: ChainNode, { genesis, anchors }: KnownChain): Promise<void> {
  const [newest] = anchors
  const oldest = anchors.at(-1)
  if (!newest || !oldest) return proveGenesis(node, genesis)
  const found = await node.block(newest.number)
  if (found?.hash === newest.hash) return
  if (!found) {
    await proveGenesis(node, genesis)
    throw new RpcFault('stale_head', `a node does not have block ${newest.number}, which was seen before`)
  }
  const shared = oldest === newest ? null : await node.block(oldest.number)
  throw new RpcFault(
    shared?.hash === oldest.hash ? 'reorganised' : 'wrong_chain',
    `block ${newest.number} was final as ${newest.hash}, and a node has ${found.hash} there`,
  )
}

async function proveGenesis(node: ChainNode, genesis: Hash | null): Promise<void> {
  if (genesis === null) return
  const first = await node.block(0)
  if (!first) throw new RpcFault('nonsense', 'a node has no first block')
  if (first.hash !== genesis) {
    throw new RpcFault('wrong_chain', `a node has the first block ${first.hash}, not ${genesis}`)
  }
}
