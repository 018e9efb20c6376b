import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { minuteMs } from '#src/contract/time.ts'
import { firstCatalogue, setCatalogue } from '#src/plans/catalogue.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { publishWith } from '#test/fixtures/plans.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { settleByHand } from '../operator/held-payments.ts'
import { mailCredits } from '../settlement/credit-notices.ts'
import type { OrderInput } from '../settlement/place-order.ts'
import { usesOfCoupons } from './coupon-store.ts'
import type { Order } from './order.ts'

/** A customer who is no longer a newcomer, and the operator's commands. */
async function shop() {
  const world = await PaymentWorld.alone()
  const { ctx } = world
  const ada = await world.customer()
  await world.pay(await world.order(ada, { planId: 'stock-us-base' }))
  await world.settle()
  const coupons = (...args: string[]) => tapewire(ctx, 'coupons', ...args)
  const timedOut = async (change: Partial<OrderInput>, who: TestAccount = ada): Promise<Order> => {
    const order = await world.order(who, change)
    world.mineMinutes(32)
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.timedOut)
    return order
  }
  const paid = async (order: Order, value?: bigint) => {
    await world.pay(order, value)
    await world.settle()
    return world.shown(order)
  }
  const lastMail = async () => {
    await ctx.clock.advance(minuteMs)
    await mailCredits(ctx)
    return (await ctx.mails(ada.email))[0]?.text ?? ''
  }
  const used = async (code: string) => (await usesOfCoupons(ctx.postgres.db))[code] ?? 0
  return {
    ctx,
    world,
    ada,
    coupons,
    timedOut,
    paid,
    lastMail,
    used,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

const year = { period: 'year' } as const

test('a coupon with one use reduces the price of only one order, even if other orders with the coupon are paid late', async () => {
  await using at = await shop()
  await at.coupons('add', 'ONEUSE50', '--percent', '50', '--uses', '1', '--uses-each', '1')
  const coupon = 'ONEUSE50'
  const first = await at.timedOut({ ...year, planId: 'fund-us-premium', coupon })
  const second = await at.timedOut({ ...year, planId: 'future-us-premium', coupon })
  const inTime = await at.world.order(at.ada, { ...year, planId: 'integrated-premium', coupon })
  expect(await at.paid(inTime)).toMatchObject({ status: orderStatus.completed })
  const late = { status: orderStatus.timedOut, late: { reasons: ['coupon'], due: '1910.40' } }
  expect(await at.paid(first)).toMatchObject(late)
  expect(await at.paid(second)).toMatchObject(late)
  expect(await at.world.credit(at.ada)).toBe('1910.4')
  expect(await at.used('ONEUSE50')).toBe(1)
  expect(await at.lastMail()).toMatch(/The coupon can no longer be used\. At that moment 1910\.40 USDT/)
})

test('an order that is paid after its deadline costs the full price if its coupon has ended', async () => {
  await using at = await shop()
  await at.coupons('add', 'SPRING', '--percent', '50')
  const order = await at.timedOut({ planId: 'stock-hk-base', coupon: 'SPRING' })
  await at.coupons('end', 'SPRING')
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.timedOut, late: { reasons: ['coupon'] } })
  expect(await at.paid(order, order.payable)).toMatchObject({
    status: orderStatus.completed,
    coupon: null,
    late: { reasons: ['coupon'], due: null },
  })
  expect(await at.world.credit(at.ada)).toBe('0')
  expect(await at.used('SPRING')).toBe(0)
})

test('a coupon that is still valid reduces the price of an order that is paid late, and counts as used', async () => {
  await using at = await shop()
  await at.coupons('add', 'SPRING', '--percent', '50', '--uses', '1')
  const order = await at.timedOut({ planId: 'stock-hk-base', coupon: 'SPRING' })
  expect(await at.used('SPRING')).toBe(0)
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.completed, coupon: { code: 'SPRING' }, late: null })
  expect(await at.used('SPRING')).toBe(1)
})

test('when two customers pay late, only one of them gets the last use of their coupon', async () => {
  await using at = await shop()
  await at.coupons('add', 'LAST', '--percent', '50', '--uses', '1')
  const bob = await at.world.customer('bob@example.com')
  const orders = [
    await at.timedOut({ planId: 'stock-hk-base', coupon: 'LAST' }),
    await at.timedOut({ planId: 'stock-hk-base', coupon: 'LAST' }, bob),
  ]
  for (const order of orders) await at.world.pay(order)
  await at.world.settle()
  const shown = await Promise.all(orders.map((order) => at.world.now(order)))
  expect(shown.map(({ status }) => status).sort()).toEqual([orderStatus.completed, orderStatus.timedOut])
  expect(await at.used('LAST')).toBe(1)
})

