import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { noteSweep } from '../operator/held-payments.ts'

const operator = { kind: 'operator-cli' } as const

test('no incident opens if native coins remain at a deposit address after the gas of a sweep is paid', async () => {
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

test('an incident reports an address balance without matching transfers, and closes once the transfers are found', async () => {
  await using world = await PaymentWorld.alone()
  const order = await world.order(await world.customer())
  world.fault = (method) => (method === 'eth_getLogs' ? 'removed_logs' : null)
  await world.pay(order)
  const heldAfterScan = async () => {
    world.mine(25)
    await world.tick()
    return world.held()
  }
  await expect.poll(heldAfterScan).toEqual(['balance_unexplained'])
  world.fault = () => null
  await expect.poll(heldAfterScan).toEqual([])
  expect(await world.shown(order)).toMatchObject({ status: 1, verifying: false })
})

test('even if many orders are pending, the audit of balances also compares the addresses of closed orders', async () => {
  await using world = await PaymentWorld.alone()
  const closed = await world.order(await world.customer())
  await world.pay(closed)
  await world.settle()
  for (let n = 0; n < 6; n++) await world.order(await world.customer(`c${n}@example.com`))
  // Makes every audit older than the hour after which a closed order is compared again.
  await sql`update deposit_address set audited_at = to_timestamp(0)`.execute(world.ctx.postgres.db)
  const compared = new Set<string>()
  const { tokenBalance } = world.watch.node
  world.watch.node.tokenBalance = (owner) => {
    compared.add(owner)
    return tokenBalance(owner)
  }
  for (let scan = 0; scan < 4; scan++) {
    world.mineMinutes(2)
    await world.tick()
  }
  expect(compared.size).toBeGreaterThan(5)
  expect(compared).toContain(await world.addressOf(closed))
})
