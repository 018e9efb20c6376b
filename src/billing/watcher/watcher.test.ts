import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { chainNode } from '../chains/chain-node.ts'
import { failover } from '../chains/failover.ts'
import { type JsonRpc, jsonRpc } from '../chains/json-rpc.ts'
import { observationsAt, watchedAddresses } from '../deposit-store.ts'
import { openIncidents } from '../incidents.ts'
import { networkState } from '../network-store.ts'
import { orderStatus } from '../order.ts'
import type { Fault } from '../sandbox/sandbox-rpc.ts'
import { openNetwork } from './open-network.ts'
import { tick } from './tick.ts'
import { openWatch } from './watch.ts'

const kinds = async (world: PaymentWorld) =>
  (await openIncidents(world.ctx.postgres.db)).map((incident) => incident.kind)

test('case 34: a payment that a reorganisation drops is taken back before it counts', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(3)
  await world.tick()
  expect((await world.shown(order)).payment).toBe('confirming')
  world.chain.reorganise(3, () => 'dropped')
  world.mine(25)
  for (let look = 0; look < 3; look++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting', received: '0.00' })
  expect(await world.credit(ada)).toBe('0')
})

test('case 35: re-mined in another block under another log index, it counts once', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(3)
  await world.tick()
  world.chain.reorganise(3, () => 'waiting')
  world.mine(25)
  for (let look = 0; look < 3; look++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20', flags: [] })
  expect(await world.credit(ada)).toBe('0')
  const seen = await observationsAt(ctx.postgres.db, 'TRC20', await world.addressOf(order))
  expect(seen.map((row) => row.state).sort()).toEqual(['confirmed', 'orphaned'])
})

test('case 36: re-mined before the block in which the address was made, it still counts', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  const created = world.chain.head
  await world.pay(order)
  world.mine(2)
  await world.tick()
  world.chain.reorganise(8, () => 'waiting')
  world.chain.placeWaitingAt(created - 3)
  world.mine(25)
  for (let look = 0; look < 3; look++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('case 37: a reorganisation after the scan, then a long gap', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(1)
  await world.tick()
  world.chain.reorganise(5, () => 'waiting')
  world.mine(90)
  for (let look = 0; look < 3; look++) await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
  expect(await world.credit(ada)).toBe('0')
})

test('case 38: another genesis block stops the network and asks for a person', async () => {
  await using ctx = await testPlatform()
  await PaymentWorld.open(ctx)
  const reset = await PaymentWorld.open(ctx, { seed: 'two' })
  expect(await kinds(reset)).toEqual(['chain_changed'])
  expect(await reset.tick()).not.toBe('done')
  expect((await networkState(ctx.postgres.db, 'TRC20'))?.stopped).toBe('chain_changed')
  await expect(reset.order(await reset.customer())).rejects.toThrow('network_unavailable')
})

test('case 39: a node whose head falls far behind is not believed', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const before = await networkState(ctx.postgres.db, 'TRC20')
  world.mine(500)
  await world.tick()
  const head = (await networkState(ctx.postgres.db, 'TRC20'))?.head ?? 0
  expect(head).toBe((before?.head ?? 0) + 500)
  const call: JsonRpc = async (method) => (method === 'eth_blockNumber' ? `0x${(head - 100).toString(16)}` : null)
  const watch = openWatch(
    ctx,
    world.network,
    { node: chainNode(call, world.network.token), second: null },
    world.watch.owner,
  )
  expect(await tick(watch)).toBe('lagging_node')
  expect((await networkState(ctx.postgres.db, 'TRC20'))?.head).toBe(head)
})

test('case 40: without the tag "finalized" depth decides', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { manners: { finalizedDepth: null } })
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
])('case 41: %s is found out and kept to', async (_name, manners) => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { manners })
  const order = await world.order(await world.customer())
  for (let part = 0; part < 8; part++) {
    await world.pay(order, order.payable / 8n)
    world.mine(1)
  }
  world.mine(300)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
})

