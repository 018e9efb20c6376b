import type { Clock } from '#src/platform/clock.ts'
import type { Random } from '#src/platform/random.ts'
import type { Block } from './chain-node.ts'
import type { JsonRpc } from './json-rpc.ts'
import { RpcFault, type RpcFaultKind } from './rpc-fault.ts'

export type NodeReport = { faults: number; lastFault: RpcFaultKind | null; lastFaultAt: number | null }

/** Returns the node's head. Throws an RpcFault unless the node is on our chain and up to date. */
export type ProveNode = (node: JsonRpc) => Promise<Block>

/** Faults of a request that is too large for the node: the caller splits it, and another node would not help. */
const aboutTheQuestion: readonly RpcFaultKind[] = ['range_limit', 'topic_limit']
const restMs = { first: 1_000, max: 20_000 }

type PoolNode = {
  call: JsonRpc
  head: Block | null
  faults: number
  restUntil: number
  last: { kind: RpcFaultKind; at: number } | null
}

/**
 * Several nodes behind one interface. A fault passes the request to the next node, unless the request is too large. A
 * node is trusted only after it has proven its chain and a fresh head in the current scan. A node with faults pauses,
 * longer each time and with jitter.
 */
export class NodePool {
  readonly #nodes: PoolNode[]
  readonly #prove: ProveNode
  readonly #clock: Clock
  readonly #random: Random
  #current = 0

  constructor(calls: readonly JsonRpc[], prove: ProveNode, { clock, random }: { clock: Clock; random: Random }) {
    this.#nodes = calls.map((call) => ({ call, head: null, faults: 0, restUntil: 0, last: null }))
    this.#prove = prove
    this.#clock = clock
    this.#random = random
  }

  beginScan(): void {
    for (const node of this.#nodes) node.head = null
  }

  /** Makes the next request go to another node. Call it after a nonsensical response. */
  passOver(): void {
    const node = this.#nodes[this.#current]
    if (node) this.#rest(node, 'nonsense')
  }

  reports(): NodeReport[] {
    return this.#nodes.map(({ faults, last }) => ({
      faults,
      lastFault: last?.kind ?? null,
      lastFaultAt: last?.at ?? null,
    }))
  }

  readonly head = (): Promise<Block> => this.#request(async (_node, head) => head)

  readonly call: JsonRpc = (method, params) => this.#request((node) => node.call(method, params))

  async #request<T>(question: (node: PoolNode, head: Block) => Promise<T>): Promise<T> {
    const faults: RpcFault[] = []
    for (const at of this.#inOrder()) {
      const node = this.#nodes[at]
      if (!node) continue
      try {
        node.head ??= await this.#prove(node.call)
        const answer = await question(node, node.head)
        node.faults = 0
        this.#current = at
        return answer
      } catch (error) {
        if (!(error instanceof RpcFault) || aboutTheQuestion.includes(error.kind)) throw error
        faults.push(error)
        if (error.kind !== 'rpc_error') this.#rest(node, error.kind)
      }
    }
    // An error about the request is more useful than a report that other nodes are silent. A reorganisation counts only
    // when all nodes report it.
    const fault =
      faults.find(({ kind }) => kind === 'rpc_error') ?? faults.find(({ kind }) => kind !== 'reorganised') ?? faults[0]
    throw fault ?? new RpcFault('unreachable', 'no node is configured')
  }

  #rest(node: PoolNode, kind: RpcFaultKind): void {
    node.head = null
    node.last = { kind, at: this.#clock.now() }
    const ms = Math.min(restMs.max, restMs.first * 2 ** Math.min(10, node.faults++))
    node.restUntil = this.#clock.elapsed() + ms * (0.5 + this.#random.int(1_000) / 1_000)
  }

  /** The indexes of all nodes, from the current node on. Paused nodes come last, in the order in which they resume. */
  #inOrder(): number[] {
    const now = this.#clock.elapsed()
    const indexes = this.#nodes.map((_node, n) => (this.#current + n) % this.#nodes.length)
    const restOf = (at: number) => Math.max(0, (this.#nodes[at]?.restUntil ?? 0) - now)
    return indexes.sort((a, b) => restOf(a) - restOf(b))
  }
}
