import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { openIncidents } from '../deposits/incident-store.ts'
import { networkState } from '../networks/network-store.ts'

const token = { symbol: 'BSC-USD', decimals: 18 }
const asConfigured = { tokenSymbol: token.symbol, tokenDecimals: token.decimals }
const unit = 10n ** 12n

test('payments in a token with 18 decimals are counted to the millionth, and smaller fractions open no incident', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { code: 'ETC20', change: asConfigured, manners: { token } })
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, (order.payable - 1n) * unit + unit - 1n)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({
    status: orderStatus.pending,
    received: '79.199999',
    missing: '0.000001',
  })
  await world.pay(order, unit - 1n)
  await world.pay(order, 2n * unit + 1n)
  await world.settle()
  await ctx.clock.advance(61_000)
  await world.settle()
  expect(await world.shown(order)).toMatchObject({ status: orderStatus.completed, received: '79.200001' })
  expect(await world.credit(ada)).toBe('0.000001')
  expect(await openIncidents(ctx.postgres.db)).toEqual([])
})

test('the audit finds a payment of a token with 18 decimals that the log index does not list', async () => {
  await using ctx = await testPlatform()
  const manners = { token, unindexed: () => true }
  const world = await PaymentWorld.open(ctx, { code: 'ETC20', change: asConfigured, manners })
  const order = await world.order(await world.customer())
  await world.pay(order, order.payable * unit)
  for (let minute = 0; minute < 3; minute++) {
    world.mine(25)
    await ctx.clock.advance(61_000)
    await world.tick()
  }
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('a payment network is stopped while its token contract states another symbol and other decimals than the settings', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx, { code: 'ETC20', manners: { token } })
  expect(world.watch.open).toBe(false)
  expect((await networkState(ctx.postgres.db, 'ETC20'))?.stopped).toBe('token_changed')
  const [incident] = await openIncidents(ctx.postgres.db)
  expect(incident?.detail).toMatchObject({ ...token, expected: 'USDT, 6 decimals' })
  Object.assign(world.network, asConfigured)
  expect(await world.scan()).toBe('done')
  expect((await networkState(ctx.postgres.db, 'ETC20'))?.stopped).toBeNull()
  expect(await openIncidents(ctx.postgres.db)).toEqual([])
})
