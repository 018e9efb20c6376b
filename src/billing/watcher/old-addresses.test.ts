import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { mailCredits } from '../settlement/credit-notices.ts'

const slowChain = { blockMs: 3_600_000, headAgeMaxMs: 7_200_000 }
const day = 24 * 60

test.each([93, 400])(
  'a payment to the address of an order that is %i days old is credited, and the customer gets a mail',
  async (age) => {
    await using world = await PaymentWorld.alone({ change: slowChain })
    const ada = await world.customer()
    const order = await world.order(ada)
    world.mineMinutes(age * day)
    await world.tick()
    expect((await world.now(order)).status).toBe(orderStatus.timedOut)
    await world.pay(order, usdt(11))
    world.mine(30)
    let most = 0
    for (let scan = 0; scan < 40; scan++) {
      world.mine(1)
      world.calls = 0
      await world.tick()
      most = Math.max(most, world.calls)
    }
    expect(await world.credit(ada)).toBe('11')
    expect(most).toBeLessThan(30)
    await mailCredits(world.ctx)
    const mails = await sql<{ kind: string }>`select kind from mail_outbox order by id desc limit 1`.execute(
      world.ctx.postgres.db,
    )
    expect(mails.rows).toEqual([{ kind: 'order-credited' }])
    // The address is watched again, so that the next payment is seen at once.
    await world.pay(order, usdt(5))
    await world.settle()
    expect(await world.credit(ada)).toBe('16')
  },
)

test('each scan compares the balances of a few old addresses, and the next scans compare other addresses', async () => {
  await using world = await PaymentWorld.alone({ change: slowChain })
  const orders = []
  for (let n = 0; n < 12; n++) orders.push(await world.order(await world.customer(`c${n}@example.com`)))
  world.mineMinutes(100 * day)
  await world.tick()
  const compared: string[] = []
  const { tokenBalance } = world.watch.node
  world.watch.node.tokenBalance = async (owner) => {
    compared.push(owner)
    return tokenBalance(owner)
  }
  for (let scan = 0; scan < 4; scan++) {
    const before = compared.length
    await world.tick()
    expect(compared.length - before).toBeLessThan(5)
  }
  expect(compared.length).toBeGreaterThan(4)
  expect(new Set(compared).size).toBe(compared.length)
})
