import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { creditOf, unbalancedAccounts } from '../order/ledger-store.ts'
import { cancelOrder } from '../orders.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { requestRefund } from '../refunds/refunds.ts'
import { adjustCredit } from './credit.ts'

const operator = { kind: 'operator-cli' } as const
const home = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

async function opened(ctx: TestPlatform) {
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const give = (amount: number, paid: boolean) =>
    adjustCredit(ctx, operator, {
      email: ada.email,
      version: null,
      micro: usdt(amount),
      paid,
      reason: 'an outage',
      note: '',
    })
  const credit = async () => {
    const { micro, promotional } = await creditOf(ctx.postgres.db, ada.actor.accountId)
    return { paid: micro - promotional, promotional }
  }
  return { world, ada, give, credit }
}

test('promotional credit is shown separately from paid credit, and cannot be refunded', async () => {
  await using ctx = await testPlatform()
  const { ada, give } = await opened(ctx)
  await give(40, false)
  await give(15, true)
  const { data } = await siteApi(ctx).send('/api/billing', { cookie: `authorization=${ada.token}` })
  expect(data).toMatchObject({ credit: '55.00', paidCredit: '15.00', promotionalCredit: '40.00' })
  expect(data.entries.content.map((entry: { kind: string }) => entry.kind)).toEqual(['correction', 'goodwill'])
  const refund = (amount: string) => requestRefund(ctx, ada.actor, { network: 'TRC20', address: home, amount })
  await expect(refund('15.000001')).rejects.toMatchObject({
    error: 'refund_amount_invalid',
    detail: { values: { max: '15.00' } },
  })
  const sent = { email: ada.email, version: null, to: home, txHash: '7'.repeat(64), reason: '', note: '' }
  await expect(noteRefund(ctx, operator, { ...sent, micro: usdt(15) + 1n })).rejects.toMatchObject({
    error: 'refund_exceeds_paid',
    detail: { values: { max: '15.00' } },
  })
  await noteRefund(ctx, operator, { ...sent, micro: usdt(5) })
  expect((await refund('10')).micro).toBe(usdt(10))
  expect(await unbalancedAccounts(ctx.postgres.db)).toEqual([])
})

test('an order uses promotional credit before paid credit, and a cancellation returns the promotional part as promotional credit', async () => {
  await using ctx = await testPlatform()
  const { world, ada, give, credit } = await opened(ctx)
  await give(10, false)
  await give(30, true)
  const order = await world.order(ada)
  expect(order.credit).toBe(usdt(40))
  expect(await credit()).toEqual({ paid: 0n, promotional: 0n })
  await cancelOrder(ctx, ada.actor, order.no)
  expect(await credit()).toEqual({ paid: usdt(30), promotional: usdt(10) })
  await give(60, true)
  await world.order(ada)
  expect(await credit()).toEqual({ paid: usdt(20.8), promotional: 0n })
})

test('promotional credit that a customer gets while an order is open is still promotional after the order is paid', async () => {
  await using ctx = await testPlatform()
  const { world, ada, give, credit } = await opened(ctx)
  const order = await world.order(ada)
  await give(25, false)
  await world.pay(order)
  await world.settle()
  expect(await credit()).toEqual({ paid: 0n, promotional: usdt(25) })
  await give(-5, false)
  expect(await credit()).toEqual({ paid: 0n, promotional: usdt(20) })
})

test('the database refuses promotional credit that exceeds the credit of the account', async () => {
  await using ctx = await testPlatform()
  const { ada, give } = await opened(ctx)
  await give(1, true)
  await expect(
    sql`update ledger_balance set promotional = micro + 1 where account_id = ${ada.actor.accountId}`.execute(
      ctx.postgres.db,
    ),
  ).rejects.toThrow('ledger_balance_promotional')
})
