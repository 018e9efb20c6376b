import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { liveKey, liveNetwork } from '#test/fixtures/live.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { post } from './order/ledger-store.ts'

const withMinimum = (minOrder: string) => liveNetwork(liveKey('an operator'), { MIN_ORDER: minOrder })

test('a payment network accepts orders of at least its minimum amount, and the refusal of a smaller order states the minimum', async () => {
  await using ctx = await testPlatform({ settings: withMinimum('79.200001') })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await expect(world.order(ada)).rejects.toMatchObject({
    error: 'order_below_minimum',
    detail: { param: 'network', values: { network: 'TRC20', minimum: '79.200001' } },
  })
  ctx.settings = testSettings(withMinimum('79.2'))
  expect((await world.order(ada)).status).toBe(orderStatus.pending)
})

test('an order that credit covers completely is accepted below the minimum of its payment network', async () => {
  await using ctx = await testPlatform({ settings: withMinimum('1000') })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await ctx.postgres.transaction((tx) =>
    post(ctx, tx, { accountId: ada.actor.accountId, kind: 'adjustment', micro: usdt(100), idem: 'a gift' }),
  )
  expect((await world.order(ada)).status).toBe(orderStatus.completed)
})
