import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { networkState, rewindCursor } from './network-store.ts'

test('a rewind of a payment network reads blocks again without crediting anything twice, and no order expires during the rewind', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const paid = await world.order(ada)
  await world.pay(paid, paid.payable + 1_000_000n)
  await world.settle()
  const open = await world.order(await world.customer('bob@example.com'))
  world.mineMinutes(29)
  await world.tick()
  const { cursor } = (await networkState(ctx.postgres.db, 'TRC20')) ?? {}
  expect(await ctx.postgres.transaction((tx) => rewindCursor(tx, 'TRC20', 900))).toBe(true)
  expect(await networkState(ctx.postgres.db, 'TRC20')).toMatchObject({ cursor: 900, head: 900, scannedTime: 0 })
  expect((await world.shown(open)).status).toBe(orderStatus.pending)
  await world.tick()
  expect(await networkState(ctx.postgres.db, 'TRC20')).toMatchObject({ cursor, head: world.chain.head })
  expect(await world.credit(ada)).toBe('1')
  expect(await ctx.postgres.transaction((tx) => rewindCursor(tx, 'TRC20', world.chain.head))).toBe(false)
})

test('a scan that began before a rewind of the payment network does not undo the rewind', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  await world.order(await world.customer())
  world.mine(10)
  const { logs } = world.watch.node
  world.watch.node.logs = async (...args) => {
    world.watch.node.logs = logs
    await ctx.postgres.transaction((tx) => rewindCursor(tx, 'TRC20', 500))
    return logs(...args)
  }
  await expect(world.tick()).rejects.toThrow('another process holds')
  expect(await networkState(ctx.postgres.db, 'TRC20')).toMatchObject({ cursor: 500 })
  await world.tick()
  expect(await networkState(ctx.postgres.db, 'TRC20')).toMatchObject({ head: world.chain.head })
})
