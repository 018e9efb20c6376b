import { expect, test } from 'vitest'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { grantSubscription } from '../operator/grant.ts'
import { settleByHand } from '../operator/held-payments.ts'
import { unbalancedAccounts } from '../order/ledger-store.ts'
import { cancelOrder } from '../orders.ts'
import { approveRefund, recordPayment, refuseRefund } from '../refunds/refund-decisions.ts'
import { requestRefund } from '../refunds/refunds.ts'
import { adjustCredit } from '../settlement/credit.ts'
import { exportCredit } from './credit-export.ts'
import { moneyOf } from './customer-money.ts'
import { moneyByDay } from './daily-money.ts'
import { exportLedger } from './ledger-export.ts'
import { exportRevenue } from './revenue-export.ts'
import { exportPapers } from './sales/papers-export.ts'
import { exportService } from './sales/service-export.ts'
import { exportTax } from './sales/tax-export.ts'

type Row = Record<string, string>

async function read(lines: AsyncIterable<string>): Promise<Row[]> {
  const all: string[][] = []
  for await (const line of lines) all.push(line.split(','))
  const [names = [], ...rows] = all
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

const total = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + usdt(Number(row[column] ?? '0')), 0n)
const of = (rows: readonly Row[], ...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind ?? ''))
const ever = (ctx: TestPlatform) => ({ from: 0, to: ctx.clock.now() + 1 })
const operator = { kind: 'operator-cli' } as const
const home = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/**
 * Customers pay too much, too little, late or never, cancel orders and request refunds. Returns the sum that they sent
 * on chain.
 */
async function randomLife(ctx: TestPlatform, world: PaymentWorld, seed: number): Promise<bigint> {
  const random = dice(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => world.customer(`${name}@example.com`)))
  let arrived = 0n
  const planIds = ['integrated-base', 'stock-us-base', 'stock-hk-base', 'future-us-base']
  for (let round = 0; round < 14; round++) {
    const who = pick(people)
    if (random() < 0.3) await giveCredit(ctx, who.email, usdt(1 + Math.floor(random() * 20)))
    if (random() < 0.4) {
      const gift = { micro: usdt(1 + Math.floor(random() * 30)), paid: false, reason: 'an outage', note: '' }
      await adjustCredit(ctx, operator, { email: who.email, version: null, ...gift })
    }
    if (random() < 0.2) {
      const deal = { planId: 'future-hk-premium', months: 1 + Math.floor(random() * 12) }
      const paid = { micro: usdt(100 + round), reference: `invoice ${round}` }
      await grantSubscription(ctx, operator, { email: who.email, version: null, ...deal, paid, reason: '', note: '' })
    }
    const order = await world.order(who, { planId: pick(planIds) }).catch(() => null)
    const fraction = pick([0, 0.4, 1, 1, 1.3])
    if (order && order.payable > 0n && fraction > 0) {
      const value = fraction === 1 ? order.payable : (order.payable * BigInt(fraction * 10)) / 10n
      if (random() < 0.2) world.mineMinutes(40)
      await world.pay(order, value)
      arrived += value
      await world.settle()
      if (fraction < 1 && random() < 0.5)
        await settleByHand(ctx, operator, { orderNo: order.no, reason: 'the fee of an exchange', note: '' })
    } else if (order?.status === 0 && random() < 0.5) await cancelOrder(ctx, who.actor, order.no).catch(() => {})
    const input = { network: 'TRC20', address: home, amount: '6' } as const
    const refund = random() < 0.6 ? await requestRefund(ctx, who.actor, input).catch(() => null) : null
    if (refund && random() < 0.4) await refuseRefund(ctx, operator, { id: refund.id, reason: 'not now' })
    else if (refund && random() < 0.7) {
      await approveRefund(ctx, operator, refund.id)
      const txHash = round.toString(16).padStart(64, 'e')
      await recordPayment(ctx, operator, { id: refund.id, txHash, unchecked: true })
    }
    if (random() < 0.3) {
      world.mineMinutes(70)
      await world.tick()
    }
  }
  return arrived
}

