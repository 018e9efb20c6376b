import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import type { Order } from '../order/order.ts'

/** A world with `count` orders on a node that accepts two recipients per request, and the log requests sent to it. */
async function crowd(count: number) {
  const world = await PaymentWorld.alone({ change: { recipientsPerCall: 2 } })
  const orders: Order[] = []
  for (let n = 0; n < count; n++) orders.push(await world.order(await world.customer(`c${n}@example.com`)))
  const queries: ('everyone' | 'some')[] = []
  const { logs } = world.watch.node
  world.watch.node.logs = async (from, to, recipients) => {
    if (recipients !== null) queries.push(recipients === 'everyone' ? 'everyone' : 'some')
    return logs(from, to, recipients)
  }
  const pay = async () => {
    for (const order of orders.slice(0, 3)) await world.pay(order)
    await world.settle()
    for (const order of orders.slice(0, 3)) expect((await world.now(order)).status).toBe(orderStatus.completed)
  }
  return { world, asked: queries, pay, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

test('with many deposit addresses, one log query per scan reads the transfers of all recipients', async () => {
  await using few = await crowd(16)
  await few.pay()
  expect(few.asked).toEqual(Array(16).fill('some'))
  await using many = await crowd(17)
  await many.pay()
  expect(many.asked).toEqual(['everyone', 'everyone'])
})

test.each(['range_limit', 'rpc_error'] as const)(
  'after a node refused a log query for all recipients with %s, the watcher queries that node by recipient for an hour',
  async (kind) => {
    await using many = await crowd(17)
    const { world, asked: queries } = many
    const { logs } = world.watch.node
    world.watch.node.logs = async (from, to, recipients) => {
      const rows = await logs(from, to, recipients)
      if (recipients === 'everyone') throw new RpcFault(kind, 'no')
      return rows
    }
    await many.pay()
    const tries = queries.filter((what) => what === 'everyone').length
    expect(tries).toBeGreaterThan(0)
    expect(queries.filter((what) => what === 'some')).toHaveLength(2 * 9)
    world.mineMinutes(50)
    await world.tick()
    expect(queries.filter((what) => what === 'everyone')).toHaveLength(tries)
    world.mineMinutes(11)
    await world.tick()
    expect(queries.filter((what) => what === 'everyone').length).toBeGreaterThan(tries)
  },
)
