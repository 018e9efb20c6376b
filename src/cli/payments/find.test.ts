import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { whileWatched } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire as operate } from '#test/fixtures/tapewire.ts'

test.each(['rejected', 'orphaned'])(
  'the command rejudge checks a deposit in the state %s again and updates its order',
  async (state) => {
    await using ctx = await testPlatform()
    const world = await PaymentWorld.open(ctx)
    const tapewire = (...args: string[]) => operate(ctx, ...args)
    const ada = await world.customer()
    const order = await world.order(ada)
    const hash = await world.pay(order)
    world.fault = (method) => (method === 'eth_getTransactionReceipt' ? 'no_receipt' : null)
    await world.settle()
    expect((await world.now(order)).status).toBe(orderStatus.pending)
    world.fault = () => null
    await sql`update transfer_observation set state = ${state}, block_time = block_time - interval '2 days'`.execute(
      ctx.postgres.db,
    )
    const said = await whileWatched(world, tapewire('payments', 'rejudge', 'TRC20', hash))
    expect(said).toBe(`79.20 USDT for order ${order.no} is confirmed and in the ledger.`)
    expect((await world.now(order)).status).toBe(orderStatus.completed)
    expect(await audited(ctx, 'payment.rejudge')).toMatchObject([
      { actor_kind: 'operator-cli', subject: `TRC20:${hash}` },
    ])
    expect(await whileWatched(world, tapewire('payments', 'rejudge', 'TRC20', hash.slice(2)))).toBe(said)
    expect(await world.credit(ada)).toBe('0')
  },
)

test('the command rejudge states why a transaction cannot be credited', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const tapewire = (...args: string[]) => operate(ctx, ...args)
  const rejudge = (hash: string) => whileWatched(world, tapewire('payments', 'rejudge', 'TRC20', hash))
  const order = await world.order(await world.customer())
  expect(await rejudge('ab'.repeat(32))).toContain('knows no such transaction')
  const elsewhere = world.send({ to: `0x${'77'.repeat(20)}`, value: 5n })
  world.mine(1)
  expect(await rejudge(elsewhere)).toContain('pays none of our addresses')
  const fresh = await world.pay(order)
  world.mine(1)
  expect(await rejudge(fresh)).toContain('not final yet')
  world.fault = (method) => (method === 'eth_getTransactionReceipt' ? 'internal_error' : null)
  expect(await rejudge(fresh)).toContain('could not say')
  await expect(tapewire('payments', 'rejudge', 'BTC', fresh)).rejects.toThrow('Usage')
  await expect(tapewire('payments', 'rejudge', 'TRC20', 'no-hash')).rejects.toThrow('txHash')
})

test('the command "payments find" shows the same facts for the address, transaction, order, receipt and e-mail of a payment', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const tapewire = (...args: string[]) => operate(ctx, ...args)
  const ada = await world.customer()
  const order = await world.order(ada)
  const hash = await world.pay(order, usdt(80))
  await world.settle()
  const bob = await world.customer('bob@example.com')
  await world.order(bob)
  const { address } = await world.shown(order)
  for (const text of [address ?? '', hash, hash.slice(2), order.no, '2026-000001', 'Ada@example.com']) {
    const found = await tapewire('payments', 'find', text)
    expect(found, text).toContain(`customer ada@example.com (${ada.actor.accountId}), credit 0.80 USDT`)
    expect(found, text).toContain(`order ${order.no}  completed  integrated-base  79.20 USDT`)
    expect(found, text).toContain(`deposit confirmed  80.00 USDT  TRC20 ${hash} to ${address}, order ${order.no}`)
    expect(found, text).toMatch(/ledger \S+ {2}deposit {2}80\.00 USDT[\s\S]*ledger \S+ {2}order {2}-79\.20 USDT/)
    expect(found, text).not.toContain('bob')
  }
  await expect(tapewire('payments', 'find', 'nobody@example.com')).rejects.toThrow()
  await expect(tapewire('payments', 'find', '20260105-NOBODY22')).rejects.toThrow('nothing of that number')
})
