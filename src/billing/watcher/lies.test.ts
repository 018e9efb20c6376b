import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { topicOf } from '../chains/transfer.ts'
import { claimPayment } from '../claim.ts'
import { networkState } from '../networks/network-store.ts'
import type { Fault } from '../sandbox/node-fault.ts'
import { openNetwork } from './network/open-network.ts'

test('a transfer that is missing in the log index is found by the balance of its address', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'empty_logs' : null)
  await world.pay(order)
  world.mine(25)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting', verifying: true })
  for (let scan = 0; scan < 4; scan++) {
    world.mine(1)
    await world.tick()
  }
  expect(await world.shown(order)).toMatchObject({ status: 1, verifying: false })
})

test.each<Fault>(['double_logs', 'alien_logs'])(
  'the node fault %s changes neither the amount received nor the credit',
  async (fault) => {
    await using world = await PaymentWorld.alone()
    const ada = await world.customer()
    const order = await world.order(ada)
    world.fault = (method) => (method === 'eth_getLogs' ? fault : null)
    await world.pay(order)
    await world.settle()
    expect(await world.shown(order)).toMatchObject({ status: 1, received: '79.20' })
    expect(await world.credit(ada)).toBe('0')
  },
)

test('event log rows that the node marks as removed are ignored', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'removed_logs' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting' })
})

test('a transfer without a successful receipt is not credited', async () => {
  await using world = await PaymentWorld.alone()
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
  expect(await world.held()).toEqual(['transfer_rejected'])
})

test('a payment above the threshold is held for review until two sources agree about the payment', async () => {
  await using world = await PaymentWorld.alone({ second: true, change: { secondSourceFrom: usdt(50) } })
  const ada = await world.customer()
  const order = await world.order(ada)
  world.secondFault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming' })
  expect(await world.held()).toEqual(['sources_disagree'])
  world.secondFault = () => null
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('sixty held payments do not delay a later payment', async () => {
  await using world = await PaymentWorld.alone({ second: true, change: { secondSourceFrom: usdt(100) } })
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

test('if booking a deposit fails twice, an incident opens; it closes when the deposit is booked', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const broken = await world.order(ada)
  const sound = await world.order(await world.customer('bob@example.com'))
  await sql`alter table ledger_entry add constraint broken check (account_id <> ${sql.lit(ada.actor.accountId)})`.execute(
    world.ctx.postgres.db,
  )
  await world.pay(broken)
  await world.pay(sound)
  await world.settle()
  expect((await world.now(sound)).status).toBe(orderStatus.completed)
  expect(await world.held()).toEqual([])
  await world.tick()
  expect(await world.held()).toEqual(['not_settled'])
  await sql`alter table ledger_entry drop constraint broken`.execute(world.ctx.postgres.db)
  await world.tick()
  expect((await world.now(broken)).status).toBe(orderStatus.completed)
  expect(await world.held()).toEqual([])
})

test.each<Fault>(['forbidden_page', 'too_many', 'server_error', 'disconnected', 'bare_hex', 'null_answer'])(
  'a scan with the node fault %s leaves the network state unchanged, and the next scan completes the order',
  async (fault) => {
    await using world = await PaymentWorld.alone()
    const order = await world.order(await world.customer())
    await world.pay(order)
    world.mine(25)
    const before = await networkState(world.ctx.postgres.db, 'TRC20')
    world.fault = () => fault
    await expect(world.tick()).rejects.toThrow()
    expect(await networkState(world.ctx.postgres.db, 'TRC20')).toEqual(before)
    world.fault = () => null
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.completed)
  },
)

test('token transfers with the amount zero are ignored', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.send({ to: await world.addressOf(order), value: 0n })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting', transactions: [] })
})

test('a transfer of another token is not credited', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  world.send({ token: `0x${'fa'.repeat(20)}`, to: await world.addressOf(order), value: order.payable })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting' })
  expect(await world.credit(ada)).toBe('0')
})

test('native coin at a deposit address is not credited and opens an incident', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  world.chain.send({
    hash: `0x${'e7'.repeat(32)}`,
    events: [],
    native: { to: await world.addressOf(order), value: 1_500_000n },
  })
  world.mine(25)
  await world.ctx.clock.advance(61_000)
  await world.tick()
  expect(await world.credit(ada)).toBe('0')
  const [incident] = await world.incidents()
  const { address } = await world.shown(order)
  expect(address).toMatch(/^T\w{33}$/)
  expect(incident).toMatchObject({
    kind: 'native_coin',
    subject: `TRC20:${address}`,
    detail: { address, coin: '1.5 TRX' },
  })
})

test('during a flood of dust, each scan makes fewer than 150 node calls, and every transfer is recorded', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  const to = await world.addressOf(order)
  for (let n = 0; n < 100; n++) world.send({ to, value: 1n })
  world.mine(25)
  for (let scan = 0; scan < 11; scan++) {
    world.calls = 0
    await world.tick()
    expect(world.calls).toBeLessThan(150)
  }
  expect(await world.credit(ada)).toBe('0.0001')
})

test('while one payment network is unreachable, orders on another network are still accepted and paid', async () => {
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

test('self-transfers and contract creations are not credited', async () => {
  await using world = await PaymentWorld.alone()
  const ada = await world.customer()
  const order = await world.order(ada)
  const to = await world.addressOf(order)
  world.send({ from: to, to, value: order.payable })
  world.send()
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting', transactions: [] })
  expect(await world.credit(ada)).toBe('0')
  expect(await world.held()).toEqual([])
})

test('a token approval is not credited, and a token with other decimals stops its payment network', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  const to = await world.addressOf(order)
  const approval = `0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925` as const
  world.send({ to, value: order.payable, topics: [approval, topicOf(to), topicOf(to)] })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting', transactions: [] })
  world.watch.node.tokenDecimals = async () => 18
  expect(await openNetwork(world.watch)).toBe('stopped')
  expect(await world.held()).toEqual(['token_changed'])
})

test('a payment on another network than ordered is not credited, even if the customer claims the transaction', async () => {
  await using ctx = await testPlatform()
  const tron = await PaymentWorld.open(ctx)
  const ethereum = await PaymentWorld.open(ctx, { code: 'ETC20' })
  const ada = await tron.customer()
  const order = await tron.order(ada)
  const txHash = ethereum.send({ to: await tron.addressOf(order), value: order.payable })
  await ethereum.settle()
  await claimPayment(ctx, ada.actor, { orderNo: order.no, txHash, locale: 'en-US' })
  await tron.settle()
  expect(await tron.shown(order)).toMatchObject({ status: 0, payment: 'waiting' })
  expect(await tron.credit(ada)).toBe('0')
})

test('an event log row of a future block is ignored', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(1)
  const { logs } = world.watch.node
  world.watch.node.logs = async (...args) =>
    (await logs(...args)).map((row) => ({
      ...(row as object),
      blockNumber: `0x${(world.chain.head + 5).toString(16)}`,
    }))
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting', transactions: [] })
})

test('a payment network whose public key was replaced still starts, and an incident reports the change', async () => {
  await using world = await PaymentWorld.alone()
  const other = await PaymentWorld.open(world.ctx, { code: 'ETC20' })
  const swapped = {
    ...world.watch,
    network: {
      ...world.network,
      xpub: other.network.xpub,
      canary: other.network.canary,
      addressFormat: 'evm' as const,
    },
  }
  expect(await openNetwork(swapped)).toBe('open')
  expect(await world.held()).toEqual(['xpub_changed'])
})
