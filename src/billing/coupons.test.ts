import { expect, test } from 'vitest'
import type { ChoiceQuery } from '#src/contract/account/order-choice.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { makeDeal } from './order/quote.ts'
import { presentChoice } from './order-choice.ts'

async function shop() {
  const ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const add = (...args: string[]) => tapewire(ctx, 'coupons', 'add', ...args)
  const month = (coupon: string, change: object = {}) => ({
    ...({ planId: 'integrated-base', period: 'month', keyId: null, coupon } as const),
    ...change,
  })
  const price = async (coupon: string, change = {}) =>
    (await makeDeal(ctx, ada.actor.accountId, month(coupon, change))).price
  return { ctx, world, ada, add, price, [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose]() }
}

test('a coupon lowers the discounted price by a percentage or an amount, and case and spaces in its code are ignored', async () => {
  await using at = await shop()
  await at.add('LAUNCH', '--percent', '25')
  await at.add('TEN', '--amount', '10.00')
  await at.add('ALL', '--amount', '1000.00')
  const none = await at.price('')
  expect(none).toMatchObject({ discount: usdt(19.8), couponDiscount: 0n, payable: usdt(79.2) })
  expect(await at.price(' launch ')).toMatchObject({
    discount: usdt(39.6),
    couponDiscount: usdt(19.8),
    payable: usdt(59.4),
  })
  expect(await at.price('TEN')).toMatchObject({ couponDiscount: usdt(10), payable: usdt(69.2) })
  expect(await at.price('ALL')).toMatchObject({ discount: usdt(99), payable: 0n })
})

test('an order keeps its coupon price after the coupon has ended, and payment of this price opens the plan', async () => {
  await using at = await shop()
  await at.add('LAUNCH', '--percent', '25')
  const order = await at.world.order(at.ada, { coupon: 'launch' })
  expect(await tapewire(at.ctx, 'coupons', 'end', 'LAUNCH')).toBe('LAUNCH has ended.')
  expect(await at.world.shown(order)).toMatchObject({
    payable: '59.40',
    discount: '39.60',
    coupon: { code: 'LAUNCH', amount: '19.80' },
  })
  await at.world.pay(order)
  await at.world.settle()
  expect((await at.world.keys(at.ada))[0]).toMatchObject({ level: 'base' })
  expect(await audited(at.ctx, 'coupon.add')).toMatchObject([{ subject: 'LAUNCH', detail: { value: '25%' } }])
  expect(await audited(at.ctx, 'coupon.end')).toHaveLength(1)
})

test('an order that a coupon covers completely is completed at once', async () => {
  await using at = await shop()
  await at.add('ALL', '--percent', '100')
  const order = await at.world.order(at.ada, { coupon: 'ALL' })
  expect(await at.world.shown(order)).toMatchObject({ payable: '0.00', status: 1 })
})

test('a coupon is refused for other plans, outside its period and beyond its number of uses', async () => {
  await using at = await shop()
  const { ctx, world } = at
  await at.add('STOCKS', '--percent', '10', '--plans', 'stock-us-base,stock-us-premium')
  await at.add('SOON', '--percent', '10', '--from', '2026-02-01', '--until', '2026-03-01')
  await at.add('ONCE', '--percent', '10', '--uses', '2', '--uses-each', '1')
  const refused = (coupon: string, change = {}) => at.price(coupon, change).catch(({ error }) => error)
  expect(await refused('STOCKS')).toBe('coupon_other_plan')
  expect(await refused('STOCKS', { planId: 'stock-us-base' })).toMatchObject({ couponDiscount: usdt(3.92) })
  expect(await refused('SOON')).toBe('coupon_not_valid_now')
  expect(await refused('NOPE')).toBe('coupon_unknown')
  const order = await world.order(at.ada, { coupon: 'ONCE' })
  expect(await refused('ONCE')).toBe('coupon_used')
  await world.pay(order)
  await world.settle()
  expect(await refused('ONCE', { planId: 'integrated-premium' })).toBe('coupon_not_for_upgrade')
  const bob = await world.customer('bob@example.com')
  await world.order(bob, { coupon: 'ONCE' })
  const eve = await world.customer('eve@example.com')
  await expect(world.order(eve, { coupon: 'ONCE' })).rejects.toMatchObject({ error: 'coupon_used_up' })
  await ctx.clock.advance(40 * dayMs)
  expect(await tapewire(ctx, 'coupons', 'list')).toMatch(
    /^ONCE .*2 uses, 1 for each customer {2}valid\nSOON .* valid\nSTOCKS .* valid$/,
  )
  expect(await refused('SOON', { planId: 'stock-us-base' })).toHaveProperty('couponDiscount')
  await ctx.clock.advance(20 * dayMs)
  expect(await refused('SOON', { planId: 'stock-us-base' })).toBe('coupon_not_valid_now')
})

test('when two customers order concurrently, only one of them gets the last use of a coupon', async () => {
  await using at = await shop()
  await at.add('LAST', '--percent', '10', '--uses', '1')
  const bob = await at.world.customer('bob@example.com')
  const orders = [at.ada, bob].map((who) => at.world.order(who, { coupon: 'LAST' }))
  const results = await Promise.allSettled(orders)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an account that guesses coupon codes is blocked for an hour, even for a valid code', async () => {
  await using at = await shop()
  await at.add('REAL', '--percent', '10')
  const answers = []
  for (let at20 = 0; at20 < 21; at20 += 1) answers.push(await at.price(`GUESS${at20}`).catch(({ error }) => error))
  expect(new Set(answers.slice(0, 20))).toEqual(new Set(['coupon_unknown']))
  expect(answers[20]).toBe('too_often')
  await at.ctx.clock.advance(hourMs - 1_000)
  await expect(at.price('REAL')).rejects.toMatchObject({ error: 'too_often', detail: { retryAfter: 1 } })
  await at.ctx.clock.advance(1_000)
  expect(await at.price('REAL')).toMatchObject({ payable: usdt(71.28) })
})

test('the order form checks a coupon code at each change, and counts a repeated wrong code as one guess', async () => {
  await using at = await shop()
  await at.add('REAL', '--percent', '25')
  const choose = (query: ChoiceQuery) => presentChoice(at.ctx, at.ada.actor, query, 'en-US')
  for (let time = 0; time < 21; time += 1) {
    const choice = await choose({ plan: 'integrated-base', coupon: ' typo ' })
    expect(choice).toMatchObject({
      asked: { coupon: 'typo' },
      quote: { payable: '79.20', coupon: null },
      couponRefused: 'This coupon code does not exist. Check the spelling.',
    })
  }
  expect(await choose({ plan: 'integrated-base', coupon: 'real' })).toMatchObject({
    quote: { payable: '59.40', coupon: { code: 'REAL', amount: '19.80' } },
    couponRefused: null,
  })
})

test.each([
  [['A!', '--percent', '10'], 'code'],
  [['ABC', '--percent', '101'], 'percent'],
  [['ABC', '--amount', '0.001'], 'amount'],
  [['ABC', '--amount', '9999999999999.00'], 'amount'],
  [['ABC', '--percent', '10', '--plans', 'integrated-free'], 'plans'],
  [['ABC', '--percent', '10', '--until', '2020-01-01'], 'until'],
  [['ABC', '--percent', '10', '--uses', '0'], 'uses'],
  [['ABC'], 'Give --percent or --amount'],
])('adding a coupon with the arguments %j is refused with the words "%s"', async (args, words) => {
  await using at = await shop()
  await expect(at.add(...args)).rejects.toThrow(words)
})
