import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepDeletions } from '#src/accounts/deletion.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { revokeKeysOf } from '#src/keys/keys.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { mailCredits } from './credit-notices.ts'

const minute = 60_000

test('an order completes if its payment is seen before the deadline, even when the payment becomes final only after the deadline', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { change: { headAgeMaxMs: 7_200_000 } })
  const order = await world.order(await world.customer())
  world.mineMinutes(29)
  await world.pay(order)
  world.mine(1)
  await world.tick()
  await ctx.clock.advance(5 * minute)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, detected: true })
  world.mine(120)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: [] })
})

test('an order completes if its payment is mined before the deadline, even when the node is unreachable until after the deadline', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order)
  world.mine(1)
  world.fault = () => 'disconnected'
  world.mineMinutes(60)
  await expect(world.tick()).rejects.toThrow('socket hang up')
  expect((await world.now(order)).status).toBe(orderStatus.pending)
  world.fault = () => null
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: [] })
})

test('a full payment within a day after the deadline completes the timed-out order', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.mineMinutes(32)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.timedOut)
  world.mineMinutes(23 * 60 + 50)
  await world.tick()
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: ['late'] })
  expect(await world.keys(ada)).toMatchObject([{ level: 'base' }])
})

test('a payment more than a day after the deadline becomes credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.mineMinutes(32)
  await world.tick()
  world.mineMinutes(24 * 60)
  await world.tick()
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 3, flags: ['late'], received: '79.20' })
  expect(await world.credit(ada)).toBe('79.2')
  await ctx.clock.advance(minute)
  expect(await mailCredits(ctx)).toBe(1)
  expect((await ctx.mails(ada.email))[0]?.subject).toContain('became credit')
})

test('a partial payment extends the order by half an hour, and a payment of exactly the missing amount completes the order', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const before = (await world.shown(order)).address
  await world.pay(order, usdt(50))
  await world.settle()
  world.mineMinutes(31)
  await world.tick()
  const extended = await world.shown(order)
  expect(extended).toMatchObject({ status: 0, extended: true, missing: '29.20', address: before })
  expect(extended.expiresAt - ctx.clock.now()).toBe(30 * minute)
  expect((await ctx.mails(ada.email))[0]?.subject).toBe(`Order ${order.no}: 29.20 USDT still missing`)
  await world.pay(order, usdt(29.2))
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a partial payment becomes credit at the final deadline', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, usdt(50))
  await world.settle()
  for (let round = 0; round < 2; round++) {
    world.mineMinutes(32)
    await world.tick()
  }
  expect((await world.now(order)).status).toBe(orderStatus.timedOut)
  expect(await world.credit(ada)).toBe('50')
  expect((await world.order(ada)).credit).toBe(usdt(50))
})

test('no order expires while the chain cannot be read', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'server_error' : null)
  world.mineMinutes(120)
  await expect(world.tick()).rejects.toThrow('500')
  expect((await world.now(order)).status).toBe(orderStatus.pending)
  world.fault = () => null
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.timedOut)
})

test('if our clock is ahead of the chain, an order expires only when the chain time reaches the deadline', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { change: { headAgeMaxMs: 7_200_000 } })
  const order = await world.order(await world.customer())
  await ctx.clock.advance(35 * minute)
  await world.tick()
  expect((await world.now(order)).status).toBe(orderStatus.pending)
  await world.pay(order)
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('while a payment is not yet final, the mail about the timed-out order does not say that the payment became credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  world.mineMinutes(31.5)
  await world.pay(order)
  world.mine(1)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 3, detected: true })
  expect((await ctx.mails(ada.email))[0]?.subject).toBe(`Order ${order.no} has run out`)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: ['late'] })
})

test.each([
  ['open', 0],
  ['timed-out', 120 * minute],
])('money for the %s order of a deleted account becomes credit and opens no plan', async (_state, lateMs) => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await ctx.clock.advance(lateMs)
  if (lateMs > 0) await world.settle()
  const { db } = ctx.postgres
  await sql`update account set delete_after = ${new Date(ctx.clock.now())}`.execute(db)
  await sweepDeletions(ctx, (_ctx, tx, accountId) => revokeKeysOf(ctx, tx, accountId))
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 3, received: '79.20' })
  expect(await world.credit(ada)).toBe('79.2')
  expect(await world.keys(ada)).toEqual([])
})
