import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { issueKey } from '#src/keys/keys.ts'
import { buildCatalogue, firstCatalogue, setCatalogue } from '#src/plans/catalogue.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { idempotencyKey } from './idempotency.ts'
import { unbalancedAccounts } from './order/ledger-store.ts'
import { makeDeal, presentQuote } from './order/quote.ts'
import { orderCsv } from './order-page.ts'
import { cancelOrder, ownOrder } from './orders.ts'
import { reconcileOrder } from './settlement/reconcile.ts'

async function rows(ctx: TestPlatform, table: string): Promise<number> {
  const found = await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(ctx.postgres.db)
  return Number(found.rows[0]?.n ?? 0n)
}

test('an order cancelled before its payment was seen stays cancelled, and the payment becomes credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  await cancelOrder(ctx, ada.actor, order.no)
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.cancelled)
  expect(await world.credit(ada)).toBe('79.2')
})

test('an account that keeps creating and cancelling orders gets at most ten mails about new orders a day', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  for (let at = 0; at < 12; at += 1) await cancelOrder(ctx, ada.actor, (await world.order(ada)).no)
  const mails = (await ctx.mails(ada.email)).filter(({ subject }) => subject.endsWith('to pay'))
  expect(mails).toHaveLength(10)
})

test('a cancellation after the payment was seen is refused, and the order completes', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order)
  world.mine(1)
  await world.tick()
  await expect(cancelOrder(ctx, ada.actor, order.no)).rejects.toMatchObject({ error: 'payment_detected' })
  await world.settle()
  expect((await world.now(order)).status).toBe(orderStatus.completed)
})

test('if an order is cancelled and confirmed at the same time, it ends either completed or cancelled, and no money is lost', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  for (let round = 0; round < 5; round++) {
    const who = await world.customer(`c${round}@example.com`)
    const order = await world.order(who)
    await world.pay(order)
    world.mine(25)
    await Promise.allSettled([world.tick(), cancelOrder(ctx, who.actor, order.no)])
    await world.tick()
    const { status } = await world.now(order)
    expect([orderStatus.completed, orderStatus.cancelled]).toContain(status)
    expect(await world.credit(who)).toBe(status === orderStatus.completed ? '0' : '79.2')
  }
  expect(await unbalancedAccounts(ctx.postgres.db)).toEqual([])
})

test('a hundred identical requests with one idempotency key create one order', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const made = await Promise.all(Array.from({ length: 100 }, () => world.order(ada, { idempotencyKey: 'click' })))
  for (const order of made) expect(order).toEqual(made[0])
  await expect(world.order(ada, { idempotencyKey: 'click', period: 'year' })).rejects.toMatchObject({
    error: 'idempotency_mismatch',
  })
})

test('of a hundred concurrent requests without an idempotency key one creates an order and 99 are refused', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const made = await Promise.allSettled(Array.from({ length: 100 }, () => world.order(ada)))
  expect(made.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const refused = made.flatMap((result) => (result.status === 'rejected' ? [result.reason.error] : []))
  expect(refused).toEqual(Array.from({ length: 99 }, () => 'order_unpaid'))
  expect(await rows(ctx, 'deposit_address')).toBe(1)
})

test('an account creates at most thirty orders an hour, even if it cancels them', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const [ada, bob] = [await world.customer(), await world.customer('bob@example.com')]
  const ordered = async () => cancelOrder(ctx, ada.actor, (await world.order(ada)).no)
  for (let order = 0; order < 30; order += 1) await ordered()
  await ctx.clock.advance(hourMs - 1_000)
  await world.tick()
  await expect(ordered()).rejects.toMatchObject({ error: 'too_often', detail: { retryAfter: 1 } })
  await world.order(bob)
  await ctx.clock.advance(1_000)
  await ordered()
})

test('a database constraint allows one pending order per account', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  const copy = sql`insert into billing_order select (o).* from (select jsonb_populate_record(b, '{"no":"other"}') as o
    from billing_order b where no = ${order.no}) x`
  await expect(copy.execute(ctx.postgres.db)).rejects.toThrow('billing_order_one_pending')
})

