import { expect, test } from 'vitest'
import { settleByHand } from '#src/billing/operator/held-payments.ts'
import { post } from '#src/billing/order/ledger-store.ts'
import { cancelOrder } from '#src/billing/orders.ts'
import { locales } from '#src/contract/locale.ts'
import { hourMs } from '#src/contract/time.ts'
import { periods } from '#src/plans/plan.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import * as paperPage from '../papers/paper-page.tsx'
import * as paymentPage from '../payment/payment-page.tsx'
import * as orderPage from './order-page.tsx'

const operator = { kind: 'operator-cli' } as const

function part(html: string, mark: string): string {
  const from = html.indexOf(mark)
  if (from < 0) throw new Error(`the page has no ${mark}`)
  return html.slice(from, html.indexOf('</section>', from)).replaceAll(/<[^>]+>/g, ' ')
}

function amounts(text: string): string[] {
  return (text.match(/\d[\d,]*\.\d{2,6}/g) ?? []).map((amount) => amount.replaceAll(',', ''))
}

function cents(micro: bigint): string {
  return `${micro / 1_000_000n}.${String((micro % 1_000_000n) / 10_000n).padStart(2, '0')}`
}

/** Each kind of order in each language, with and without credit. */
const sample = (['upgrade', 'renewal', 'purchase'] as const).flatMap((kind, row) =>
  locales.map((locale, column) => ({
    kind,
    locale,
    held: `${column === 1 ? 'stock-us' : 'integrated'}-base`,
    wanted: { upgrade: 'premium', renewal: 'base', purchase: 'professional' }[kind],
    bought: periods[(row + column) % 4] ?? 'month',
    requested: periods[(row + 2 * column + 1) % 4] ?? 'month',
    leftover: usdt(1.23) * BigInt(column),
  })),
)

test('the order form, the order page and the receipt show the exact amounts, and the mail shows the amount to pay', async () => {
  await using ctx = await testPlatform({ now: '2026-01-31T10:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const customers = []
  for (const wish of sample) {
    const who = await world.customer(`${wish.kind}-${wish.locale}@example.com`)
    const adjust = (micro: bigint, idem: string) =>
      ctx.postgres.transaction((tx) =>
        post(ctx, tx, { accountId: who.actor.accountId, kind: 'adjustment', micro, idem: `${idem}:${who.email}` }),
      )
    await adjust(usdt(9_000), 'gift')
    const first = await world.order(who, { planId: wish.held, period: wish.bought, locale: wish.locale })
    await adjust(wish.leftover + first.credit - usdt(9_000), 'take')
    customers.push({ ...wish, who, first })
  }
  await ctx.clock.advance(15 * hourMs)
  world.mine(1)
  await world.tick()
  for (const { kind, locale, held, wanted, requested, who, first } of customers) {
    const market = kind === 'purchase' ? 'fund-hk' : held.slice(0, held.lastIndexOf('-'))
    const keyId = market === 'stock-us' ? first.keyId : null
    const input = { planId: `${market}-${wanted}`, period: requested, keyId }
    const query = new URLSearchParams({
      plan: input.planId,
      period: requested,
      network: 'TRC20',
      key: input.keyId ?? '',
    })
    const form = await accountPageOf(ctx, who, paymentPage, { path: `/payment?${query}`, locale })
    const order = await world.order(who, { ...input, locale })
    expect(order.kind).toBe(kind)
    const { list, discount, upgradeDifference, credit, payable } = order
    const lines = kind === 'upgrade' ? [upgradeDifference] : [list, ...(discount > 0n ? [discount] : [])]
    if (credit > 0n) lines.push(credit)
    expect(amounts(part(form, 'pay-summary'))).toEqual([...lines, payable].map(cents))
    const params = { no: order.no }
    const shown = await accountPageOf(ctx, who, orderPage, { path: `/payment/${order.no}`, params, locale })
    const parts = [list, discount, ...(kind === 'upgrade' ? [upgradeDifference] : []), credit]
    const agreed = [...parts.filter((one) => one > 0n), payable].map(cents)
    expect(amounts(part(shown, 'aria-labelledby="details"'))).toEqual(agreed)
    expect(amounts(shown.slice(shown.indexOf('data-testid="amount"')))[0]).toBe(cents(payable))
    const [mail] = await ctx.mails(who.email)
    expect(amounts(mail?.subject ?? '')).toEqual([cents(payable)])
    expect(amounts(mail?.text ?? '')).toContain(cents(payable))
    await settleByHand(ctx, operator, { orderNo: order.no, reason: 'a test', note: '' })
    const receipt = await accountPageOf(ctx, who, paperPage, { path: `/payment/${order.no}/receipt`, params, locale })
    expect(amounts(receipt.replaceAll(/<[^>]+>/g, ' '))).toEqual(expect.arrayContaining(agreed))
  }
})

test('an upgrade on the last day of a plan costs the price difference of one day and does not move the end of the plan', async () => {
  await using ctx = await testPlatform({ now: '2026-01-31T10:00:00Z' })
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada, { period: 'quarter' }))
  await world.settle()
  const [key] = await world.keys(ada)
  const form = async () => {
    const html = await accountPageOf(ctx, ada, paymentPage, {
      path: '/payment?plan=integrated-premium',
      locale: 'en-US',
    })
    return { html, text: part(html, 'pay-summary') }
  }
  await ctx.clock.advance((key?.expiredTime ?? 0) - ctx.clock.now() - 60_000)
  const { html, text } = await form()
  expect(text).toContain('Upgrade difference, 1 day')
  expect(text).toContain('Your plan ends on Apr 30, 2026 10:01 (UTC)')
  expect(text).toContain('Quarterly')
  expect(html.match(/name="period"/g)).toHaveLength(2)
  expect(amounts(text)).toEqual(['9.61', '9.61'])
  await ctx.clock.advance(60_000)
  expect((await form()).text).toMatch(/New plan[\s\S]*Integrated · Premium/)
})

