import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteBrowser } from '#src/accounts/sessions/browsers.ts'
import { joinTeam } from '#src/accounts/team/invites.ts'
import { exportAccountLog } from '#src/audit/audit.ts'
import { addCoupon, type NewCoupon } from '#src/plans/coupons/coupons.ts'
import { listApprovals } from '#src/staff/authority/approvals.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { makeStaff, proveStaff, testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { invite } from '#test/fixtures/team.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { approveRefund, recordPayment } from '../refunds/refund-decisions.ts'
import { requestRefund } from '../refunds/refunds.ts'
import { adjustCredit } from '../settlement/credit.ts'
import { extendSubscription, grantSubscription } from './grant.ts'

const waits = { error: 'second_person_needed' }
const words = { reason: '', note: '' }
const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const usdt = (amount: number) => BigInt(Math.round(amount * 1_000_000))

let ctx: TestPlatform
let owner: TestAccount
let second: TestAccount
beforeAll(async () => {
  ctx = await testPlatform()
  owner = await testStaff(ctx, 'owner@example.com', 'owner')
  second = await testStaff(ctx, 'second@example.com', 'owner')
})
afterAll(() => ctx[Symbol.asyncDispose]())

let count = 0
const customer = () => testAccount(ctx, `customer${++count}@example.com`)
const biller = () => testStaff(ctx, `billing${++count}@example.com`, 'billing')
const give = (by: TestAccount, { email }: TestAccount, amount: number) =>
  giveCredit(ctx, email, usdt(amount), 'an outage', by.actor)

test('the daily limit of a staff member counts the values that the member gives to all customers together', async () => {
  const billing = await biller()
  await give(billing, await customer(), 200)
  await give(billing, await customer(), 300)
  await expect(give(billing, await customer(), 0.01)).rejects.toMatchObject(waits)
})

test('the daily limit of a customer counts all values that the customer gets, whoever gives them', async () => {
  const ada = await customer()
  await give(await biller(), ada, 300)
  await expect(give(await biller(), ada, 300)).rejects.toMatchObject(waits)
  await give(await biller(), ada, 200)
})

