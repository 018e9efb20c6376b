import { expect, test } from 'vitest'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import mailWords from '#src/locales/en-US/mails.ts'
import { spendNotice } from '#src/platform/mail/mail-budget.ts'
import type { Platform } from '#src/platform/platform.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { publishWith } from '#test/fixtures/plans.ts'
import { listOrders } from '../orders.ts'
import { remindOfExpiry } from './expiry.ts'
import { renewDue } from './renew-due.ts'
import type { NextPlan } from './renewal.ts'
import { chooseRenewal, listRenewals } from './renewals.ts'

/** A customer of the professional integrated plan, and the time at which the plan ends. */
async function subscriber() {
  const world = await PaymentWorld.alone()
  const { ctx } = world
  const ada = await world.customer()
  await world.pay(await world.order(ada, { planId: 'integrated-professional' }))
  await world.settle()
  const shown = async () => {
    const [key] = await world.keys(ada)
    if (!key) throw new Error('the fixture is broken')
    return key
  }
  const { id: keyId, expiredTime: end } = await shown()
  return {
    ctx,
    world,
    ada,
    end,
    shown,
    choose: (automatic: boolean, next: NextPlan | null = null) =>
      chooseRenewal(ctx, ada.actor, { keyId, automatic, next }, 'en-US'),
    before: (ms: number) => ctx.clock.advance(end - ms - ctx.clock.now()),
    give: (amount: number) => giveCredit(ctx, ada.email, usdt(amount)),
    orders: async () => (await listOrders(ctx, ada.actor, { page: 1, size: 20 })).orders,
    mails: async (kind: RegExp) => (await ctx.mails(ada.email)).filter(({ subject }) => kind.test(subject)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

const base = { planId: 'integrated-base', period: 'month' } as const

test('credit does not renew a plan whose customer did not choose automatic renewal', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.before(3 * dayMs)
  expect(await renewDue(at.ctx)).toBe(0)
  expect(await listRenewals(at.ctx, at.ada.actor, 'en-US')).toMatchObject([
    { automatic: false, next: null, price: null },
  ])
})

test('an automatic renewal is announced seven days before the end of the plan and paid from credit three days before the end', async () => {
  await using at = await subscriber()
  await at.give(500)
  expect(await at.choose(true)).toMatchObject({ automatic: true, price: '199.00' })
  const steps: number[] = []
  for (const days of [8, 7, 6.9, 3.1, 3, 2.9]) {
    await at.before(days * dayMs)
    steps.push(await renewDue(at.ctx))
  }
  expect(steps).toEqual([0, 1, 0, 0, 1, 0])
  const [newest] = await at.orders()
  expect(newest).toMatchObject({ kind: 'renewal', status: orderStatus.completed, credit: usdt(199), payable: 0n })
  expect((await at.shown()).expiredTime).toBeGreaterThan(at.end + 27 * dayMs)
  expect(await at.world.credit(at.ada)).toBe('301')
  const [announced] = await at.mails(/Professional renews on/)
  expect(announced?.text).toMatch(/199\.00 USDT[\s\S]*500\.00 USDT/)
  const [paid] = await at.mails(/is paid/)
  expect(paid?.text).toMatch(/199\.00 USDT[\s\S]*Your credit paid for it by itself/)
})

test('the announcement of an automatic renewal replaces the reminder seven days before the end of the plan', async () => {
  await using at = await subscriber()
  await at.choose(true)
  await at.before(7 * dayMs)
  expect(await remindOfExpiry(at.ctx)).toBe(0)
  await at.before(dayMs)
  expect(await remindOfExpiry(at.ctx)).toBe(1)
})

test('a plan with an announced renewal gets no reminder one day before its end', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.before(1.5 * dayMs)
  await at.choose(true)
  await renewDue(at.ctx)
  await at.before(dayMs)
  expect([await renewDue(at.ctx), await remindOfExpiry(at.ctx)]).toEqual([0, 0])
  await at.before(0.5 * dayMs)
  expect([await renewDue(at.ctx), await remindOfExpiry(at.ctx)]).toEqual([1, 0])
})

test('if credit does not cover a renewal, one mail states the missing amount, and the plan is renewed after more credit arrives', async () => {
  await using at = await subscriber()
  await at.give(150)
  await at.choose(true)
  await at.before(7 * dayMs)
  await renewDue(at.ctx)
  expect(await at.mails(/renews on/)).toEqual([])
  const [short] = await at.mails(/Your credit is 49\.00 USDT short of Integrated · Professional/)
  expect(short?.text).toContain('none of it is used')
  await at.before(3 * dayMs)
  expect([await renewDue(at.ctx), await renewDue(at.ctx)]).toEqual([1, 0])
  expect(await at.world.credit(at.ada)).toBe('150')
  const lacking = await at.mails(/could not be bought: 49\.00 USDT missing/)
  expect(lacking).toHaveLength(1)
  expect(lacking[0]?.text).toContain('/en-US/payment?plan=integrated-professional&period=month')
  await at.give(49)
  expect(await renewDue(at.ctx)).toBe(1)
  expect(await at.world.credit(at.ada)).toBe('0')
})

test('several processes together renew a plan once', async () => {
  await using at = await subscriber()
  await at.give(900)
  await at.choose(true)
  await at.before(7 * dayMs)
  await Promise.all([renewDue(at.ctx), renewDue(at.ctx), renewDue(at.ctx)])
  expect(await at.mails(/renews on/)).toHaveLength(1)
  await at.before(3 * dayMs)
  await Promise.all([renewDue(at.ctx), renewDue(at.ctx), renewDue(at.ctx)])
  expect(await at.orders()).toHaveLength(2)
  expect(await at.world.credit(at.ada)).toBe('701')
})

test('a process that is killed before it commits a renewal changes nothing, and the next process renews the plan', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.choose(true)
  await at.before(7 * dayMs)
  await renewDue(at.ctx)
  await at.before(3 * dayMs)
  const { postgres } = at.ctx
  const killed: Platform['postgres']['transaction'] = (work) =>
    postgres.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  expect(await renewDue({ ...at.ctx, postgres: { ...postgres, transaction: killed } })).toBe(0)
  expect(await at.world.credit(at.ada)).toBe('500')
  expect(await renewDue(at.ctx)).toBe(1)
  expect(await at.orders()).toHaveLength(2)
  expect(await at.mails(/is paid/)).toHaveLength(2)
})

