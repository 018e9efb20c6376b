import { expect, test } from 'vitest'
import { formatMicro } from '#src/contract/money.ts'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { minuteMs } from '#src/contract/time.ts'
import { setKeyPlan } from '#src/keys/keys.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { isSold } from '#src/plans/plan.ts'
import { PaymentWorld, stranger, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { balanceOf, post, unbalancedAccounts } from './order/ledger-store.ts'
import { cancelOrder } from './orders.ts'
import { mailCredits } from './settlement/credit-notices.ts'

test('one transfer of the exact price completes the order and activates the key', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'waiting', payable: '79.20', missing: '79.20' })
  await world.pay(order)
  world.mine(3)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'confirming', detected: true, confirmations: 3 })
  world.mine(20)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, payment: 'paid', received: '79.20', missing: '0.00' })
  expect(await world.keys(ada)).toMatchObject([{ level: 'base', market: 'integrated', status: 'normal' }])
  expect(await world.credit(ada)).toBe('0')
  const [paid, created] = await ctx.mails(ada.email)
  expect(paid?.subject).toBe(`Order ${order.no} is paid: Integrated · Base`)
  expect(created?.text).toContain((await world.shown(order)).address)
})

test('two partial transfers add up to the price of an order', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order, usdt(30))
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'partial', received: '30.00', missing: '49.20' })
  await world.pay(order, usdt(49.2))
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, payment: 'paid' })
})

test('two transfers to one order in one transaction are both counted', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const to = await world.addressOf(order)
  world.send({ to, value: usdt(40) }, { to, value: usdt(40) })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '80.00' })
  expect(await world.credit(ada)).toBe('0.8')
})

test('a batch contract pays two orders in one transaction', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const first = await world.order(await world.customer('ada@example.com'))
  const second = await world.order(await world.customer('bob@example.com'))
  world.send(
    { to: await world.addressOf(second), value: second.payable },
    { to: stranger, value: usdt(5) },
    { to: await world.addressOf(first), value: first.payable },
  )
  await world.settle()
  expect([(await world.now(first)).status, (await world.now(second)).status]).toEqual([1, 1])
})

test('for a token with a transfer fee, only the received amount counts', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  world.send({ to: await world.addressOf(order), value: usdt(79.12) }, { to: stranger, value: usdt(0.08) })
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'partial', missing: '0.08' })
})

test('a payment sent by a contract counts like any other payment', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  const contract = `0x${'c0'.repeat(20)}` as const
  world.send(
    { to: contract, value: order.payable },
    { from: contract, to: await world.addressOf(order), value: order.payable },
  )
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a payment that is one millionth short leaves the order open', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order, order.payable - 1n)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 0, payment: 'partial', missing: '0.000001' })
})

test.each([1n, usdt(79.2), usdt(79.2 * 9)])(
  'a surplus of %s millionths over the price becomes credit',
  async (surplus) => {
    await using ctx = await testPlatform()
    const world = await PaymentWorld.open(ctx)
    const ada = await world.customer()
    const order = await world.order(ada)
    await world.pay(order, order.payable + surplus)
    await world.settle()
    expect(await world.shown(order)).toMatchObject({ status: 1, flags: ['over'] })
    expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(surplus)
  },
)

test('the mail about a paid order states only credit that is final; credit that becomes final later gets a mail of its own', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, order.payable + usdt(1))
  world.mine(15)
  await world.pay(order, usdt(5))
  world.mine(6)
  await world.tick()
  expect(await world.shown(order)).toMatchObject({ status: 1, received: '85.20' })
  expect((await ctx.mails(ada.email))[0]?.text).toContain(' 1.00 USDT became your credit.')
  await world.settle()
  await ctx.clock.advance(minuteMs)
  await mailCredits(ctx)
  expect((await ctx.mails(ada.email))[0]?.subject).toBe('5.00 USDT arrived and became credit')
})

test('the largest possible token transfer is credited without an overflow', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const huge = 2n ** 256n - 1n
  await world.pay(order, huge)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 1, flags: ['over'] })
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(huge - order.payable)
})

test('an order that credit covers completely is completed at once', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const first = await world.order(ada)
  await world.pay(first, usdt(79.2 + 120))
  await world.settle()
  const second = await world.order(ada)
  expect(second).toMatchObject({ kind: 'renewal', credit: usdt(99), payable: 0n, status: orderStatus.completed })
  expect(await world.credit(ada)).toBe('21')
  expect(await world.shown(second)).toMatchObject({ address: null, payment: 'paid', payable: '0.00' })
})

