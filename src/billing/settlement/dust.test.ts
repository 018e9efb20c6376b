import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { balanceOf } from '../order/ledger-store.ts'
import { cancelOrder } from '../orders.ts'
import { mailCredits } from './credit-notices.ts'

const minute = 60_000

async function payer(options: Parameters<typeof testPlatform>[0] = {}) {
  const ctx = await testPlatform(options)
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const to = await world.addressOf(order)
  const mails = async () => (await ctx.mails(ada.email)).map(({ subject }) => subject)
  return { ctx, world, ada, order, send: (value: bigint) => world.send({ to, value }), mails }
}

test('dust becomes credit without a mail, and the customer can still cancel the order and place the next order', async () => {
  const { ctx, world, ada, order, send, mails } = await payer()
  await using _ = ctx
  const before = await mails()
  for (let at = 0; at < 20; at += 1) send(1n)
  world.mine(1)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({
    payment: 'waiting',
    detected: false,
    received: '0.00',
    transactions: [],
  })
  for (let at = 0; at < 5; at += 1) await world.settle()
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(20n)
  await cancelOrder(ctx, ada.actor, order.no)
  send(9_999n)
  await world.settle()
  await ctx.clock.advance(minute)
  expect(await mailCredits(ctx)).toBe(0)
  expect(await mails()).toEqual(before)
  expect((await world.order(ada)).status).toBe(orderStatus.pending)
})

test('a dust payment before the deadline neither extends the order nor prevents it from timing out', async () => {
  const { ctx, world, order, send, mails } = await payer()
  await using _ = ctx
  world.mineMinutes(29)
  send(5_000n)
  world.mineMinutes(4)
  await world.tick()
  expect(await world.now(order)).toMatchObject({ status: orderStatus.timedOut, extended: false })
  expect((await mails())[0]).toBe(`Order ${order.no} has run out`)
})

test('a payment below the dust limit completes the order if it covers the missing amount', async () => {
  const { ctx, world, ada, order, send } = await payer()
  await using _ = ctx
  send(order.payable - 3n)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ payment: 'partial', missing: '0.000003' })
  send(3n)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: [], received: '79.20' })
  expect(await world.credit(ada)).toBe('0')
})

test('a full payment completes the order even when the dust limit exceeds the price', async () => {
  const { ctx, world, order, send } = await payer({ settings: { DUST_USDT: '100' } })
  await using _ = ctx
  send(order.payable)
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a flood of dust does not delay a later payment', async () => {
  const { ctx, world, order, send } = await payer()
  await using _ = ctx
  for (let at = 0; at < 120; at += 1) send(1n)
  world.mine(1)
  await world.tick()
  await world.pay(order)
  world.mine(25)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('larger payments are confirmed before smaller payments, and every payment is confirmed in the end', async () => {
  const { ctx, world, ada, order, send } = await payer()
  await using _ = ctx
  await cancelOrder(ctx, ada.actor, order.no)
  for (let at = 0; at < 60; at += 1) send(usdt(0.01))
  send(usdt(50))
  world.mine(25)
  await world.tick()
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(usdt(50) + usdt(0.49))
  await world.tick()
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(usdt(50.6))
})

test('credits within a minute are announced in one mail with their sum', async () => {
  const { ctx, world, ada, order, send, mails } = await payer()
  await using _ = ctx
  await cancelOrder(ctx, ada.actor, order.no)
  send(usdt(50))
  await world.settle()
  await ctx.clock.advance(minute)
  expect(await mailCredits(ctx)).toBe(1)
  send(usdt(2))
  world.mine(5)
  send(usdt(3))
  send(1n)
  for (const blocks of [15, 6]) {
    world.mine(blocks)
    await world.tick()
  }
  expect(await mailCredits(ctx)).toBe(0)
  await ctx.clock.advance(minute)
  expect(await mailCredits(ctx)).toBe(1)
  expect(await mailCredits(ctx)).toBe(0)
  const became = (amount: string) => `${amount} USDT arrived and became credit`
  expect((await mails()).slice(0, 2)).toEqual([became('5.00'), became('50.00')])
  expect((await ctx.mails(ada.email))[0]?.text).toContain(order.no)
})

test('a late payment in two parts completes its order without a mail about credit', async () => {
  const { ctx, world, order, send, mails } = await payer()
  await using _ = ctx
  world.mineMinutes(32)
  await world.tick()
  send(usdt(40))
  await world.settle()
  send(usdt(39.2))
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
  await ctx.clock.advance(minute)
  expect(await mailCredits(ctx)).toBe(0)
  expect((await mails())[0]).toContain('is paid')
})