test('if the price rises after the announcement, the renewal is announced again and charged one day after the second announcement', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.choose(true)
  await at.before(7 * dayMs)
  await renewDue(at.ctx)
  await at.before(3 * dayMs)
  await publishWith(at.ctx, { 'integrated-professional': { price: '250.00' } })
  await renewDue(at.ctx)
  expect(await at.orders()).toHaveLength(1)
  expect(await at.mails(/renews on/)).toHaveLength(2)
  await at.before(2 * dayMs)
  await renewDue(at.ctx)
  expect(await at.world.credit(at.ada)).toBe('250')
})

test('a renewal that is chosen in the last hours of a plan is announced at once, and made an hour before the end', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.before(10 * hourMs)
  await at.choose(true)
  await renewDue(at.ctx)
  expect(await at.mails(/renews on/)).toHaveLength(1)
  expect(await at.orders()).toHaveLength(1)
  await at.before(hourMs)
  await renewDue(at.ctx)
  expect(await at.orders()).toHaveLength(2)
})

test('a lower plan is refused while the higher plan runs, and is bought from credit when the higher plan ends', async () => {
  await using at = await subscriber()
  await at.give(200)
  await expect(at.world.order(at.ada, base)).rejects.toMatchObject({ error: 'plan_no_downgrade' })
  expect(await at.choose(false, base)).toMatchObject({
    next: { ...base, planName: 'Integrated · Base' },
    price: '99.00',
    lower: [{ planId: 'integrated-base' }],
  })
  for (const days of [7, 3, 0.1]) {
    await at.before(days * dayMs)
    await renewDue(at.ctx)
    expect((await at.shown()).level).toBe('professional')
  }
  await at.before(0)
  expect(await renewDue(at.ctx)).toBe(1)
  expect(await at.shown()).toMatchObject({ level: 'base', status: 'normal' })
  expect(await at.world.credit(at.ada)).toBe('101')
  expect(await at.mails(/changes to Integrated · Base/)).toHaveLength(1)
  const [paid] = await at.mails(/is paid: Integrated · Base/)
  expect(paid?.text).not.toContain('renewed')
  expect(await listRenewals(at.ctx, at.ada.actor, 'en-US')).toMatchObject([{ next: null }])
})

