import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import { claimPayment } from '../claim.ts'
import { networkHealth, unreadNetworks } from '../networks/network-health.ts'
import { networkState } from '../networks/network-store.ts'
import { cancelOrder } from '../orders.ts'
import type { Fault } from '../sandbox/node-fault.ts'
import { SandboxChain } from '../sandbox/sandbox-chain.ts'

test.each<Fault>(['too_many', 'too_many_in_body', 'internal_error', 'server_error', 'disconnected'])(
  'a scan that gets the fault %s stops at once and does not try a smaller block range',
  async (fault) => {
    await using world = await PaymentWorld.alone()
    const order = await world.order(await world.customer())
    await world.pay(order)
    world.mine(25)
    world.fault = (method) => (method === 'eth_getLogs' ? fault : null)
    world.calls = 0
    expect(await world.scan()).toBeInstanceOf(RpcFault)
    expect(world.calls).toBeLessThan(10)
    world.fault = () => null
    world.calls = 0
    expect(await world.scan()).toBe('done')
    expect(world.calls).toBeLessThan(20)
    expect((await world.now(order)).status).toBe(orderStatus.completed)
  },
)

test('a node with a block-range limit refuses at most three log queries of the watcher in twenty scans', async () => {
  await using world = await PaymentWorld.alone({ manners: { blocksPerFilterMax: 100 } })
  await world.order(await world.customer())
  const refused: number[] = []
  const { logs } = world.watch.node
  world.watch.node.logs = async (from, to, recipients) => {
    if (to - from >= 100) refused.push(to - from + 1)
    return logs(from, to, recipients)
  }
  for (let scan = 0; scan < 20; scan++) {
    world.mine(400)
    await world.tick()
  }
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(4)
})

test('while a node returns no new blocks, an incident is open, new orders are refused and open orders do not expire', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.manners.frozenAt = world.chain.head
  world.mineMinutes(45)
  expect(await world.scan()).toMatchObject({ kind: 'stale_head' })
  expect(await world.shown(order)).toMatchObject({ status: 0, networkDelayed: true })
  expect(unreadNetworks(await networkHealth(world.ctx))).toContain('payments TRC20: no_trusted_node, stale_head')
  await expect(world.order(await world.customer('bob@example.com'))).rejects.toThrow('network_unavailable')
  expect(await world.held()).toEqual(['no_trusted_node'])
  world.manners.frozenAt = null
  expect(['behind', 'done']).toContain(await world.scan())
  expect(await world.held()).toEqual([])
  expect(await world.shown(order)).toMatchObject({ networkDelayed: false })
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.timedOut)
})

test('if a node refuses requests by its rate limit, an incident opens after two minutes, but not earlier', async () => {
  await using world = await PaymentWorld.alone()
  world.fault = () => 'too_many'
  await world.scan()
  world.mineMinutes(1)
  await world.scan()
  expect(await world.held()).toEqual([])
  world.mineMinutes(1)
  await world.scan()
  expect(await world.held()).toEqual(['no_trusted_node'])
})

test('a node that serves another chain does not move the scan cursor, and the payment network recovers when the right chain returns', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  const before = await networkState(world.ctx.postgres.db, 'TRC20')
  const other = new SandboxChain({ ...world.chain.options, seed: 'another chain', blockMs: 1_000 })
  other.mineUntil(world.ctx.clock.now())
  world.manners.impostor = other
  for (let scan = 0; scan < 5; scan++) {
    world.mine(8)
    other.mineUntil(world.ctx.clock.now())
    expect(await world.scan()).toMatchObject({ kind: 'wrong_chain' })
  }
  expect(await networkState(world.ctx.postgres.db, 'TRC20')).toMatchObject({
    cursor: before?.cursor,
    head: before?.head,
  })
  expect(await world.held()).toEqual(['no_trusted_node'])
  await expect(world.order(await world.customer('bob@example.com'))).rejects.toThrow('network_unavailable')
  world.manners.impostor = null
  await world.pay(order)
  world.mine(25)
  expect(await world.scan()).toBe('done')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.held()).toEqual([])
})

test('a node that reports another chain id during a scan is not trusted in that scan', async () => {
  await using world = await PaymentWorld.alone()
  world.fault = (method) => (method === 'eth_chainId' ? 'wrong_chain_id' : null)
  expect(await world.scan()).toMatchObject({ kind: 'wrong_chain' })
  world.fault = () => null
  expect(await world.scan()).toBe('done')
})

