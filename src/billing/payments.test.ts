import { expect, test } from 'vitest'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { orderStatus } from './order.ts'

test('case 7: one exact transfer completes the order and the key comes alive', async () => {
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
})

test('case 15: what is paid above the price becomes credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, order.payable + usdt(10.5))
  await world.settle()
  expect(await world.now(order)).toMatchObject({ status: orderStatus.completed })
  expect((await world.shown(order)).flags).toEqual(['over'])
  expect(await world.credit(ada)).toBe('10.5')
})