test('an order opens its plan once, even when it is settled several times', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada, { planId: 'stock-us-base' })
  await world.pay(order)
  await world.settle()
  const again = () =>
    ctx.postgres.transaction((tx) =>
      reconcileOrder(ctx, tx, {
        accountId: ada.actor.accountId,
        orderNo: order.no,
        moneyMoved: true,
      }),
    )
  await Promise.all(Array.from({ length: 20 }, again))
  expect(await rows(ctx, 'entitlement_grant')).toBe(1)
  expect((await world.keys(ada)).map((key) => key.level)).toEqual(['free', 'base'])
})

test('an account can cancel only its own pending orders', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const bob = await world.customer('bob@example.com')
  const order = await world.order(ada)
  await expect(cancelOrder(ctx, bob.actor, order.no)).rejects.toMatchObject({ error: 'not_found' })
  await expect(ownOrder(ctx, bob.actor, order.no)).rejects.toMatchObject({ error: 'not_found' })
  await cancelOrder(ctx, ada.actor, order.no)
  const again = cancelOrder(ctx, ada.actor, order.no)
  await expect(again).rejects.toMatchObject({
    error: 'order_not_cancellable',
    detail: { values: { state: 'cancelled' } },
  })
})

test.each([
  ['an unknown plan', 'stock-xx-base', null, 'invalid_parameter'],
  ['a customised plan', 'integrated-enterprise', null, 'plan_customised'],
  ['the free plan', 'integrated-free', null, 'invalid_parameter'],
  ['a key that is not there', 'stock-us-base', 'nobody', 'not_found'],
])('an order for %s is refused', async (_name, planId, keyId, error) => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await expect(makeDeal(ctx, ada.actor.accountId, { planId, keyId, period: 'month' })).rejects.toMatchObject({ error })
})

test('during a running plan a lower plan is refused, the same plan renews and a higher plan upgrades', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const { actor } = await world.customer()
  const plan = firstCatalogue.planById('stock-us-professional')
  if (!plan) throw new Error('the catalogue lost a plan')
  const expiresAt = ctx.clock.now() + 10 * dayMs
  const key = await ctx.postgres.transaction((tx) =>
    issueKey(ctx, tx, { kind: 'operator-cli' }, { accountId: actor.accountId, plan, expiresAt }),
  )
  const deal = (planId: string) => makeDeal(ctx, actor.accountId, { planId, period: 'month', keyId: key?.id ?? '' })
  await expect(deal('stock-us-base')).rejects.toMatchObject({ error: 'plan_no_downgrade' })
  await expect(deal('stock-hk-base')).rejects.toMatchObject({ error: 'invalid_parameter' })
  expect(await deal('stock-us-professional')).toMatchObject({ target: { kind: 'renewal' } })
  expect(await deal('stock-us-premium')).toMatchObject({
    target: { kind: 'upgrade' },
    days: 10,
    planExpiresAt: expiresAt,
  })
  await ctx.clock.advance(10 * dayMs - 1)
  expect(await deal('stock-us-premium')).toMatchObject({ days: 1, price: { payable: usdt(3.23) } })
  await ctx.clock.advance(1)
  expect(await deal('stock-us-base')).toMatchObject({ target: { kind: 'purchase' } })
})

test('a customer can neither renew nor upgrade a customised plan', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const { actor } = await world.customer()
  const plan = firstCatalogue.planById('fund-us-enterprise')
  if (!plan) throw new Error('the catalogue lost a plan')
  const key = await ctx.postgres.transaction((tx) =>
    issueKey(
      ctx,
      tx,
      { kind: 'operator-cli' },
      { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs },
    ),
  )
  const deal = (planId: string) => makeDeal(ctx, actor.accountId, { planId, period: 'month', keyId: key?.id ?? '' })
  await expect(deal('fund-us-enterprise')).rejects.toMatchObject({ error: 'plan_no_renewal' })
  await expect(deal('fund-us-premium')).rejects.toMatchObject({ error: 'plan_customised' })
})

test('an upgrade keeps the period of the current subscription, even if another period is requested', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada, { period: 'year' }))
  await world.settle()
  const input = { planId: 'integrated-premium', period: 'month', keyId: null } as const
  const quote = presentQuote(await makeDeal(ctx, ada.actor.accountId, input))
  expect(quote).toMatchObject({ kind: 'upgrade', period: 'year', daysLeft: 365, list: '0.00', payable: '2880.00' })
  const upgrade = await world.order(ada, input)
  expect(upgrade).toMatchObject({ period: 'year', months: 0, payable: usdt(2_880) })
  const [before] = await world.keys(ada)
  await world.pay(upgrade)
  await world.settle()
  expect(await world.keys(ada)).toMatchObject([{ level: 'premium', expiredTime: before?.expiredTime }])
})

