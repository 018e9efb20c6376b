import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { NodePool } from './node-pool.ts'
import { RpcFault, type RpcFaultKind } from './rpc-fault.ts'

type Manners = { chain?: RpcFaultKind | null; fault?: RpcFaultKind | null }

function poolOf(...nodes: Manners[]) {
  const clock = new ManualClock()
  const callCounts = nodes.map(() => 0)
  const calls = nodes.map((node, at) => async () => {
    callCounts[at] = (callCounts[at] ?? 0) + 1
    if (node.fault) throw new RpcFault(node.fault, `node ${at}`)
    return at
  })
  const prove = async (call: () => Promise<unknown>) => {
    const { chain } = nodes[calls.indexOf(call as (typeof calls)[number])] ?? {}
    if (chain) throw new RpcFault(chain, 'not believed')
    return { number: 1, hash: '0x' as const, time: 0 }
  }
  return { clock, asked: callCounts, nodes, pool: new NodePool(calls, prove as never, { clock, random: cryptoRandom }) }
}

test.each<RpcFaultKind>(['unreachable', 'refused', 'rate_limited', 'rpc_error', 'not_json_rpc', 'nonsense'])(
  'after a node failed with the fault %s, the pool calls the next node',
  async (fault) => {
    const { pool } = poolOf({ fault }, {})
    expect(await pool.call('eth_getLogs', [])).toBe(1)
  },
)

test.each<RpcFaultKind>(['stale_head', 'wrong_chain'])(
  'a node with the fault %s is skipped by the pool',
  async (chain) => {
    const { pool, asked: callCounts } = poolOf({}, { chain }, {})
    expect(await pool.call('eth_getLogs', [])).toBe(0)
    const second = poolOf({ fault: 'unreachable' }, { chain }, {})
    expect(await second.pool.call('eth_getLogs', [])).toBe(2)
    expect(second.asked[1]).toBe(0)
    expect(callCounts).toEqual([1, 0, 0])
  },
)

test('a node is verified again at the first request of each scan', async () => {
  const { pool, nodes } = poolOf({}, {})
  expect(await pool.call('eth_getLogs', [])).toBe(0)
  nodes[0] = { chain: 'wrong_chain' }
  expect(await pool.call('eth_getLogs', [])).toBe(0)
  pool.beginScan()
  expect(await pool.call('eth_getLogs', [])).toBe(1)
})

test('if a node refuses a request because its block range is too large, the pool does not send the request to the next node', async () => {
  const { pool, asked: callCounts } = poolOf({ fault: 'range_limit' }, {})
  await expect(pool.call('eth_getLogs', [])).rejects.toMatchObject({ kind: 'range_limit' })
  expect(callCounts).toEqual([1, 0])
})

test('a node with a fault is skipped for a while and called again when the other nodes fail', async () => {
  const { pool, nodes, asked: callCounts, clock } = poolOf({ fault: 'rate_limited' }, {})
  for (let n = 0; n < 5; n++) await pool.call('eth_getLogs', [])
  expect(callCounts).toEqual([1, 5])
  Object.assign(nodes[0] ?? {}, { fault: null })
  Object.assign(nodes[1] ?? {}, { fault: 'unreachable' })
  await clock.advance(30_000)
  expect(await pool.call('eth_getLogs', [])).toBe(0)
})

test('if a node returns an RPC error and the next node is unreachable, the RPC error is reported', async () => {
  const { pool } = poolOf({ fault: 'rpc_error' }, { fault: 'unreachable' })
  await expect(pool.call('eth_getBlockByNumber', [])).rejects.toMatchObject({ kind: 'rpc_error' })
})