test('a payment network that is opened on a wrong chain stops until the right chain returns', async () => {
  await using world = await PaymentWorld.alone()
  world.manners.impostor = new SandboxChain({ ...world.chain.options, seed: 'another chain' })
  world.manners.impostor.mineUntil(world.ctx.clock.now())
  world.watch.open = false
  expect(await world.scan()).toBe('stopped')
  expect(await world.held()).toEqual(['chain_changed'])
  world.manners.impostor = null
  expect(await world.scan()).toBe('done')
  expect(await world.held()).toEqual([])
})

test.each<[string, Fault]>([
  ['eth_getTransactionReceipt', 'no_status'],
  ['eth_getTransactionReceipt', 'no_receipt_logs'],
  ['eth_getTransactionReceipt', 'altered_receipt'],
  ['eth_getTransactionReceipt', 'no_receipt'],
  ['eth_getLogs', 'altered_value'],
])('no deposit is lost if a node answers %s wrongly once (%s)', async (faultyMethod, fault) => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(25)
  let times = 0
  world.fault = (method) => (method === faultyMethod && times++ === 0 ? fault : null)
  await world.scan()
  expect(times).toBeGreaterThan(0)
  for (let scan = 0; scan < 3; scan++) await world.scan()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
  expect(await world.credit(ada)).toBe('0')
  expect(await world.held()).toEqual([])
})

test('a wrong transfer value in the log is corrected from the receipt once the block is final', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(2)
  world.fault = (method) => (method === 'eth_getLogs' ? 'altered_value' : null)
  await world.scan()
  world.mine(500)
  world.fault = () => null
  for (let scan = 0; scan < 4; scan++) await world.scan()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('a payment found by the balance audit alone is kept, and its order cannot be cancelled', async () => {
  await using world = await PaymentWorld.alone({ change: { confirmations: 60 } })
  const ada = await world.customer()
  const order = await world.order(ada)
  world.fault = (method) => (method === 'eth_getLogs' ? 'empty_logs' : null)
  await world.pay(order)
  world.mine(22)
  await world.scan()
  for (let scan = 0; scan < 6; scan++) {
    world.mine(1)
    await world.scan()
  }
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming' })
  await expect(cancelOrder(world.ctx, ada.actor, order.no)).rejects.toThrow('payment_detected')
  world.mine(60)
  await world.scan()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('payment claims and audits work with a node that refuses unfiltered log queries', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  const txHash = world.send({ to: `0x${'12'.repeat(20)}`, value: 1n })
  world.mine(1)
  world.fault = () => 'no_unfiltered'
  await claimPayment(world.ctx, ada.actor, { orderNo: order.no, txHash, locale: 'en-US' })
  expect(await world.scan()).toBe('done')
  await world.pay(order)
  world.mine(25)
  expect(await world.scan()).toBe('done')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  world.calls = 0
  expect(await world.scan()).toBe('done')
  expect(world.calls).toBeLessThan(15)
})

test('the page of an order shows how many confirmations its large payment needs', async () => {
  await using world = await PaymentWorld.alone({ code: 'ETC20', manners: { finalizedDepth: 90 } })
  const order = await world.order(await world.customer(), { planId: 'integrated-premium', period: 'year' })
  await world.pay(order)
  world.mine(40)
  await world.scan()
  expect(await world.shown(order)).toMatchObject({ status: 0, confirmations: 40, confirmationsNeeded: 96 })
  world.mine(60)
  await world.scan()
  expect(await world.shown(order)).toMatchObject({ status: 1, confirmations: 96, confirmationsNeeded: 96 })
})

test('a large payment is not credited while a node no longer returns final blocks', async () => {
  await using world = await PaymentWorld.alone({ code: 'ETC20', manners: { finalizedDepth: 90 } })
  const order = await world.order(await world.customer(), { planId: 'integrated-premium', period: 'year' })
  await world.pay(order)
  world.mine(40)
  expect(await world.scan()).toBe('done')
  const { block } = world.watch.node
  world.watch.node.block = async (at) => (at === 'finalized' ? null : block(at))
  expect(await world.scan()).toMatchObject({ kind: 'nonsense' })
  expect((await world.now(order)).status).toBe(orderStatus.pending)
  world.watch.node.block = block
  world.mine(60)
  expect(await world.scan()).toBe('done')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})