test('concurrent orders never spend the same credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await ctx.postgres.transaction((tx) =>
    post(ctx, tx, { accountId: ada.actor.accountId, kind: 'adjustment', micro: usdt(80), idem: 'gift' }),
  )
  const orders = await Promise.allSettled(
    ['stock-us-base', 'stock-hk-base', 'fund-us-base', 'future-us-base'].map((planId) => world.order(ada, { planId })),
  )
  const made = orders.flatMap((order) => (order.status === 'fulfilled' ? [order.value] : []))
  const spent = made.reduce((total, order) => total + order.credit, 0n)
  expect(spent).toBeGreaterThan(0n)
  expect(spent).toBeLessThanOrEqual(usdt(80))
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(usdt(80) - spent)
  expect(await unbalancedAccounts(ctx.postgres.db)).toEqual([])
})

test('money that arrives after a cancellation becomes credit, and the order stays cancelled', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await cancelOrder(ctx, ada.actor, order.no)
  await world.pay(order)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: 2 })
  expect(await world.credit(ada)).toBe('79.2')
})

test('a second payment of a completed order becomes credit and extends nothing', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  await world.settle()
  const [key] = await world.keys(ada)
  await world.pay(order)
  await world.settle()
  expect(await world.credit(ada)).toBe('79.2')
  expect((await world.keys(ada))[0]?.expiredTime).toBe(key?.expiredTime)
})

test('if a timed-out order is paid while the account has another open order, the payment becomes credit, not a second subscription', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const old = await world.order(ada)
  world.mineMinutes(32)
  await world.tick()
  const newer = await world.order(ada, { planId: 'integrated-premium' })
  await world.pay(old)
  await world.settle()
  expect([(await world.now(old)).status, (await world.now(newer)).status]).toEqual([3, 0])
  expect(await world.credit(ada)).toBe('79.2')
})

test('if the plan of a key changes before an upgrade is paid, the payment becomes credit and the customer gets a mail', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const first = await world.order(ada)
  await world.pay(first)
  await world.settle()
  const upgrade = await world.order(ada, { planId: 'integrated-professional' })
  expect(upgrade).toMatchObject({ kind: 'upgrade', list: 0n, discount: 0n })
  const premium = firstCatalogue.planById('integrated-premium')
  const [key] = await world.keys(ada)
  if (!premium || !isSold(premium) || !key) throw new Error('the fixture is broken')
  await ctx.postgres.transaction((tx) =>
    setKeyPlan(ctx, tx, { kind: 'operator-cli' }, { keyId: key.id, plan: premium, expiresAt: key.expiredTime }),
  )
  await world.pay(upgrade)
  await world.settle()
  expect(await world.shown(upgrade)).toMatchObject({ status: orderStatus.timedOut, flags: ['not_applied'] })
  expect(await world.keys(ada)).toMatchObject([{ level: 'premium' }])
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(upgrade.payable)
  const [mail] = await ctx.mails(ada.email)
  expect(mail?.subject).toBe(
    `Order ${upgrade.no} could not be applied: ${formatMicro(upgrade.payable)} USDT became credit`,
  )
  expect(await world.order(ada, { planId: 'integrated-premium' })).toMatchObject({
    kind: 'renewal',
    credit: upgrade.payable,
  })
})

test('an upgrade fails for good if the end of the plan changes before the payment, even if the old end is restored', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  const [key] = await world.keys(ada)
  const plan = firstCatalogue.planById('integrated-base')
  if (!plan || !key) throw new Error('the fixture is broken')
  const until = (expiresAt: number) =>
    ctx.postgres.transaction((tx) => setKeyPlan(ctx, tx, { kind: 'operator-cli' }, { keyId: key.id, plan, expiresAt }))
  const upgrade = await world.order(ada, { planId: 'integrated-professional' })
  await until(key.expiredTime + 1)
  await world.pay(upgrade, usdt(1))
  await world.settle()
  expect(await world.shown(upgrade)).toMatchObject({ status: 3, flags: ['not_applied'] })
  await until(key.expiredTime)
  await world.pay(upgrade)
  await world.settle()
  expect((await world.now(upgrade)).status).toBe(orderStatus.timedOut)
  expect(await balanceOf(ctx.postgres.db, ada.actor.accountId)).toBe(upgrade.payable + usdt(1))
})

test('an upgrade opens the higher tier until the end of the current plan', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  const [before] = await world.keys(ada)
  const upgrade = await world.order(ada, { planId: 'integrated-professional', period: 'year' })
  await world.pay(upgrade)
  await world.settle()
  expect(await world.keys(ada)).toMatchObject([
    { level: 'professional', expiredTime: before?.expiredTime, key: before?.key },
  ])
})
