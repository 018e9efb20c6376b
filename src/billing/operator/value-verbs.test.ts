import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffPermissions } from '#src/contract/staff/permissions.ts'
import { addCoupon } from '#src/plans/coupons/coupons.ts'
import { publishPlans, readPlans, saveDraft } from '#src/plans/editions/editions.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import type { Actor } from '#src/platform/actor.ts'
import { grantRole, revokeRole } from '#src/staff/authority/role-changes.ts'
import { type GuardedVerb, verbEffects } from '#src/staff/authority/verb-effects.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { proveStaff, testStaff } from '#test/fixtures/staff.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { approveRefund, recordPayment } from '../refunds/refund-decisions.ts'
import { requestRefund } from '../refunds/refunds.ts'
import { extendSubscription, grantSubscription } from './grant.ts'
import { settleByHand } from './held-payments.ts'

const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const much = 501_000_000n
const words = { reason: 'a test', note: '' }

let world: PaymentWorld
let ctx: TestPlatform
let owner: TestAccount
let second: TestAccount
beforeAll(async () => {
  world = await PaymentWorld.alone()
  ctx = world.ctx
  await loadCatalogue(ctx)
  owner = await testStaff(ctx, 'owner@example.com', 'owner')
  second = await testStaff(ctx, 'second@example.com', 'owner')
})
afterAll(() => world[Symbol.asyncDispose]())

let count = 0
const customer = () => testAccount(ctx, `customer${++count}@example.com`)
const rich = async () => {
  const ada = await customer()
  await giveCredit(ctx, ada.email, 2n * much)
  return ada
}

async function refundOf(amount: string): Promise<string> {
  const { actor } = await rich()
  return (await requestRefund(ctx, actor, { network: 'TRC20', address: to, amount })).id
}

/** For each guarded verb, an act that one person may not do without a second person. */
const acts: Record<GuardedVerb, () => Promise<(by: Actor) => Promise<unknown>>> = {
  'staff.grant': async () => {
    const { email } = await customer()
    return (by) => grantRole(ctx, by, { email, role: 'billing' })
  },
  'staff.revoke': async () => {
    const { email } = await testStaff(ctx, `third${++count}@example.com`, 'owner')
    return (by) => revokeRole(ctx, by, { email, role: 'owner' })
  },
  'credit.adjust': async () => {
    const { email } = await customer()
    return (by) => giveCredit(ctx, email, much, 'a test', by)
  },
  'ledger.refund': async () => {
    const { email } = await rich()
    const sent = { email, version: null, micro: much, to, txHash: 'ab'.repeat(32), ...words }
    return (by) => noteRefund(ctx, by, sent)
  },
  'refund.approve': async () => {
    const id = await refundOf('501')
    return (by) => approveRefund(ctx, by, id)
  },
  'refund.pay': async () => {
    const id = await refundOf('5')
    await approveRefund(ctx, { kind: 'operator-cli' }, id)
    return (by) => recordPayment(ctx, by, { id, txHash: 'cd'.repeat(32), unchecked: true })
  },
  'order.settle_by_hand': async () => {
    const { no } = await world.order(await customer(), { planId: 'integrated-premium', period: 'year' })
    return (by) => settleByHand(ctx, by, { orderNo: no, ...words })
  },
  'subscription.grant': async () => {
    const { email } = await customer()
    return (by) =>
      grantSubscription(ctx, by, { email, version: null, planId: 'integrated-premium', months: 2, ...words })
  },
  'subscription.extend': async () => {
    const { email } = await keyOnPlan(ctx, 'integrated-premium')
    return (by) => extendSubscription(ctx, by, { email, version: null, planId: null, days: 60, ...words })
  },
  'coupon.add': async () => {
    const coupon = {
      ...{ code: `C-${++count}`, value: { kind: 'percent', percent: 10 } as const, plans: null },
      ...{ validFrom: null, validUntil: null, usesTotal: null, usesPerCustomer: 1 },
    }
    return (by) => addCoupon(ctx, by, coupon)
  },
  'plans.publish': async () => {
    const { published } = await readPlans(ctx, owner.actor)
    const plans = published.document.plans.map((plan) =>
      plan.id === 'integrated-free' ? { ...plan, perMinute: (plan.perMinute ?? 0) + 1 } : plan,
    )
    await saveDraft(ctx, owner.actor, { version: null, document: { ...published.document, plans } })
    return (by) => publishPlans(ctx, by, { version: null, at: null })
  },
}

test.each(Object.keys(acts) as GuardedVerb[])(
  'the staff action %s needs two owners: the first owner is refused, and the same request by a second owner is carried out',
  async (verb) => {
    const act = await acts[verb]()
    await proveStaff(ctx, owner, second)
    await expect(act(owner.actor)).rejects.toMatchObject({ error: 'second_person_needed' })
    await act(second.actor)
  },
)

test('every staff action is classified by its effect, and this file tests each action that gives value or roles', () => {
  expect(Object.keys(verbEffects).sort()).toEqual(Object.keys(staffPermissions).sort())
  const guarded = Object.entries(verbEffects).filter(([, effect]) => effect === 'value' || effect === 'role')
  expect(Object.keys(acts).sort()).toEqual(guarded.map(([verb]) => verb).sort())
})
