import type { Clock } from '#src/platform/clock.ts'
import { chainNode } from '../chains/chain-node.ts'
import type { Network } from '../chains/network.ts'
import type { ProveNode } from '../chains/node-pool.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import type { Hash } from '../chains/transfer.ts'

/** What is known of a chain for good: the first block never changes. */
export type KnownChain = { genesis: Hash | null }

/** A node speaks of our chain if it has its number and its first block, and is up to date if its head is young. */
export function proveNode(network: Network, known: KnownChain, clock: Clock): ProveNode {
  return async (call) => {
    const node = chainNode(call, network.token)
    const chainId = await node.chainId()
    if (chainId !== network.chainId) {
      throw new RpcFault('wrong_chain', `a node is on chain ${chainId}, not on ${network.chainId}`)
    }
    const first = known.genesis === null ? null : await node.block(0)
    if (first && first.hash !== known.genesis) {
      throw new RpcFault('wrong_chain', `a node has the first block ${first.hash}, not ${known.genesis}`)
    }
    const head = await node.block('latest')
    if (!head || (known.genesis !== null && !first)) throw new RpcFault('nonsense', 'a node has no blocks')
    const ageMs = clock.now() - head.time
    if (ageMs > network.headAgeMaxMs) {
      throw new RpcFault('stale_head', `the head of a node is ${Math.round(ageMs / 1000)} s old`)
    }
    return head
  }
}
