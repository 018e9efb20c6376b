import { expect, test } from 'vitest'
import type { ChoiceQuery } from '#src/contract/account/order-choice.ts'
import type { Locale } from '#src/contract/locale.ts'
import { dayMs } from '#src/contract/time.ts'
import { issueKey } from '#src/keys/keys.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { liveKey, liveNetwork } from '#test/fixtures/live.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { pauseNetwork } from './operator/network-operation.ts'
import { presentChoice } from './order-choice.ts'

test('the order form states the minimum order of a payment network and, in the reader’s language, why an order is too small', async () => {
  const settings = liveNetwork(liveKey('an operator'), { MIN_ORDER: '100' })
  await using ctx = await testPlatform({ settings })
  const world = await PaymentWorld.open(ctx)
  const { actor } = await world.customer()
  const choose = async (query: ChoiceQuery, locale: Locale = 'en-US') =>
    (await presentChoice(ctx, actor, query, locale)).networks[0]
  const month = await choose({ plan: 'integrated-base', period: 'month' })
  expect(month).toMatchObject({ healthy: true, minOrder: '100.00' })
  expect(month?.tooSmall).toContain('Orders on TRC20 start at 100.00 USDT')
  expect((await choose({ plan: 'integrated-base', period: 'month' }, 'zh-HK'))?.tooSmall).toContain(
    '不得低於 100.00 USDT',
  )
  expect(await choose({ plan: 'integrated-base', period: 'year' })).toMatchObject({ tooSmall: null })
  await pauseNetwork(ctx, { kind: 'operator-cli' }, { network: 'TRC20', reason: null })
  expect(await choose({ plan: 'integrated-base', period: 'year' })).toMatchObject({ healthy: false })
})

test('the order form says whether the newcomer discount is still available', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const isNewcomer = async () => (await presentChoice(ctx, ada.actor, {}, 'en-US')).newcomer
  expect(await isNewcomer()).toBe(true)
  const order = await world.order(ada)
  expect(await isNewcomer()).toBe(true)
  await world.pay(order)
  await world.settle()
  expect(await isNewcomer()).toBe(false)
})

test('a plan below the current plan is disabled in the order form, with the reason in the language of the reader', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const closed = async (query: ChoiceQuery, locale: Locale = 'en-US') =>
    (await presentChoice(ctx, ada.actor, query, locale)).plans.map((plan) => plan.closed)
  expect(await closed({})).toEqual([null, null, null])
  await world.pay(await world.order(ada, { planId: 'integrated-professional' }))
  await world.settle()
  expect(await closed({})).toEqual([expect.stringContaining('cannot be downgraded'), null, null])
  expect(await closed({}, 'zh-HK')).toEqual([expect.stringContaining('計劃不設降級'), null, null])
  expect(await closed({ market: 'stock-us' })).toEqual([null, null, null])
})

test('for the holder of a customised plan, the order form disables the other plans of the market and refers to customer service', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const { actor } = await world.customer()
  const plan = firstCatalogue.planById('fund-us-enterprise')
  if (!plan) throw new Error('the catalogue lost a plan')
  const expiresAt = ctx.clock.now() + dayMs
  const key = await ctx.postgres.transaction((tx) =>
    issueKey(ctx, tx, { kind: 'operator-cli' }, { accountId: actor.accountId, plan, expiresAt }),
  )
  const { plans } = await presentChoice(ctx, actor, { market: 'fund-us', key: key?.id ?? '' }, 'en-US')
  expect(plans.map(({ closed }) => closed)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('Contact customer service to upgrade')),
  )
})

test('two open order forms with the same choice create only one order, and a form opened later gets a new idempotency key', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const form = async (period: string) =>
    (await presentChoice(ctx, ada.actor, { plan: 'stock-us-base', period }, 'en-US')).idempotencyKey
  const [one, other] = [await form('month'), await form('month')]
  expect(one).toBe(other)
  expect(await form('year')).not.toBe(one)
  const made = await Promise.all(
    [one, other].map((idempotencyKey) => world.order(ada, { planId: 'stock-us-base', idempotencyKey })),
  )
  expect(made[0]?.no).toBe(made[1]?.no)
  expect(await form('month')).not.toBe(one)
})