test('the daily limit of a staff member counts parallel actions like consecutive actions', async () => {
  const billing = await biller()
  const customers = await Promise.all(Array.from({ length: 4 }, customer))
  const outcomes = await Promise.allSettled(customers.map((one) => give(billing, one, 250)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('a granted plan counts at its list price towards the daily limit; granting a plan without a price always needs two people', async () => {
  const [billing, ada, bob] = [await biller(), await customer(), await customer()]
  const grant = (by: TestAccount, { email }: TestAccount, planId: string, months: number) =>
    grantSubscription(ctx, by.actor, { email, version: null, planId, months, ...words })
  await expect(grant(billing, ada, 'integrated-premium', 120)).rejects.toMatchObject(waits)
  await expect(grant(billing, ada, 'integrated-enterprise', 1)).rejects.toMatchObject(waits)
  await grant(billing, ada, 'integrated-premium', 1)
  await expect(grant(billing, bob, 'integrated-premium', 1)).rejects.toMatchObject(waits)
  expect(await grant(second, bob, 'integrated-premium', 1)).toMatchObject({ expiresAt: expect.any(Number) })
  const [mail] = await ctx.mails(ada.email)
  expect(mail?.subject).toBe('A plan was opened for you')
})

test('thirty granted days count towards the daily limit as one month at the list price of the plan', async () => {
  const billing = await biller()
  const extend = ({ email }: TestAccount, days: number) =>
    extendSubscription(ctx, billing.actor, { email, version: null, planId: null, days, ...words })
  const ada = await keyOnPlan(ctx, 'integrated-premium')
  await expect(extend(ada, 3_660)).rejects.toMatchObject(waits)
  expect(await extend(ada, 30)).toHaveLength(1)
  await expect(give(billing, await customer(), 102)).rejects.toMatchObject(waits)
  await give(billing, await customer(), 101)
})

const coupon = (change: Partial<NewCoupon>): NewCoupon => ({
  code: `C-${++count}`,
  value: { kind: 'percent', percent: 10 },
  plans: null,
  validFrom: null,
  validUntil: null,
  usesTotal: null,
  usesPerCustomer: 1,
  ...change,
})

test('a coupon counts towards the daily limit as if every use were redeemed at the highest discount', async () => {
  const billing = await biller()
  const add = (change: Partial<NewCoupon>) => addCoupon(ctx, billing.actor, coupon(change))
  const amount = (size: number) => ({ kind: 'amount', amount: usdt(size) }) as const
  await expect(add({})).rejects.toMatchObject(waits)
  await expect(add({ value: amount(1) })).rejects.toMatchObject(waits)
  await expect(add({ value: amount(6), usesTotal: 100 })).rejects.toMatchObject(waits)
  await expect(add({ value: { kind: 'percent', percent: 100 }, usesTotal: 1 })).rejects.toMatchObject(waits)
  await add({ value: amount(4), usesTotal: 100 })
  await expect(add({ value: amount(4), usesTotal: 100 })).rejects.toMatchObject(waits)
})

async function requested(who: TestAccount, amount: number): Promise<string> {
  const cli = { kind: 'operator-cli' } as const
  await giveCredit(ctx, who.email, usdt(amount), 'for the test', cli)
  return (await requestRefund(ctx, who.actor, { network: 'TRC20', address: to, amount: String(amount) })).id
}

test('a refund counts towards the daily limit when it is approved; recording an unproven payment needs two people', async () => {
  const billing = await biller()
  const id = await requested(await customer(), 20)
  await approveRefund(ctx, billing.actor, id)
  const pay = (by: TestAccount) => recordPayment(ctx, by.actor, { id, txHash: 'ab'.repeat(32), unchecked: true })
  await expect(pay(billing)).rejects.toMatchObject(waits)
  expect(await pay(owner)).toMatchObject({ status: 'paid', proven: false })
  await expect(give(billing, await customer(), 480.01)).rejects.toMatchObject(waits)
  await give(billing, await customer(), 480)
})

test('staff cannot give anything to their own account, their team’s accounts, or accounts used in their browser', async () => {
  const own = { error: 'own_account' }
  const billing = await customer()
  const id = await requested(billing, 20)
  await makeStaff(ctx, billing, 'billing')
  await expect(give(billing, billing, 1)).rejects.toMatchObject(own)
  const holder = await customer()
  const { token } = await invite(ctx, holder.actor, { email: billing.email, role: 'developer' })
  await joinTeam(ctx, billing.actor, token)
  await expect(give(billing, holder, 1)).rejects.toMatchObject(own)
  const beside = await customer()
  for (const { actor } of [billing, beside])
    await ctx.postgres.transaction((tx) => noteBrowser(ctx, tx, actor.accountId, 'one browser'))
  await expect(give(billing, beside, 1)).rejects.toMatchObject(own)
  const { email } = billing
  const free = { email, version: null, planId: 'integrated-base', months: 1, ...words }
  await expect(grantSubscription(ctx, billing.actor, free)).rejects.toMatchObject(own)
  await expect(approveRefund(ctx, billing.actor, id)).rejects.toMatchObject(own)
  await approveRefund(ctx, owner.actor, id)
  const payment = { id, txHash: 'cd'.repeat(32), unchecked: true }
  await expect(recordPayment(ctx, billing.actor, payment)).rejects.toMatchObject(own)
})

test('the daily limit starts again each day and does not count actions that a second person approved', async () => {
  const [billing, ada] = [await biller(), await customer()]
  await expect(give(billing, ada, 900)).rejects.toMatchObject(waits)
  await give(second, ada, 900)
  await give(billing, ada, 500)
  await expect(give(billing, ada, 1)).rejects.toMatchObject(waits)
  expect((await listApprovals(ctx, owner.actor)).some(({ micro }) => micro === usdt(900))).toBe(false)
  await ctx.clock.advance(86_400_000)
  await proveStaff(ctx, billing)
  await give(billing, ada, 400)
})

test('the customer can read the reason of a staff action, but only the staff can read the note of the action', async () => {
  const [billing, ada] = [await biller(), await customer()]
  const about = { email: ada.email, version: null, reason: 'an outage', note: 'he shouted' }
  await adjustCredit(ctx, billing.actor, { ...about, micro: usdt(5), paid: true })
  await grantSubscription(ctx, billing.actor, { ...about, planId: 'integrated-base', months: 1 })
  await noteRefund(ctx, billing.actor, { ...about, micro: usdt(1), to, txHash: 'ef'.repeat(32) })
  const mails = (await ctx.mails(ada.email)).map(({ text }) => text)
  expect(mails.filter((text) => text.includes('an outage'))).toHaveLength(2)
  const read = JSON.stringify([mails, await exportAccountLog(ctx, ada.actor.accountId), await creditOf(ada)])
  expect(read).not.toContain('he shouted')
  expect(await creditOf(ada)).toMatchObject([{ note: `to ${to}: an outage` }, { note: 'an outage' }])
  for (const action of ['credit.adjust', 'subscription.grant', 'ledger.refund'])
    expect((await audited(ctx, action)).at(-1), action).toMatchObject({
      detail: { reason: 'an outage', note: 'he shouted' },
    })
})

async function creditOf({ actor }: TestAccount) {
  return ctx.postgres.db
    .selectFrom('ledger_entry')
    .select('note')
    .where('account_id', '=', actor.accountId)
    .orderBy('id', 'desc')
    .execute()
}