test('case 42: more recipients than one call takes are asked for in several', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { change: { recipientsPerCall: 2 } })
  const orders = []
  for (let n = 0; n < 5; n++) orders.push(await world.order(await world.customer(`c${n}@example.com`)))
  for (const order of orders) await world.pay(order)
  await world.settle()
  for (const order of orders) expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test.each(['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt', 'eth_call'])(
  'case 43: dying at any %s of a tick loses nothing and doubles nothing',
  async (method) => {
    await using ctx = await testPlatform()
    const world = await PaymentWorld.open(ctx)
    const ada = await world.customer()
    const order = await world.order(ada)
    await world.pay(order, order.payable + usdt(1))
    world.mine(25)
    await ctx.clock.advance(61_000)
    for (let deadAt = 1; deadAt <= 6; deadAt++) {
      let calls = 0
      world.fault = (asked) => (asked === method && ++calls === deadAt ? 'disconnected' : null)
      await world.tick().catch(() => {})
    }
    world.fault = () => null
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.completed)
    expect(await world.credit(ada)).toBe('1')
  },
)

test('case 44: of two watchers one acts, and one that slept through its lease writes nothing', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const other = openWatch(ctx, world.network, { node: world.watch.node, second: null }, 'another process')
  expect(await tick(other)).toBe('not_leader')
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(25)
  let taken = false
  world.fault = () => null
  const logs = world.watch.node.logs
  world.watch.node.logs = async (...range) => {
    if (!taken) {
      taken = true
      await ctx.clock.advance(60_000)
      expect(await tick(other)).toBe('done')
    }
    return logs(...range)
  }
  await expect(world.tick()).rejects.toThrow('another process watches TRC20')
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await world.shown(order)).toMatchObject({ received: '79.20', flags: [] })
})

test('case 45: a day is caught up with in pieces, and no piece is larger than the node allows', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(28_800)
  world.calls = 0
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(world.calls).toBeLessThan(700)
  expect(world.calls).toBeLessThan(world.network.callsPerDay / 100)
})

test('case 46: what the log index hides, the balance betrays', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'empty_logs' : null)
  await world.pay(order)
  world.mine(25)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting', verifying: true })
  for (let look = 0; look < 4; look++) {
    world.mine(1)
    await world.tick()
  }
  expect(await world.shown(order)).toMatchObject({ status: 1, verifying: false })
})

test.each<[number, Fault]>([
  [47, 'double_logs'],
  [48, 'alien_logs'],
])('case %i: %s change nothing', async (_case, fault) => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.fault = (method) => (method === 'eth_getLogs' ? fault : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
  expect(await world.credit(ada)).toBe('0')
})

test('case 49: rows marked as removed are not believed', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'removed_logs' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting' })
})

test('case 50: without a receipt, or with one that failed, nothing is credited', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.fault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming' })
  world.fault = () => null
  const receipt = world.watch.node.receipt
  world.watch.node.receipt = async (hash) => {
    const found = await receipt(hash)
    return found && { ...found, succeeded: false }
  }
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting' })
  expect(await world.credit(ada)).toBe('0')
  expect(await kinds(world)).toEqual(['transfer_rejected'])
})

test('case 51: above the threshold two sources must agree, or the payment is held for a person', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { second: true, change: { secondSourceFrom: usdt(50) } })
  const ada = await world.customer()
  const order = await world.order(ada)
  world.secondFault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming' })
  expect(await kinds(world)).toEqual(['sources_disagree'])
  world.secondFault = () => null
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('many payments that are held do not hold up those behind them', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { second: true, change: { secondSourceFrom: usdt(100) } })
  const large = await world.order(await world.customer('large@example.com'))
  const small = await world.order(await world.customer('small@example.com'))
  world.secondFault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  for (let n = 0; n < 60; n++) world.send({ to: await world.addressOf(large), value: usdt(100) })
  world.mine(1)
  await world.pay(small)
  world.mine(25)
  await world.tick()
  await world.tick()
  expect((await world.now(small)).status).toBe(orderStatus.completed)
  expect((await world.now(large)).status).toBe(orderStatus.pending)
})

test('an order that cannot be booked is put before a person, and the others are settled', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const broken = await world.order(ada)
  const sound = await world.order(await world.customer('bob@example.com'))
  await sql`alter table ledger_entry add constraint broken check (account_id <> ${sql.lit(ada.actor.accountId)})`.execute(
    ctx.postgres.db,
  )
  await world.pay(broken)
  await world.pay(sound)
  await world.settle()
  expect((await world.now(sound)).status).toBe(orderStatus.completed)
  expect(await kinds(world)).toEqual(['not_settled'])
  await sql`alter table ledger_entry drop constraint broken`.execute(ctx.postgres.db)
  await world.tick()
  expect((await world.now(broken)).status).toBe(orderStatus.completed)
})

