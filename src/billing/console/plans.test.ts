import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { followEditions, loadCatalogue } from '#src/plans/editions/follow.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'

let world: PaymentWorld
let site: SiteApi
let following: AsyncDisposable
let billing: string
let owner: string
let support: string
beforeAll(async () => {
  world = await PaymentWorld.alone()
  await loadCatalogue(world.ctx)
  following = await followEditions(world.ctx)
  site = siteApi(world.ctx)
  billing = (await testStaff(world.ctx, 'billing@example.com', 'billing')).token
  owner = (await testStaff(world.ctx, 'owner@example.com', 'owner')).token
  support = (await testStaff(world.ctx, 'support@example.com', 'support')).token
})
afterAll(async () => {
  await following[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const send = (path: string, body?: object, token = billing) =>
  site.send(`/api/operator${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  })

async function draftWith(id: string, changes: object) {
  const { version, published, draft } = (await send('/plans')).data
  const { document } = draft ?? published
  const plans = document.plans.map((entry: { id: string }) => (entry.id === id ? { ...entry, ...changes } : entry))
  return { version, document: { ...document, plans } }
}

test('a changed price applies to new customers, and running subscriptions keep their limits', async () => {
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  const draft = await draftWith('integrated-base', { price: '109.50', perMinute: 60 })
  expect((await send('/plans/draft', draft)).data).toMatchObject({ number: 2 })
  const { version, differences, problems } = (await send('/plans')).data
  expect(problems).toEqual([])
  expect(differences).toEqual([
    { plan: 'integrated-base', field: 'price', before: '99.00', after: '109.50' },
    { plan: 'integrated-base', field: 'perMinute', before: 120, after: 60 },
  ])
  expect((await send('/plans/reach')).data).toMatchObject([
    { planId: 'integrated-base', edition: 1, customers: 1, price: '99.00' },
  ])
  expect((await send('/plans/publish', { version, at: null })).data).toMatchObject({ number: 2 })
  await expect.poll(() => catalogueOf(world.ctx).edition).toBe(2)
  const bob = await world.customer('bob@example.com')
  const order = await world.order(bob)
  expect(order.list).toBe(usdt(109.5))
  await world.pay(order)
  await world.settle()
  const limits = async (who: typeof bob) => (await world.keys(who))[0]?.limitHttp
  expect(await limits(bob)).toContain('"perMinute":60')
  expect(await limits(ada)).toContain('"perMinute":120')
  expect(await audited(world.ctx, 'plans.publish')).toMatchObject([{ actor_kind: 'staff', subject: 'edition 2' }])
})

test('a change based on an older version of the plans is refused, and so is an invalid plan', async () => {
  const first = await draftWith('integrated-base', { price: '119.00' })
  expect((await send('/plans/draft', first)).status).toBe(200)
  expect(await send('/plans/draft', first)).toMatchObject({ status: 409, error: 'plans_changed' })
  const { version } = (await send('/plans')).data
  expect(await send('/plans/publish', { version: version - 1, at: null })).toMatchObject({ error: 'plans_changed' })
  const wrong = await draftWith('integrated-base', { price: 'much' })
  const refused = await send('/plans/draft', wrong)
  expect(refused).toMatchObject({ error: 'plans_invalid' })
  expect(refused.msg).toContain('integrated-base: "price" must be an amount')
  const at = world.ctx.clock.now() + 3_600_000
  expect((await send('/plans/publish', { version, at })).data).toMatchObject({ at })
  expect((await send('/plans')).data.draft).toMatchObject({ publishAt: at })
  expect((await send('/plans/cancel', { version: version + 1 })).status).toBe(200)
  expect((await send('/plans')).data.draft).toMatchObject({ publishAt: null })
  expect((await send('/plans/discard', { version: version + 2 })).status).toBe(200)
  expect(await send('/plans/discard', { version: version + 3 })).toMatchObject({ error: 'plans_no_draft' })
})

test('staff with the role billing add and end coupons, and staff with the role support may only read them', async () => {
  const coupon = {
    code: 'spring-20',
    percent: 20,
    amount: null,
    plans: ['integrated-base'],
    from: null,
    until: null,
    uses: 1,
    'uses-each': 1,
  }
  expect(await send('/coupons', coupon, support)).toMatchObject({ error: 'staff_role_required' })
  expect((await send('/coupons', coupon)).data).toEqual({ code: 'SPRING-20' })
  expect(await send('/coupons', coupon)).toMatchObject({ error: 'coupon_exists', body: { param: 'code' } })
  const other = { ...coupon, code: 'TEN', percent: null, amount: '10' }
  expect(await send('/coupons', { ...other, percent: 5 })).toMatchObject({ body: { param: 'amount' } })
  expect(await send('/coupons', { ...other, until: 'soon' })).toMatchObject({
    error: 'invalid_time',
    body: { param: 'until' },
  })
  expect((await send('/coupons', { ...other, from: '2099-01-01T00:00', until: '2099-02-01' })).status).toBe(200)
  await world.order(await world.customer('carol@example.com'), { coupon: 'SPRING-20' })
  expect((await send('/coupons', undefined, support)).data).toMatchObject([
    { code: 'TEN', amount: '10.00', percent: null, validFrom: Date.UTC(2099, 0, 1), state: 'to_come' },
    { code: 'SPRING-20', percent: 20, usesTotal: 1, usesPerCustomer: 1, state: 'valid' },
  ])
  expect((await send('/coupons/uses')).data).toEqual({ 'SPRING-20': 1 })
  expect(await send('/coupons/spring-20/end', {}, support)).toMatchObject({ error: 'staff_role_required' })
  expect((await send('/coupons/spring-20/end', {})).status).toBe(200)
  expect(await send('/coupons/spring-20/end', {})).toMatchObject({ error: 'coupon_not_valid_now' })
})

test('granting a customised plan for a year needs two people, and the granted plan is listed', async () => {
  const dora = await world.customer('dora@example.com')
  const grant = (planId: string, months: unknown, by = billing) =>
    send('/plans/deals', { email: dora.email, planId, months }, by)
  expect(await grant('integrated-free', 1)).toMatchObject({ error: 'invalid_parameter', body: { param: 'planId' } })
  expect(await grant('integrated-enterprise', 0)).toMatchObject({ body: { param: 'months' } })
  expect(await grant('integrated-enterprise', 12)).toMatchObject({ error: 'second_person_needed' })
  const { expiresAt } = (await grant('integrated-enterprise', 12, owner)).data
  expect((await send('/plans/deals', undefined, support)).data).toMatchObject([
    { email: dora.email, planId: 'integrated-enterprise', expiresAt },
  ])
})
