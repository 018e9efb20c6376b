import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { observationsAt } from '../deposits/deposit-store.ts'
import { networkState } from '../networks/network-store.ts'
import { tick } from './tick.ts'

test('an unconfirmed payment is removed if a reorganisation drops its transaction', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(3)
  await world.tick()
  expect((await world.shown(order)).payment).toBe('confirming')
  world.chain.reorganise(3, () => 'dropped')
  world.mine(25)
  for (let scan = 0; scan < 3; scan++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting', received: '0.00' })
  expect(await world.credit(ada)).toBe('0')
})

test('a payment re-mined in another block under another log index counts once', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(3)
  await world.tick()
  world.chain.reorganise(3, () => 'waiting')
  world.mine(25)
  for (let scan = 0; scan < 3; scan++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20', flags: [] })
  expect(await world.credit(ada)).toBe('0')
  const seen = await observationsAt(world.ctx.postgres.db, 'TRC20', await world.addressOf(order))
  expect(seen.map((row) => row.state).sort()).toEqual(['confirmed', 'orphaned'])
})

test('a payment still counts if a reorganisation moves it to a block before the creation of its address', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  const created = world.chain.head
  await world.pay(order)
  world.mine(2)
  await world.tick()
  world.chain.reorganise(8, () => 'waiting')
  world.chain.mineWaitingAt(created - 3)
  world.mine(25)
  for (let scan = 0; scan < 3; scan++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('if the block of a payment is reorganised and no scan runs for many blocks, the payment still counts once', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(1)
  await world.tick()
  world.chain.reorganise(5, () => 'waiting')
  world.mine(90)
  for (let scan = 0; scan < 3; scan++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
  expect(await world.credit(ada)).toBe('0')
})

test('a payment network with a changed genesis block stops and opens an incident', async () => {
  await using ctx = await testPlatform()
  await PaymentWorld.open(ctx)
  const reset = await PaymentWorld.open(ctx, { seed: 'two' })
  expect(await reset.held()).toEqual(['chain_changed'])
  expect(await reset.tick()).not.toBe('done')
  expect((await networkState(ctx.postgres.db, 'TRC20'))?.stopped).toBe('chain_changed')
  await expect(reset.order(await reset.customer())).rejects.toThrow('network_unavailable')
})

test('if a node does not support the block tag "finalized", payments are confirmed by block depth', async () => {
  await using world = await PaymentWorld.alone({ manners: { finalizedDepth: null } })
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(19)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, confirmations: 19, confirmationsNeeded: 20 })
  world.mine(1)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test.each([
  ['a range cap', { blocksPerFilterMax: 100 }],
  ['a cap of five blocks', { blocksPerFilterMax: 5 }],
  ['a result cap', { rowsMax: 3 }],
])('every payment is found at a node with %s', async (_name, manners) => {
  await using world = await PaymentWorld.alone({ manners })
  const order = await world.order(await world.customer())
  for (let part = 0; part < 8; part++) {
    await world.pay(order, order.payable / 8n)
    world.mine(1)
  }
  world.mine(300)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('if a node call accepts fewer recipients than there are orders, the payment of each order is still found', async () => {
  await using world = await PaymentWorld.alone({ change: { recipientsPerCall: 2 } })
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await world.order(await world.customer(`c${n}@example.com`)))
  for (const order of orders) await world.pay(order)
  await world.settle()
  for (const order of orders) expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test.each(['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt', 'eth_call'])(
  'broken connections at the first six calls of %s neither lose nor duplicate a payment',
  async (method) => {
    await using world = await PaymentWorld.alone()
    const ada = await world.customer()
    const order = await world.order(ada)
    await world.pay(order, order.payable + usdt(1))
    world.mine(25)
    await world.ctx.clock.advance(61_000)
    for (let deadAt = 1; deadAt <= 6; deadAt++) {
      let calls = 0
      world.fault = (requested) => (requested === method && ++calls === deadAt ? 'disconnected' : null)
      await world.tick().catch(() => {})
    }
    world.fault = () => null
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.completed)
    expect(await world.credit(ada)).toBe('1')
  },
)

test('only the payment watcher with the lease scans a network; a watcher whose lease expires during a scan writes nothing', async () => {
  await using world = await PaymentWorld.alone()
  const other = { ...world.watch, owner: 'another process' }
  expect(await tick(other)).toBe('not_leader')
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(25)
  let isLost = false
  world.fault = () => null
  const logs = world.watch.node.logs
  world.watch.node.logs = async (...range) => {
    if (!isLost) {
      isLost = true
      await sql`update lease set until = to_timestamp(0)`.execute(world.ctx.postgres.db)
      expect(await tick(other)).toBe('done')
    }
    return logs(...range)
  }
  await expect(world.tick()).rejects.toThrow('another process holds payments:TRC20')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.shown(order)).toMatchObject({ received: '79.20', flags: [] })
})

test('a backlog of a day of blocks is read with less than a hundredth of the daily limit of node calls', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(28_800)
  world.calls = 0
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(world.calls).toBeLessThan(700)
  expect(world.calls).toBeLessThan(world.network.callsPerDay / 100)
})

test('an order that cannot be settled does not hold up the other orders and the rest of the scan', async () => {
  await using world = await PaymentWorld.alone()
  const { db } = world.ctx.postgres
  const stuck = await world.order(await world.customer('bob@example.com'))
  const order = await world.order(await world.customer())
  await sql`alter table billing_order add constraint stuck check (no <> ${sql.lit(stuck.no)} or status = 0)`.execute(db)
  world.mineMinutes(32)
  expect(await world.tick()).toBe('done')
  expect([(await world.now(stuck)).status, (await world.now(order)).status]).toEqual([0, 3])
  await sql`alter table billing_order drop constraint stuck`.execute(db)
  await world.tick()
  expect((await world.now(stuck)).status).toBe(3)
})