test('a renewal ends on the day of the month of the first purchase, or on the last day of a shorter month', async () => {
  await using ctx = await testPlatform({ now: '2026-01-31T10:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const ends: string[] = []
  for (let bought = 1; bought <= 3; bought += 1) {
    await world.pay(await world.order(ada))
    await world.settle()
    const [key] = await world.keys(ada)
    ends.push(new Date(key?.expiredTime ?? 0).toISOString().slice(0, 10))
  }
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
})

test('a renewal continues from the end of the plan, and only the first order gets the newcomer discount', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  const [before] = await world.keys(ada)
  const renewal = await world.order(ada, { period: 'quarter' })
  expect(renewal).toMatchObject({ kind: 'renewal', list: usdt(297), payable: usdt(282.15) })
  await world.pay(renewal)
  await world.settle()
  const [after] = await world.keys(ada)
  expect(new Date(before?.expiredTime ?? 0).toISOString().slice(0, 10)).toBe('2026-02-05')
  expect(new Date(after?.expiredTime ?? 0).toISOString().slice(0, 10)).toBe('2026-05-05')
  expect(after?.key).toBe(before?.key)
})

test('an order keeps the price with which it was created', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  await ctx.clock.advance(dayMs - 5 * 60_000)
  world.mine(1)
  await world.tick()
  const upgrade = await world.order(ada, { planId: 'integrated-premium' })
  await ctx.clock.advance(10 * 60_000)
  expect((await world.shown(upgrade)).upgradeDifference).toBe((await world.shown(upgrade)).payable)
  expect((await world.now(upgrade)).payable).toBe(upgrade.payable)
})

test.each(['', 'a b', 'x'.repeat(256), 'ключ'])('the idempotency key %s is refused', (key) => {
  const headers = { get: () => key } as unknown as Headers
  expect(() => idempotencyKey(headers)).toThrow('idempotency_key_invalid')
})

test('an order number consists of the UTC day and eight capital letters or digits', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  expect(order.no).toMatch(/^20260105-[2-9A-HJ-NP-Z]{8}$/)
})

test('a deposit address that was changed in the database is not shown, and opens an incident', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await sql`update deposit_address set address = ${`0x${'ba'.repeat(20)}`}`.execute(ctx.postgres.db)
  await expect(world.shown(order)).rejects.toMatchObject({ error: 'address_unverified' })
  expect(await rows(ctx, 'payment_incident')).toBe(1)
})

test('ledger entries can be neither changed nor deleted', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  await world.pay(await world.order(await world.customer()))
  await world.settle()
  await expect(sql`update ledger_entry set micro = 1`.execute(ctx.postgres.db)).rejects.toThrow('final')
  await expect(sql`delete from ledger_entry`.execute(ctx.postgres.db)).rejects.toThrow('final')
})

test('if credit covers several concurrent renewals, only one is bought, even without an idempotency key', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada), usdt(79.2 + 300))
  await world.settle()
  const made = await Promise.all(Array.from({ length: 3 }, () => world.order(ada)))
  expect(new Set(made.map(({ no }) => no)).size).toBe(1)
  expect(await world.credit(ada)).toBe('201')
  await ctx.clock.advance(61_000)
  expect((await world.order(ada)).no).not.toBe(made[0]?.no)
})

test('two orders that each buy a new key are both created, even if credit covers both', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada), usdt(79.2 + 300))
  await world.settle()
  const made = [
    await world.order(ada, { planId: 'stock-us-base' }),
    await world.order(ada, { planId: 'stock-us-base' }),
  ]
  expect(new Set(made.map(({ no }) => no)).size).toBe(2)
})

test('the CSV of orders contains the name of a plan that is no longer sold', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.order(ada, { planId: 'stock-hk-base' })
  const plans = firstEdition.plans.filter(({ id }) => id !== 'stock-hk-base')
  const editions = [firstEdition, { ...firstEdition, plans }].map((document, at) => ({ number: at + 1, document }))
  setCatalogue(ctx, buildCatalogue(editions, 2))
  expect(await orderCsv(ctx, ada.actor, {}, 'en-US')).toContain(',Stocks HK · Base,stock-hk-base,')
})