test.each<Fault>(['forbidden_page', 'too_many', 'server_error', 'disconnected', 'bare_hex', 'null_answer'])(
  'case 52: "%s" in place of an answer changes nothing',
  async (fault) => {
    await using ctx = await testPlatform()
    const world = await PaymentWorld.open(ctx)
    const order = await world.order(await world.customer())
    await world.pay(order)
    world.mine(25)
    const before = await networkState(ctx.postgres.db, 'TRC20')
    world.fault = () => fault
    await expect(world.tick()).rejects.toThrow()
    expect(await networkState(ctx.postgres.db, 'TRC20')).toEqual(before)
    world.fault = () => null
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.completed)
  },
)

test('case 53: after a fail-over the next node must prove that it is on the same chain', async () => {
  const node = (chainId: number, up: () => boolean) =>
    jsonRpc(async (body) => {
      if (!up()) throw new Error('connection refused')
      const { id, method } = JSON.parse(body)
      const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : `0x${(chainId * 100).toString(16)}`
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) }
    })
  let firstUp = true
  const call = failover([node(5, () => firstUp), node(6, () => true), node(5, () => true)], 5)
  expect(await call('eth_blockNumber', [])).toBe('0x1f4')
  firstUp = false
  expect(await call('eth_blockNumber', [])).toBe('0x1f4')
  await expect(failover([node(6, () => true)], 5)('eth_blockNumber', [])).rejects.toThrow('a node is on chain 6')
})

test('case 54: transfers of nothing are noise', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  world.send({ to: await world.addressOf(order), value: 0n })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting', transactions: [] })
})

test('case 55: another token of the same name is not money', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.send({ token: `0x${'fa'.repeat(20)}`, to: await world.addressOf(order), value: order.payable })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting' })
  expect(await world.credit(ada)).toBe('0')
})

test('case 56: native coin at a deposit address is not credited, and a person is told', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.chain.send({
    hash: `0x${'e7'.repeat(32)}`,
    events: [],
    native: { to: await world.addressOf(order), value: 10n ** 18n },
  })
  world.mine(25)
  await ctx.clock.advance(61_000)
  await world.tick()
  expect(await world.credit(ada)).toBe('0')
  expect(await kinds(world)).toEqual(['native_coin'])
})

test('case 57: a flood of dust costs a bounded number of calls a tick, and every crumb is kept', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const to = await world.addressOf(order)
  for (let n = 0; n < 300; n++) world.send({ to, value: 1n })
  world.mine(25)
  world.calls = 0
  await world.tick()
  expect(world.calls).toBeLessThan(150)
  for (let look = 0; look < 6; look++) await world.tick()
  expect(await world.credit(ada)).toBe('0.0003')
})

test('case 60: one network that is away leaves the other usable', async () => {
  await using ctx = await testPlatform()
  const tron = await PaymentWorld.open(ctx)
  const ethereum = await PaymentWorld.open(ctx, { code: 'ETC20' })
  tron.fault = () => 'disconnected'
  await ctx.clock.advance(10 * 60_000)
  ethereum.mine(1)
  await ethereum.tick()
  const ada = await tron.customer()
  await expect(tron.order(ada)).rejects.toMatchObject({ error: 'network_unavailable' })
  const order = await ethereum.order(ada)
  await ethereum.pay(order)
  await ethereum.settle()
  expect((await ethereum.now(order)).status).toBe(orderStatus.completed)
})

test('a swapped public key stops the network', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const other = await PaymentWorld.open(ctx, { code: 'ETC20' })
  const swapped = {
    ...world.watch,
    network: {
      ...world.network,
      xpub: other.network.xpub,
      canary: other.network.canary,
      addressFormat: 'evm' as const,
    },
  }
  expect(await openNetwork(swapped)).toBe('stopped')
  expect(await kinds(world)).toEqual(['xpub_changed'])
})

test('a reorganisation deeper than finality takes nothing back by itself and raises an alarm', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  world.chain.reorganise(40, () => 'dropped')
  world.mine(1)
  await ctx.clock.advance(25 * 3_600_000)
  world.mine(1)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  expect(await kinds(world)).toEqual(['balance_dropped'])
})

test('addresses are watched for 90 days and then left alone', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  await world.order(await world.customer())
  const day = 24 * 3_600_000
  expect(await watchedAddresses(ctx.postgres.db, 'TRC20', ctx.clock.now() + 89 * day)).toHaveLength(1)
  expect(await watchedAddresses(ctx.postgres.db, 'TRC20', ctx.clock.now() + 91 * day)).toHaveLength(0)
})
