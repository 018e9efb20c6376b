import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import type { Order } from '../order/order.ts'
import { saveBillingDetails } from './billing-details.ts'
import { receiptOf } from './receipts.ts'

async function numbers(ctx: TestPlatform): Promise<string[]> {
  const { rows } = await sql<{ order_no: string }>`select order_no from receipt order by year, number`.execute(
    ctx.postgres.db,
  )
  const receipts = await Promise.all(rows.map(({ order_no }) => receiptOf(ctx, ctx.postgres.db, order_no)))
  return receipts.map((receipt) => receipt?.number ?? '')
}

test('receipts of a year are numbered without gaps, even when orders are concurrent or rolled back', async () => {
  await using ctx = await testPlatform({ now: '2026-12-31T23:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => world.customer(`c${n}@example.com`)))
  for (const { email } of people) await giveCredit(ctx, email, usdt(200))
  const failing = ctx.postgres.transaction(async (tx) => {
    await sql`insert into receipt_year (year, last) values (2026, 1)
      on conflict (year) do update set last = receipt_year.last + 1`.execute(tx)
    throw new Error('rolled back')
  })
  await Promise.all([...people.map((who) => world.order(who)), failing.catch(() => {})])
  expect(await numbers(ctx)).toEqual(['1', '2', '3', '4', '5', '6'].map((n) => `2026-00000${n}`))
  await ctx.clock.advance(3_600_000)
  await world.order(people[0] as never, { planId: 'stock-us-base' })
  expect((await numbers(ctx)).at(-1)).toBe('2027-000001')
})

test('a receipt keeps the details of both parties at the time of completion', async () => {
  const settings = { LEGAL_ENTITY: 'Wire Ltd', LEGAL_ADDRESS: '1 Quay', LEGAL_TAX_ID: 'DE-1' }
  await using ctx = await testPlatform({ settings })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await saveBillingDetails(ctx, ada.actor, { name: 'Ada Ltd', address: '12 Dorset Street', taxId: '' })
  const order = await world.order(ada)
  expect(await receiptOf(ctx, ctx.postgres.db, order.no)).toBeNull()
  await world.pay(order)
  await world.settle()
  const before = await receiptOf(ctx, ctx.postgres.db, order.no)
  expect(before).toMatchObject({
    number: '2026-000001',
    issuedAt: ctx.clock.now(),
    seller: { name: 'Wire Ltd', address: '1 Quay', taxId: 'DE-1' },
    buyer: { name: 'Ada Ltd', address: '12 Dorset Street', taxId: null },
  })
  await saveBillingDetails(ctx, ada.actor, { name: 'Ada II', address: '', taxId: '7' })
  const later = { ...ctx, settings: testSettings() }
  expect(await receiptOf(later, ctx.postgres.db, order.no)).toEqual(before)
})

test('orders completed before receipts had numbers are numbered in the order of completion', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const orders: Order[] = []
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
    await world.customer(email).then(async (who) => {
      await giveCredit(ctx, email, usdt(200))
      orders.push(await world.order(who))
    })
  }
  const [first, second, third] = orders
  const closed = (no: string | undefined, at: string) =>
    sql`update billing_order set closed_at = ${at} where no = ${no}`.execute(ctx.postgres.db)
  await closed(first?.no, '2026-01-03T00:00:00Z')
  await closed(second?.no, '2025-12-31T23:59:59Z')
  await closed(third?.no, '2026-01-02T00:00:00Z')
  await sql`drop table billing_details, receipt, receipt_year; drop index billing_order_completed`.execute(
    ctx.postgres.db,
  )
  await sql.raw(await readFile('migrations/postgres/0739-receipts.sql', 'utf8')).execute(ctx.postgres.db)
  const { rows } = await sql`select year, number, order_no from receipt order by year, number`.execute(ctx.postgres.db)
  expect(rows).toEqual([
    { year: 2025, number: 1, order_no: second?.no },
    { year: 2026, number: 1, order_no: third?.no },
    { year: 2026, number: 2, order_no: first?.no },
  ])
  await world.order(
    await world.customer('d@example.com').then(async (who) => {
      await giveCredit(ctx, who.email, usdt(200))
      return who
    }),
  )
  expect((await numbers(ctx)).at(-1)).toBe('2026-000003')
  const old = await receiptOf(ctx, ctx.postgres.db, first?.no ?? '')
  expect(old?.seller.name).toBe('Tapewire')
})