test('after a price increase, late payments become credit until they cover the new price', async () => {
  await using at = await shop()
  const order = await at.timedOut({ planId: 'stock-hk-base' })
  expect(order.payable).toBe(usdt(49))
  await publishWith(at.ctx, { 'stock-hk-base': { price: '60.00' } })
  expect(await at.paid(order)).toMatchObject({
    status: orderStatus.timedOut,
    late: { reasons: ['price'], due: '60.00' },
  })
  expect(await at.lastMail()).toContain('The price has risen since you ordered.')
  expect(await at.paid(order, usdt(12))).toMatchObject({
    status: orderStatus.completed,
    payable: '60.00',
    flags: ['over', 'late'],
  })
  expect((await at.world.now(order)).planEdition).toBe(2)
  expect(await at.world.credit(at.ada)).toBe('1')
  expect(await at.lastMail()).toMatch(/the price of that moment was charged[\s\S]*1\.00 USDT became your credit/)
})

test('after a price cut, a late payment buys at the new price, and the rest becomes credit', async () => {
  await using at = await shop()
  const order = await at.timedOut({ planId: 'stock-hk-base' })
  await publishWith(at.ctx, { 'stock-hk-base': { price: '40.00' } })
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.completed, payable: '40.00', late: null })
  expect(await at.world.credit(at.ada)).toBe('9')
})

test('an open order keeps its price and its coupon, even if the price rises and the coupon ends before the payment', async () => {
  await using at = await shop()
  await at.coupons('add', 'SPRING', '--percent', '50')
  const order = await at.world.order(at.ada, { planId: 'stock-hk-base', coupon: 'SPRING' })
  await at.coupons('end', 'SPRING')
  await publishWith(at.ctx, { 'stock-hk-base': { price: '60.00' } })
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.completed, payable: '24.50' })
})

test('an order that is paid late loses the newcomer discount if the customer bought another plan before the payment', async () => {
  await using at = await shop()
  const bob = await at.world.customer('bob@example.com')
  const order = await at.timedOut({ planId: 'stock-hk-base' }, bob)
  await at.paid(await at.world.order(bob, { planId: 'fund-us-base' }))
  expect(await at.paid(order)).toMatchObject({
    status: orderStatus.timedOut,
    late: { reasons: ['newcomer'], due: '49.00' },
  })
})

test('if staff settle a timed-out order whose coupon is used up, the order costs the full price', async () => {
  await using at = await shop()
  await at.coupons('add', 'ONCE', '--percent', '50', '--uses', '1')
  const order = await at.timedOut({ planId: 'stock-hk-base', coupon: 'ONCE' })
  await at.paid(await at.world.order(at.ada, { planId: 'fund-us-base', coupon: 'ONCE' }))
  await at.world.pay(order)
  await at.world.settle()
  await settleByHand(at.ctx, { kind: 'operator-cli' }, { orderNo: order.no, reason: 'by phone', note: '' })
  expect(await at.world.shown(order)).toMatchObject({ status: orderStatus.completed, payable: '49.00', coupon: null })
  expect(await at.used('ONCE')).toBe(1)
})

test('credit returned by a timed-out order is used again when a late payment completes the order', async () => {
  await using at = await shop()
  const gift = usdt(20)
  await at.world.pay(await at.world.order(at.ada, { planId: 'fund-hk-base' }), usdt(49) + gift)
  await at.world.settle()
  const order = await at.timedOut({ planId: 'stock-hk-base' })
  expect(order.credit).toBe(gift)
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.completed, credit: '20.00', payable: '29.00' })
  expect(await at.world.credit(at.ada)).toBe('0')
})

test('a paid order is completed even by a process that has not yet loaded the plan edition of the order', async () => {
  await using at = await shop()
  await publishWith(at.ctx, { 'stock-hk-base': { price: '60.00' } })
  const order = await at.world.order(at.ada, { planId: 'stock-hk-base' })
  expect(order.planEdition).toBe(2)
  setCatalogue(at.ctx, firstCatalogue)
  expect(await at.paid(order)).toMatchObject({ status: orderStatus.completed, payable: '60.00' })
})
