import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import type { TestAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { grantSubscription } from '../operator/grant.ts'
import type { Order } from '../order/order.ts'
import { presentPaper } from '../present/present-paper.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { adjustCredit } from '../settlement/credit.ts'
import { saveBillingDetails } from './billing-details.ts'
import { type NewPaper, paperNumber } from './paper.ts'
import { insertPaper, papersOf, receiptOfOrder } from './paper-store.ts'
import { reissueReceipt } from './reissue.ts'

const operator = { kind: 'operator-cli' } as const
const details = { name: 'Ada Ltd', address: '12 Dorset Street', country: 'FR', taxId: '' }
const words = { reason: 'for the test', note: '' }
const none = { name: '', address: '', country: '', taxId: '' }
const seller = { LEGAL_ENTITY: 'Wire Ltd', LEGAL_ADDRESS: '1 Quay', LEGAL_TAX_ID: 'DE-1', LEGAL_COUNTRY: 'DE' }

async function numbers(ctx: TestPlatform): Promise<string[]> {
  const { rows } = await sql<{ year: number; number: number }>`select year, number from receipt
    order by year, number`.execute(ctx.postgres.db)
  return rows.map(paperNumber)
}

async function receipt(ctx: TestPlatform, { no }: Order) {
  const paper = await receiptOfOrder(ctx.postgres.db, no)
  return paper && presentPaper(ctx, paper, 'en-US')
}

async function papers(ctx: TestPlatform, { actor }: TestAccount) {
  const own = await papersOf(ctx.postgres.db, actor.accountId, { before: null, limit: 50 })
  return Promise.all(own.map((paper) => presentPaper(ctx, paper, 'en-US')))
}

async function paid(ctx: TestPlatform, email = 'ada@example.com') {
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer(email)
  const order = await world.order(ada)
  await world.pay(order)
  await world.settle()
  return { world, ada, order }
}

test('the receipts of each year are numbered without gaps, even when orders are concurrent or a transaction is rolled back', async () => {
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

test('parallel receipts and credit notes, half of them rolled back, are numbered without a gap or a duplicate', async () => {
  await using ctx = await testPlatform()
  const party = { name: null, address: null, country: null, taxId: null }
  const draft = (n: number): NewPaper => ({
    kind: n % 3 === 0 ? 'credit_note' : 'receipt',
    accountId: `account-${n}`,
    ...{ orderNo: null, dealId: null, refundId: null, issuedAt: ctx.clock.now(), soldAt: ctx.clock.now() },
    ...{ seller: party, buyer: party, gross: 1n, promotional: 0n, service: null, payments: [], voids: null },
    tax: { country: null, rate: null, tax: 0n, reverseCharge: false },
  })
  const issued = await Promise.allSettled(
    Array.from({ length: 80 }, (_, n) =>
      ctx.postgres.transaction(async (tx) => {
        const number = await insertPaper(tx, draft(n))
        if (n % 2 === 0) throw new Error('rolled back')
        return paperNumber(number)
      }),
    ),
  )
  const told = issued.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).sort()
  expect(told).toHaveLength(40)
  expect(told).toEqual(Array.from({ length: 40 }, (_, n) => `2026-${String(n + 1).padStart(6, '0')}`))
  expect(await numbers(ctx)).toEqual(told)
})

test('a receipt keeps the details of both parties at the time of completion', async () => {
  await using ctx = await testPlatform({ settings: seller })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await saveBillingDetails(ctx, ada.actor, details)
  const order = await world.order(ada)
  expect(await receipt(ctx, order)).toBeNull()
  await world.pay(order)
  await world.settle()
  const before = await receipt(ctx, order)
  expect(before).toMatchObject({
    number: '2026-000001',
    issuedAt: ctx.clock.now(),
    seller: { name: 'Wire Ltd', address: '1 Quay', country: 'DE', taxId: 'DE-1' },
    buyer: { name: 'Ada Ltd', address: '12 Dorset Street', country: 'FR', taxId: null },
    service: { from: ctx.clock.now() },
    tax: null,
  })
  await saveBillingDetails(ctx, ada.actor, { ...none, name: 'Ada II', taxId: '7' })
  const later = { ...ctx, settings: testSettings() }
  expect(await receipt(later, order)).toEqual(before)
})

test('a receipt accounts for each transfer, for the used credit and for the surplus that became credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await giveCredit(ctx, ada.email, usdt(9.2))
  const order = await world.order(ada)
  expect(order.payable).toBe(usdt(70))
  const hashes = [await world.pay(order, usdt(30)), await world.pay(order, usdt(44.3))]
  await world.settle()
  const shown = await receipt(ctx, order)
  const payments = shown?.payments.map(({ hash, amount }) => [`0x${hash}`, amount]).sort()
  expect(payments).toEqual([
    [hashes[0], '30.00'],
    [hashes[1], '44.30'],
  ])
  expect(shown).toMatchObject({ gross: '79.20', net: '79.20', creditUsed: '9.20', becameCredit: '4.30' })
  expect(shown?.lines).toEqual([
    { kind: 'list', amount: '99.00', coupon: null },
    { kind: 'discount', amount: '-19.80', coupon: null },
  ])
})

test('promotional credit lowers the total of a receipt and its tax', async () => {
  await using ctx = await testPlatform({ settings: { ...seller, TAX_RATES: 'FR:20, DE:19' } })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await saveBillingDetails(ctx, ada.actor, details)
  await adjustCredit(ctx, operator, { email: ada.email, version: null, micro: usdt(19.2), paid: false, ...words })
  const order = await world.order(ada)
  await world.pay(order)
  await world.settle()
  expect(await receipt(ctx, order)).toMatchObject({
    lines: [{ kind: 'list' }, { kind: 'discount' }, { kind: 'promotional', amount: '-19.20' }],
    ...{ gross: '60.00', net: '50.00', tax: { country: 'FR', rate: '20', amount: '10.00', reverseCharge: false } },
    ...{ creditUsed: '0.00', becameCredit: '0.00' },
  })
})

test('a buyer who fills in the details after paying gets a new receipt, and a credit note cancels the first receipt', async () => {
  await using ctx = await testPlatform({ settings: { ...seller, TAX_RATES: 'FR:20,DE:19' } })
  const { ada, order } = await paid(ctx)
  const old = await receipt(ctx, order)
  expect(old).toMatchObject({ buyer: { name: null }, tax: null, reissueUntil: (old?.soldAt ?? 0) + 60 * dayMs })
  const number = old?.number ?? ''
  await ctx.clock.advance(3 * dayMs)
  const consumer = await reissueReceipt(ctx, ada.actor, { number, details })
  expect(paperNumber(consumer)).toBe('2026-000003')
  const business = await reissueReceipt(ctx, ada.actor, {
    number: '2026-000003',
    details: { ...details, taxId: 'FR 12 345678901' },
  })
  expect(paperNumber(business)).toBe('2026-000005')
  expect(
    (await papers(ctx, ada)).map(({ number, kind, gross, tax, voids, voidedBy, reissueUntil }) => [
      ...[number, kind, gross, tax?.amount ?? null, tax?.reverseCharge ?? null, voids, voidedBy],
      reissueUntil !== null,
    ]),
  ).toEqual([
    ['2026-000005', 'receipt', '79.20', '0.00', true, null, null, true],
    ['2026-000004', 'credit_note', '-79.20', '-13.20', false, '2026-000003', null, false],
    ['2026-000003', 'receipt', '79.20', '13.20', false, null, '2026-000004', false],
    ['2026-000002', 'credit_note', '-79.20', null, null, '2026-000001', null, false],
    ['2026-000001', 'receipt', '79.20', null, null, null, '2026-000002', false],
  ])
  expect(await receipt(ctx, order)).toMatchObject({ number: '2026-000005', buyer: { name: 'Ada Ltd' } })
})

test('the owner can reissue only the newest receipt of an order, with changed details, until 60 days after the sale', async () => {
  await using ctx = await testPlatform()
  const { world, ada, order } = await paid(ctx)
  const number = '2026-000001'
  const eve = await world.customer('eve@example.com')
  await expect(reissueReceipt(ctx, eve.actor, { number, details })).rejects.toMatchObject({ error: 'not_found' })
  await Promise.allSettled([1, 2, 3].map(() => reissueReceipt(ctx, ada.actor, { number, details })))
  expect(await numbers(ctx)).toHaveLength(3)
  const repeated = await reissueReceipt(ctx, ada.actor, { number: '2026-000003', details })
  expect(paperNumber(repeated)).toBe('2026-000003')
  for (const replaced of ['2026-000001', '2026-000002'])
    await expect(reissueReceipt(ctx, ada.actor, { number: replaced, details: none })).rejects.toMatchObject({
      error: 'receipt_replaced',
    })
  const { soldAt = 0 } = (await receipt(ctx, order)) ?? {}
  await ctx.clock.advance(soldAt + 60 * dayMs - ctx.clock.now() - 1)
  await reissueReceipt(ctx, ada.actor, { number: '2026-000003', details: { ...details, name: 'Ada II' } })
  await ctx.clock.advance(1)
  const late = { number: '2027-000002', details }
  const newest = (await receipt(ctx, order))?.number ?? late.number
  await expect(reissueReceipt(ctx, ada.actor, { ...late, number: newest })).rejects.toMatchObject({
    error: 'receipt_final',
  })
})

test('an account reissues at most ten receipts a day', async () => {
  await using ctx = await testPlatform()
  const { ada, order } = await paid(ctx)
  const reissue = async (name: string) => {
    const { number = '' } = (await receipt(ctx, order)) ?? {}
    return reissueReceipt(ctx, ada.actor, { number, details: { ...details, name } })
  }
  for (let time = 1; time <= 10; time += 1) await reissue(`Ada ${time}`)
  await ctx.clock.advance(dayMs - 1_000)
  await expect(reissue('Ada 11')).rejects.toMatchObject({ error: 'too_often', detail: { retryAfter: 1 } })
  expect((await reissue('Ada 10')).buyer.name).toBe('Ada 10')
  await ctx.clock.advance(1_000)
  await reissue('Ada 11')
})

test('a plan granted against payment has a receipt that is mentioned in the mail; a plan granted free has no receipt', async () => {
  await using ctx = await testPlatform({ now: '2026-03-01T00:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const grant = { email: ada.email, version: null, planId: 'integrated-enterprise', months: 12, ...words }
  const price = { micro: usdt(4_800), reference: 'Invoice 7, bank transfer' }
  for (const wrong of [
    { ...price, micro: 0n },
    { ...price, reference: ' ' },
  ])
    await expect(grantSubscription(ctx, operator, { ...grant, paid: wrong })).rejects.toThrow()
  await grantSubscription(ctx, operator, { ...grant, paid: price })
  await grantSubscription(ctx, operator, { ...grant, months: 1, paid: null })
  const [free, sold] = await ctx.mails(ada.email)
  expect([sold, free].map((mail) => mail?.text.includes('need not pay for it'))).toEqual([false, true])
  expect(sold?.text).toContain('the receipt is under Billing')
  expect(await papers(ctx, ada)).toMatchObject([
    {
      kind: 'receipt',
      gross: '4800.00',
      reference: 'Invoice 7, bank transfer',
      lines: [{ kind: 'deal', amount: '4800.00' }],
      service: { from: Date.parse('2026-03-01'), to: Date.parse('2027-03-01') },
      reissueUntil: expect.any(Number),
    },
  ])
  expect(await world.credit(ada)).toBe('0')
})

test('a refund has a credit note without tax', async () => {
  await using ctx = await testPlatform({ settings: { ...seller, TAX_RATES: 'FR:20' } })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await saveBillingDetails(ctx, ada.actor, details)
  await giveCredit(ctx, ada.email, usdt(20))
  const txHash = '7'.repeat(64)
  const sent = { email: ada.email, version: null, to: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', txHash, ...words }
  await noteRefund(ctx, operator, { ...sent, micro: usdt(12.5) })
  expect(await papers(ctx, ada)).toMatchObject([
    {
      kind: 'credit_note',
      gross: '-12.50',
      tax: null,
      buyer: { name: 'Ada Ltd' },
      lines: [{ kind: 'refund', amount: '-12.50' }],
      payments: [{ network: 'TRC20', hash: txHash, amount: '12.50' }],
      reissueUntil: null,
    },
  ])
})

test('a migration numbers the receipts of earlier orders by the time at which the orders were completed', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const orders: Order[] = []
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
    const who = await world.customer(email)
    await giveCredit(ctx, email, usdt(200))
    orders.push(await world.order(who))
  }
  const [first, second, third] = orders
  const closed = (no: string | undefined, at: string) =>
    sql`update billing_order set closed_at = ${at} where no = ${no}`.execute(ctx.postgres.db)
  await closed(first?.no, '2026-01-03T00:00:00Z')
  await closed(second?.no, '2025-12-31T23:59:59Z')
  await closed(third?.no, '2026-01-02T00:00:00Z')
  await sql`drop table billing_details, receipt, receipt_year, plan_deal`.execute(ctx.postgres.db)
  await sql`drop function complete_receipt; drop index billing_order_completed`.execute(ctx.postgres.db)
  for (const name of ['0739-receipts', '1061-papers'])
    await sql.raw(await readFile(`migrations/postgres/${name}.sql`, 'utf8')).execute(ctx.postgres.db)
  const { rows } = await sql`select year, number, order_no from receipt order by year, number`.execute(ctx.postgres.db)
  expect(rows).toEqual([
    { year: 2025, number: 1, order_no: second?.no },
    { year: 2026, number: 1, order_no: third?.no },
    { year: 2026, number: 2, order_no: first?.no },
  ])
  const who = await world.customer('d@example.com')
  await giveCredit(ctx, who.email, usdt(200))
  await world.order(who)
  expect((await numbers(ctx)).at(-1)).toBe('2026-000003')
  const old = first && (await receipt(ctx, first))
  expect(old).toMatchObject({ seller: { name: 'Tapewire' }, gross: '79.20', creditUsed: '79.20' })
})
