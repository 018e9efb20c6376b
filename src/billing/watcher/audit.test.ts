import { expect, test } from 'vitest'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { noteSweep } from '../operator/held-payments.ts'

const operator = { kind: 'operator-cli' } as const

test('coins left of the gas for a sweep open no incident', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  const sweep = { network: world.network.code, index: 0, txHash: 'b'.repeat(64), micro: order.payable }
  await noteSweep(world.ctx, operator, sweep)
  world.watch.node.tokenBalance = async () => 0n
  const native = { to: await world.addressOf(order), value: 700n }
  world.chain.send({ hash: `0x${'e7'.repeat(32)}`, events: [], native })
  world.mine(25)
  await world.ctx.clock.advance(25 * 3_600_000)
  await world.tick()
  expect(await world.held()).toEqual([])
})

test('the incident about a balance ends once transfers explain it', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'removed_logs' : null)
  await world.pay(order)
  const look = async () => {
    world.mine(25)
    await world.tick()
    return world.held()
  }
  await expect.poll(look).toEqual(['balance_unexplained'])
  world.fault = () => null
  await expect.poll(look).toEqual([])
  expect(await world.shown(order)).toMatchObject({ status: 1, verifying: false })
})
