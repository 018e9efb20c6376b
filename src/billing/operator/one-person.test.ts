import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRefusal } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { addCoupon } from '#src/plans/coupons/coupons.ts'
import { listApprovals } from '#src/staff/authority/approvals.ts'
import { grantRole, revokeRole } from '#src/staff/authority/role-changes.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { proveStaff, testStaff } from '#test/fixtures/staff.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { extendSubscription, grantSubscription } from './grant.ts'
import { confirmRequest } from './waiting-acts.ts'

const limit = 500
const words = { reason: 'a test', note: '' }
const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const usdt = (amount: number) => BigInt(amount) * 1_000_000n
const plans = ['integrated-base', 'stock-us-base', 'integrated-premium', 'integrated-enterprise']

/** `size`: USDT, months, days or uses, depending on the act. */
const act = fc.record({
  kind: fc.constantFrom('credit', 'grant', 'extend', 'refund', 'coupon', 'confirm', 'promote', 'revoke', 'tomorrow'),
  customer: fc.nat(3),
  plan: fc.constantFrom(...plans),
  size: fc.integer({ min: 1, max: 260 }),
})
type Move = typeof act extends fc.Arbitrary<infer T> ? T : never

/** One owner who controls four customers. The second owner does nothing. */
async function household(ctx: TestPlatform, run: number) {
  const person = await testStaff(ctx, `person${run}@example.com`, 'owner')
  await testStaff(ctx, `honest${run}@example.com`, 'owner')
  const customers: TestAccount[] = []
  for (const n of [0, 1, 2]) {
    const held = await testAccount(ctx, `customer${run}-${n}@example.com`)
    await giveCredit(ctx, held.email, usdt(5_000))
    customers.push(held)
  }
  return { person, customers: [...customers, await keyOnPlan(ctx, 'integrated-premium')] }
}

/** Does one act. Returns the list price in USDT of what the act gives; infinite if it has no limit. Throws refusals. */
async function play(ctx: TestPlatform, { person, customers }: Household, move: Move): Promise<number> {
  const { email } = customers[move.customer] ?? person
  const by = person.actor
  const about = { email, version: null, ...words }
  const { size } = move
  const price = (planId: string) => Number(catalogueOf(ctx).planById(planId)?.price ?? usdt(1_000_000)) / 1_000_000
  switch (move.kind) {
    case 'credit':
      await giveCredit(ctx, email, usdt(size), 'a test', by)
      return size
    case 'grant': {
      const months = 1 + (size % 3)
      await grantSubscription(ctx, by, { ...about, planId: move.plan, months })
      return price(move.plan) * months
    }
    case 'extend': {
      const extended = await extendSubscription(ctx, by, { ...about, planId: null, days: 1 + (size % 40) })
      return extended.reduce((sum, { planId }) => sum + (price(planId) * (1 + (size % 40))) / 30, 0)
    }
    case 'refund': {
      const txHash = ctx.random.bytes(32).toString('hex')
      await noteRefund(ctx, by, { ...about, micro: usdt(size), to, txHash })
      return size
    }
    case 'coupon': {
      const uses = size % 7 === 0 ? null : 1 + (size % 5)
      await addCoupon(ctx, by, {
        ...{ code: `C-${ctx.random.uuid().slice(0, 8)}`, value: { kind: 'amount', amount: usdt(size) }, plans: null },
        ...{ validFrom: null, validUntil: null, usesTotal: uses, usesPerCustomer: null },
      })
      return uses === null ? Number.POSITIVE_INFINITY : size * uses
    }
    case 'confirm': {
      const own = (await listApprovals(ctx, by)).filter(({ askedBy }) => askedBy === by.accountId)
      const request = own[size % own.length]
      if (!request) return 0
      await confirmRequest(ctx, by, request.id)
      const hasLimit = request.micro !== null && !request.verb.startsWith('staff.')
      return hasLimit ? Number(request.micro) / 1_000_000 : Number.POSITIVE_INFINITY
    }
    case 'promote':
      await grantRole(ctx, by, { email, role: size % 2 ? 'owner' : 'billing' })
      return Number.POSITIVE_INFINITY
    case 'revoke':
      await revokeRole(ctx, by, { email: person.email.replace('person', 'honest'), role: 'owner' })
      return Number.POSITIVE_INFINITY
    case 'tomorrow':
      await ctx.clock.advance(dayMs)
      return 0
  }
}
type Household = Awaited<ReturnType<typeof household>>

test('in random runs, an owner who controls several customer accounts never gives more than the daily limit in a day', async () => {
  await using ctx = await testPlatform()
  const outcomes = new Set<string>()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (moves) => {
      const home = await household(ctx, ++run)
      let given = 0
      for (const move of moves) {
        await proveStaff(ctx, home.person)
        if (move.kind === 'tomorrow') given = 0
        let outcome = 'done'
        given += await play(ctx, home, move).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
          outcome = error.error
          return 0
        })
        outcomes.add(`${move.kind} ${outcome}`)
        expect(given, JSON.stringify(move)).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: 12, seed: 42, endOnFailure: true },
  )
  for (const kind of ['credit', 'grant', 'extend', 'refund', 'coupon', 'confirm'])
    expect([...outcomes]).toEqual(expect.arrayContaining([`${kind} done`, `${kind} second_person_needed`]))
  expect([...outcomes]).toEqual(expect.arrayContaining(['promote second_person_needed', 'revoke second_person_needed']))
})