test.each([1, 2])(
  'after random payments the accounting exports agree with each other, the ledger and the received transfers (seed %i)',
  async (seed) => {
    await using ctx = await testPlatform()
    const world = await PaymentWorld.open(ctx)
    const arrived = await randomLife(ctx, world, seed)
    const ledger = await read(exportLedger(ctx, operator, ever(ctx)))
    const revenue = await read(exportRevenue(ctx, operator, ever(ctx)))
    const credit = await read(exportCredit(ctx, operator, ctx.clock.now() + 1))
    expect(new Set(ledger.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6)

    expect(total(of(ledger, 'deposit'), 'amount')).toBe(arrived)
    expect(total(credit, 'credit')).toBe(total(ledger, 'amount'))
    const newest = new Map(ledger.map((row) => [row.account, row.balance]))
    for (const row of credit) expect(row.credit).toBe(newest.get(row.account))
    expect(total(credit, 'in_refunds')).toBe(-total(of(ledger, 'refund_hold', 'refund_release'), 'amount'))
    for (const row of revenue) {
      const parts = ['promotional', 'credit_used', 'paid', 'waived'].map((name) => total([row], name))
      const net = total([row], 'net')
      expect(net).toBe(parts.reduce((sum, part) => sum + part, 0n))
      expect(total([row], 'list') - total([row], 'discount') + total([row], 'upgrade_difference')).toBe(net)
    }
    // The money received, less refunds and revenue, equals the paid credit of all customers.
    const given = total(of(ledger, 'deposit', 'correction', 'refund', 'received'), 'amount')
    expect(given - total(revenue, 'revenue')).toBe(total(credit, 'paid'))
    const gifts = total(of(ledger, 'goodwill'), 'amount')
    expect(gifts - total(revenue, 'promotional')).toBe(total(credit, 'promotional'))
    expect(total(credit, 'paid') + total(credit, 'promotional')).toBe(total(credit, 'owed'))
    expect(await unbalancedAccounts(ctx.postgres.db)).toEqual([])

    const service = await read(exportService(ctx, operator, ever(ctx)))
    const tax = await read(exportTax(ctx, operator, ever(ctx)))
    const papers = await read(exportPapers(ctx, operator, ever(ctx)))
    expect(total(service, 'gross')).toBe(total(revenue, 'revenue'))
    const ofCustomers = await Promise.all([...newest.keys()].map((id = '') => moneyOf(ctx.postgres.db, id)))
    const ofDeals = total(of(ledger, 'received'), 'amount')
    expect(ofCustomers.reduce((sum, { paid }) => sum + paid, ofDeals)).toBe(total(revenue, 'revenue'))
    expect(total(tax, 'gross')).toBe(total(revenue, 'revenue'))
    expect(total(papers, 'gross') - total(tax, 'gross')).toBe(total(of(ledger, 'refund'), 'amount'))
    for (const rows of [service, tax, papers])
      expect(total(rows, 'net') + total(rows, 'tax')).toBe(total(rows, 'gross'))

    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const [first = ''] = ledger.map((row) => row.time ?? '')
    const days = [day(Date.parse(first))]
    while (days.at(-1) !== day(ctx.clock.now())) days.push(day(Date.parse(days.at(-1) ?? '') + 86_400_000))
    const daily = await moneyByDay(ctx, operator, days)
    expect(daily.revenue.reduce((sum, micro) => sum + micro, 0n)).toBe(total(revenue, 'revenue'))
    expect(daily.credit.at(-1)).toBe(total(credit, 'credit') + total(credit, 'in_refunds'))
    expect(daily.held).toBe(total(credit, 'in_refunds'))
  },
)

test('a ledger export carries over the balances of earlier periods; a credit export states the credit of each customer at a given time', async () => {
  await using ctx = await testPlatform({ now: '2026-01-31T23:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await giveCredit(ctx, ada.email, usdt(100), '=HYPERLINK("x"), "so"')
  await world.order(ada)
  await ctx.clock.advance(2 * 3_600_000)
  await giveCredit(ctx, ada.email, usdt(5))
  const [january, february] = [Date.parse('2026-01-01'), Date.parse('2026-02-01')]
  const lines = async (source: AsyncIterable<string>) => {
    const all: string[] = []
    for await (const line of source) all.push(line)
    return all.slice(1)
  }
  const first = await lines(exportLedger(ctx, operator, { from: january, to: february }))
  expect(first).toHaveLength(2)
  expect(first[0]).toContain(`,correction,100.00,100.00,,,,,"'=HYPERLINK(""x""), ""so"""`)
  const [later = ''] = await lines(exportLedger(ctx, operator, { from: february, to: Date.parse('2026-03-01') }))
  expect(later).toMatch(/^\d+,2026-02-01T01:00:00\.000Z,\S+,correction,5\.00,25\.80,/)
  expect(await lines(exportCredit(ctx, operator, february))).toEqual([
    `${ada.actor.accountId},ada@example.com,20.80,0.00,0.00,20.80,20.80,0.00`,
  ])
  expect(await lines(exportRevenue(ctx, operator, { from: january, to: february }))).toEqual([
    '2026-01,integrated-base,1,0,99.00,19.80,0.00,79.20,0.00,79.20,0.00,0.00,79.20',
  ])
  expect(await lines(exportService(ctx, operator, { from: january, to: february }))).toEqual([
    '2026-01,2026-01,integrated-base,2.828571,0.00,2.828571',
    '2026-01,2026-02,integrated-base,76.371429,0.00,76.371429',
  ])
  expect(await lines(exportRevenue(ctx, operator, { from: february, to: Date.parse('2026-03-01') }))).toEqual([])
})
