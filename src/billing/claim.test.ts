import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { hourMs } from '#src/contract/time.ts'
import { PaymentWorld, stranger } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { claimPayment } from './claim.ts'
import { addressOfOrder } from './deposits/deposit-store.ts'
import { setRescan } from './watcher/audit-store.ts'

const claim = (
  world: PaymentWorld,
  who: Awaited<ReturnType<PaymentWorld['customer']>>,
  orderNo: string,
  txHash: string,
) => claimPayment(world.ctx, who.actor, { orderNo, txHash, locale: 'en-US' })

test('a payment claim finds a transaction that the log index lacks, and accepts the hash with or without 0x', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { manners: { unindexed: () => true } })
  const ada = await world.customer()
  const order = await world.order(ada)
  const hash = await world.pay(order)
  world.mine(10)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ payment: 'waiting' })
  expect((await claim(world, ada, order.no, hash.slice(2).toUpperCase())).result).toBe('looking')
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ payment: 'confirming', received: '79.20' })
  expect((await claim(world, ada, order.no, hash)).result).toBe('known')
  world.mine(20)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a payment claim with the transaction of another customer credits only that other customer', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const bob = await world.customer('bob@example.com')
  const [mine, theirs] = [await world.order(ada), await world.order(bob)]
  const [toBob, toNobody] = [await world.pay(theirs), world.send({ to: stranger, value: mine.payable })]
  world.mine(25)
  for (const hash of [toBob, toNobody]) await claim(world, ada, mine.no, hash)
  await world.tick()
  expect(await world.shown(mine)).toMatchObject({ status: 0, payment: 'waiting' })
  expect((await world.now(theirs)).status).toBe(orderStatus.completed)
})

test('a payment claim needs an order of the same customer, and each customer may send ten claims an hour', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const bob = await world.customer('bob@example.com')
  const hash = 'ab'.repeat(32)
  await expect(claim(world, bob, order.no, hash)).rejects.toMatchObject({ error: 'not_found' })
  for (let n = 0; n < 10; n++) await claim(world, ada, order.no, hash)
  await expect(claim(world, ada, order.no, hash)).rejects.toMatchObject({ error: 'too_often' })
  await ctx.clock.advance(hourMs - 1)
  await expect(claim(world, ada, order.no, hash)).rejects.toMatchObject({ error: 'too_often' })
  await ctx.clock.advance(1)
  await claim(world, ada, order.no, hash)
})

test('a payment claim of an unknown transaction costs one node call per scan, and the order still times out', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const callsOfTick = async () => {
    world.calls = 0
    await world.tick()
    return world.calls
  }
  await ctx.clock.advance(1)
  const before = await callsOfTick()
  await claim(world, ada, order.no, 'cd'.repeat(32))
  expect(await callsOfTick()).toBe(before + 1)
  world.mine(640)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.timedOut)
  expect(await callsOfTick()).toBe(before)
})

test('a long search for the payment of one customer does not delay a short search for another customer', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { manners: { unindexed: () => true } })
  const old = await world.order(await world.customer('old@example.com'))
  world.mine(20_000)
  await world.tick()
  const fresh = await world.order(await world.customer('fresh@example.com'))
  await world.pay(fresh)
  world.mine(25)
  for (const [order, from] of [
    [old, 1],
    [fresh, world.chain.head - 60],
  ] as const) {
    const address = await addressOfOrder(ctx.postgres.db, order.no)
    if (address) await setRescan(ctx.postgres.db, address, from, 1, ctx.clock.now())
  }
  await world.tick()
  await world.tick()
  expect((await world.now(fresh)).status).toBe(orderStatus.completed)
  expect((await addressOfOrder(ctx.postgres.db, old.no))?.rescanFrom).toBeGreaterThan(1)
})