test('a customised plan cannot be ordered, and its order form refers to customer service', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await tapewire(ctx, 'subscription', 'grant', ada.email, '--plan', 'integrated-professional', '--months', '1')
  for (const plan of ['integrated-professional', 'integrated-premium']) {
    const form = await accountPageOf(ctx, ada, paymentPage, { path: `/payment?plan=${plan}`, locale: 'en-US' })
    expect(part(form, 'pay-summary')).toMatch(/Contact customer service to (renew|upgrade)/)
    expect(form).toContain('href="/en-US/contact?topic=enterprise"')
    expect(form).not.toContain('value="order"')
  }
})

test('the order page shows a partial payment, then the confirmations, and finally a single success message', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await giveCredit(ctx, ada.email, usdt(16.3))
  const order = await world.order(ada)
  const shown = async () => {
    const params = { no: order.no }
    const html = await accountPageOf(ctx, ada, orderPage, { path: `/payment/${order.no}`, params, locale: 'en-US' })
    return html.replaceAll(/<[^>]+>/g, ' ')
  }
  await world.pay(order, usdt(30))
  world.mine(3)
  await world.tick()
  expect(await shown()).toContain('Part paid')
  await world.pay(order, order.payable - usdt(30))
  world.mine(2)
  await world.tick()
  expect(await shown()).toMatch(/Confirming \d+\/\d+/)
  await world.settle()
  expect((await shown()).match(/Payment successful\. Retrieve the API key in the dashboard\./g)).toHaveLength(1)
})

test('the order page shows surplus money as credit only after its payment is final', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  const shown = async () => {
    const params = { no: order.no }
    return accountPageOf(ctx, ada, orderPage, { path: `/payment/${order.no}`, params, locale: 'en-US' })
  }
  await world.pay(order)
  world.mine(15)
  await world.pay(order, usdt(5))
  world.mine(6)
  await world.tick()
  const before = await shown()
  expect(amounts(part(before, 'aria-labelledby="details"')).slice(-2)).toEqual(['79.20', '84.20'])
  expect(before).not.toContain('84.20 USDT has arrived, more than was asked')
  await world.settle()
  const after = await shown()
  expect(amounts(part(after, 'aria-labelledby="details"')).slice(-2)).toEqual(['84.20', '5.00'])
  expect(after).toContain('84.20 USDT has arrived, more than was asked')
})

test('the page of a cancelled order states the cancellation once, and states the returned credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await giveCredit(ctx, ada.email, usdt(16.3))
  const order = await world.order(ada)
  await cancelOrder(ctx, ada.actor, order.no)
  const params = { no: order.no }
  const html = await accountPageOf(ctx, ada, orderPage, { path: `/payment/${order.no}`, params, locale: 'en-US' })
  expect(html.match(/This order was cancelled\./g)).toHaveLength(1)
  expect(html).toContain('The credit of 16.30 USDT that it used is back in your balance.')
})

test('the mail about a paid order links to the dashboard and states the amount that became credit', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const order = await world.order(ada)
  await world.pay(order, order.payable + usdt(4.3))
  await world.settle()
  const [mail] = await ctx.mails(ada.email)
  expect(mail?.text).toContain('Its API key is in the dashboard.')
  expect(mail?.text).toContain('More arrived than the order costs: 4.30 USDT became your credit.')
  expect(mail?.text.indexOf('/en-US/dashboard#api-keys')).toBeLessThan(mail?.text.indexOf('/receipt') ?? 0)
})
