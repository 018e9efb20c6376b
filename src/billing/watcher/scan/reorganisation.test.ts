import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { hourMs, minuteMs } from '#src/contract/time.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { jsonRpc } from '../../chains/json-rpc.ts'
import { anchorsOf } from '../../networks/anchor-store.ts'
import { networkState, rewindCursor } from '../../networks/network-store.ts'
import { describeOrderStory } from '../../operator/order-story.ts'
import { SandboxChain, type SandboxTransaction } from '../../sandbox/sandbox-chain.ts'
import { sandboxTransport } from '../../sandbox/sandbox-rpc.ts'
import { openWatch } from '../network/watch.ts'

/** A chain with the same chain id and first block, but with different newest `depth` blocks. */
function forkOf({ chain }: PaymentWorld, depth: number): SandboxChain {
  const fork = new SandboxChain(chain.options)
  fork.mine(chain.head)
  fork.reorganise(depth, () => 'dropped')
  return fork
}

test('a reorganisation below credited blocks opens an incident within two scans and revokes no credit automatically', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  const hash = await world.pay(order, order.payable + usdt(1))
  await world.settle()
  world.chain.reorganise(25, () => 'dropped')
  world.mine(1)
  expect(await world.scan()).toMatchObject({ kind: 'reorganised' })
  world.mine(1)
  expect(await world.scan()).toBe('done')
  const [incident, ...others] = await world.incidents()
  expect(others).toEqual([])
  expect(incident).toMatchObject({
    kind: 'deep_reorganisation',
    detail: { vanished: [`${hash} with 80.20 USDT for order ${order.no}`], movedToOtherBlocks: 0 },
  })
  expect((await describeOrderStory(world.ctx, { kind: 'operator-cli' }, order.no)).join('\n')).toContain(
    'deep_reorganisation',
  )
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.credit(ada)).toBe('1')
  const next = await world.order(await world.customer('bob@example.com'))
  await world.pay(next)
  await world.settle()
  expect((await world.now(next)).status).toBe(orderStatus.completed)
  expect(await world.held()).toEqual(['deep_reorganisation'])
})

test.each([
  ['before', true],
  ['after', false],
])('a credited payment counts once if it moves to another block %s the next scan', async (_when, before) => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  const gone: SandboxTransaction[] = []
  world.chain.reorganise(25, (transaction) => {
    gone.push(transaction)
    return before ? 'waiting' : 'dropped'
  })
  world.mine(1)
  for (let scan = 0; scan < 2; scan++) await world.scan()
  expect((await world.incidents())[0]?.detail).toMatchObject({ movedToOtherBlocks: before ? 1 : 0 })
  for (const transaction of gone) world.chain.send(transaction)
  world.mine(30)
  for (let scan = 0; scan < 3; scan++) await world.scan()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: [], received: '79.20' })
})

test('if only one of several nodes reports a reorganisation, that node is skipped', async () => {
  await using world = await PaymentWorld.alone()
  const { ctx, network, manners, chain } = world
  const nodes = [forkOf(world, 25), chain].map((each) => jsonRpc(sandboxTransport(each, manners)))
  const watch = openWatch(ctx, network, { nodes, second: null }, world.watch.owner)
  watch.open = true
  const passing = Object.assign(Object.create(world), { watch }) as PaymentWorld
  for (let scan = 0; scan < 3; scan++) expect(await passing.scan()).toBe('done')
  expect(await world.held()).toEqual([])
  const [newest] = await anchorsOf(ctx.postgres.db, network.code)
  expect(newest?.hash).toBe(chain.hashOf(newest?.number ?? 0))
})

test('a node that follows a fork deeper than the rescanned blocks is not trusted until it returns to the right chain', async () => {
  await using world = await PaymentWorld.alone()
  const before = await networkState(world.ctx.postgres.db, 'TRC20')
  world.manners.impostor = forkOf(world, 200)
  for (let scan = 0; scan < 4; scan++) expect(await world.scan()).toMatchObject({ kind: 'wrong_chain' })
  expect(await world.held()).toEqual(['no_trusted_node'])
  expect(await networkState(world.ctx.postgres.db, 'TRC20')).toMatchObject({ cursor: before?.cursor })
  world.manners.impostor = null
  expect(await world.scan()).toBe('done')
  expect(await world.held()).toEqual([])
})

test('if a node follows a fork without a payment, the payment is credited when the node returns to the right chain', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  const fork = forkOf(world, 30)
  world.manners.impostor = fork
  await world.pay(order)
  for (let scan = 0; scan < 4; scan++) {
    world.mine(10)
    fork.mineUntil(world.ctx.clock.now())
    await world.scan()
  }
  expect(await world.held()).toEqual(['deep_reorganisation'])
  expect((await world.now(order)).status).toBe(orderStatus.pending)
  world.manners.impostor = null
  for (let scan = 0; scan < 3; scan++) await world.scan()
  expect(await world.held()).toEqual(['deep_reorganisation', 'deep_reorganisation'])
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('a payment network continues after a rewind, even if a reorganisation replaced all its recorded blocks', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.chain.reorganise(300, () => 'dropped')
  expect(await world.scan()).toMatchObject({ kind: 'wrong_chain' })
  await world.ctx.postgres.transaction((tx) => rewindCursor(tx, 'TRC20', world.chain.head - 300))
  await world.pay(order)
  world.mine(25)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a payment network that starts after a deep reorganisation opens an incident', async () => {
  await using world = await PaymentWorld.alone()
  await world.order(await world.customer())
  world.chain.reorganise(25, () => 'dropped')
  world.watch.open = false
  await world.scan()
  expect(await world.scan()).toBe('done')
  expect(await world.held()).toEqual(['deep_reorganisation'])
})

test('a large payment waits while the second source is on another chain, and is held for review 35 minutes later', async () => {
  await using world = await PaymentWorld.alone({ second: true, change: { secondSourceFrom: usdt(50) } })
  const order = await world.order(await world.customer())
  world.secondFault = (method) => (method === 'eth_chainId' ? 'wrong_chain_id' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming' })
  expect(await world.held()).toEqual([])
  world.mineMinutes(35)
  await world.tick()
  expect(await world.held()).toEqual(['deposit_unclear'])
  world.secondFault = () => null
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.held()).toEqual([])
})

test('an incident about disagreeing nodes closes when a reorganisation drops the disputed transfer', async () => {
  await using world = await PaymentWorld.alone({ second: true, change: { secondSourceFrom: usdt(50) } })
  world.secondFault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  await world.pay(await world.order(await world.customer()))
  await world.settle()
  expect(await world.held()).toEqual(['sources_disagree'])
  world.chain.reorganise(25, () => 'dropped')
  for (let scan = 0; scan < 3; scan++) {
    world.mine(1)
    await world.scan()
  }
  expect(await world.held()).toEqual(['deep_reorganisation'])
})

test('an incident about a transfer without a receipt closes after three scans that do not find the transfer', async () => {
  await using world = await PaymentWorld.alone({ change: { headAgeMaxMs: 2 * hourMs } })
  world.fault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  await world.ctx.clock.advance(31 * minuteMs)
  await world.tick()
  expect(await world.held()).toEqual(['deposit_unclear'])
  const noReceipt = world.fault
  world.fault = (method) => (method === 'eth_getLogs' ? 'empty_logs' : noReceipt(method))
  for (let scan = 0; scan < 3; scan++) await world.scan()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting' })
  expect(await world.held()).toEqual([])
})