test('if credit does not cover the chosen lower plan when the current plan ends, one mail offers to order the lower plan', async () => {
  await using at = await subscriber()
  await at.give(50)
  await at.choose(false, base)
  await at.before(7 * dayMs)
  await renewDue(at.ctx)
  await at.before(0)
  expect([await renewDue(at.ctx), await renewDue(at.ctx)]).toEqual([1, 0])
  expect(await remindOfExpiry(at.ctx)).toBe(1)
  expect(await at.world.credit(at.ada)).toBe('50')
  const [mail] = await at.mails(/could not be bought: 49\.00 USDT missing/)
  expect(mail?.text).toContain('/en-US/payment?plan=integrated-base&period=month')
  await at.give(100)
  expect(await renewDue(at.ctx)).toBe(0)
})

test('after a customer cancels a change to a lower plan, no plan is bought when the current plan ends', async () => {
  await using at = await subscriber()
  await at.give(200)
  await at.choose(false, base)
  expect(await at.choose(false)).toMatchObject({ next: null, price: null })
  await at.before(0)
  expect(await renewDue(at.ctx)).toBe(0)
})

test('no renewal is bought while another order is open', async () => {
  await using at = await subscriber()
  await at.choose(true)
  await at.world.order(at.ada, { planId: 'stock-us-base' })
  await at.give(500)
  await at.before(7 * dayMs)
  expect(await renewDue(at.ctx)).toBe(1)
  await at.before(3 * dayMs)
  expect(await renewDue(at.ctx)).toBe(0)
})

test('a renewal cannot change to a higher plan or another market, and another account cannot choose the renewal', async () => {
  await using at = await subscriber()
  const higher = at.choose(false, { planId: 'integrated-premium', period: 'month' })
  await expect(higher).rejects.toMatchObject({ error: 'invalid_parameter' })
  const other = at.choose(false, { planId: 'stock-us-base', period: 'month' })
  await expect(other).rejects.toMatchObject({ error: 'invalid_parameter' })
  const bob = await at.world.customer('bob@example.com')
  const { id } = await at.shown()
  const foreign = chooseRenewal(at.ctx, bob.actor, { keyId: id, automatic: true, next: null }, 'en-US')
  await expect(foreign).rejects.toMatchObject({ error: 'not_found' })
})

test('if the daily mail limit is used up, the announcement of a renewal is sent on a later day', async () => {
  await using at = await subscriber()
  await at.give(500)
  await at.choose(true)
  const spend = async (times: number) => {
    for (let n = 0; n < times; n += 1)
      await spendNotice(at.ctx, { accountId: at.ada.actor.accountId, kind: 'renewal-soon' })
  }
  await at.before(7 * dayMs)
  await spend(10)
  expect(await renewDue(at.ctx)).toBe(0)
  await at.before(6 * dayMs)
  await spend(9)
  expect(await renewDue(at.ctx)).toBe(1)
  const announcements = await at.mails(/renews on/)
  expect(announcements).toHaveLength(1)
  expect(announcements[0]?.text).toContain(mailWords.lastToday)
})
