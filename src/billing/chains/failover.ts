import { type JsonRpc, RpcFault } from './json-rpc.ts'
import { quantity } from './transfer.ts'

/**
 * Several nodes as one. A node that cannot be reached hands over to the next, which must first prove that it speaks of the
 * same chain: a wrong chain id after a fail-over would make every answer after it false.
 */
export function failover(nodes: readonly JsonRpc[], chainId: number): JsonRpc {
  let current = 0
  const proven = new Set<number>()
  return async (method, params) => {
    let last: RpcFault | null = null
    for (let attempt = 0; attempt < nodes.length; attempt++) {
      const node = nodes[current]
      if (!node) break
      try {
        if (!proven.has(current)) {
          const answered = quantity(await node('eth_chainId', []))
          if (answered !== chainId) throw new RpcFault('nonsense', `a node is on chain ${answered}, not on ${chainId}`)
          proven.add(current)
        }
        return await node(method, params)
      } catch (error) {
        if (!(error instanceof RpcFault) || error.kind === 'rpc_error') throw error
        last = error
        proven.delete(current)
        current = (current + 1) % nodes.length
      }
    }
    throw last ?? new RpcFault('unreachable', 'no node is configured')
  }
}
