import { expect, test } from 'vitest'
import type { Platform } from '#src/platform/platform.ts'
import { editionWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { catalogueOf, onNewEdition } from '../catalogue.ts'
import { addCoupon, endCoupon } from '../coupons/coupons.ts'
import { firstEdition } from '../first-edition.ts'
import { differencesOf } from './difference.ts'
import { cancelPublication, discardDraft, publishPlans, readPlans, saveDraft } from './editions.ts'
import { followEditions, loadCatalogue } from './follow.ts'

const owner = { kind: 'operator-cli' } as const
const dearer = editionWith({
  'integrated-base': { price: '120.00', perMinute: 60 },
  'integrated-free': { perMinute: 9 },
})

function another(ctx: Platform): Platform {
  return { ...ctx, kept: new Map() }
}

async function opened(): Promise<TestPlatform> {
  const ctx = await testPlatform()
  await loadCatalogue(ctx)
  return ctx
}

const priceOf = (ctx: Platform) => catalogueOf(ctx).planById('integrated-base')?.price

test('a published edition of the plans reaches every process by notification, without a timer', async () => {
  await using ctx = await opened()
  const other = another(ctx)
  await loadCatalogue(other)
  await using _one = await followEditions(ctx)
  await using _two = await followEditions(other)
  const notified: number[] = []
  using _listener = onNewEdition(other, () => notified.push(catalogueOf(other).edition))
  const { version } = await saveDraft(ctx, owner, { document: dearer, version: null })
  expect(priceOf(other)).toBe(99_000_000n)
  expect(await publishPlans(ctx, owner, { version, at: null })).toMatchObject({ number: 2 })
  await expect.poll(() => [priceOf(ctx), priceOf(other)], { interval: 5 }).toEqual([120_000_000n, 120_000_000n])
  expect(notified).toEqual([2])
  expect(catalogueOf(other).planById('integrated-base', 1)?.price).toBe(99_000_000n)
})

test('a scheduled edition of the plans is published once at its time, and can be cancelled before that time', async () => {
  await using ctx = await opened()
  const other = another(ctx)
  await loadCatalogue(other)
  await using _one = await followEditions(ctx)
  await using _two = await followEditions(other)
  const at = ctx.clock.now() + 3_600_000
  await saveDraft(ctx, owner, { document: dearer, version: null })
  await publishPlans(ctx, owner, { version: null, at })
  await cancelPublication(ctx, owner, { version: null })
  await ctx.clock.advance(2 * 3_600_000)
  expect((await readPlans(ctx, owner)).draft).toMatchObject({ number: 2, publishAt: null })
  const later = ctx.clock.now() + 3_600_000
  await publishPlans(ctx, owner, { version: null, at: later })
  await expect
    .poll(async () => {
      await ctx.clock.advance(60_000)
      return [priceOf(ctx), priceOf(other)]
    })
    .toEqual([120_000_000n, 120_000_000n])
  const { draft, published, history } = await readPlans(ctx, owner)
  expect([draft, published.number, history.length]).toEqual([null, 2, 2])
  expect(published.publishedAt).toBeGreaterThanOrEqual(later)
  expect(await audited(ctx, 'plans.publish')).toMatchObject([{ actor_kind: 'system', subject: 'edition 2' }])
})

test('a change of plans is refused when somebody else has changed the plans since they were read', async () => {
  await using ctx = await opened()
  const { version } = await readPlans(ctx, owner)
  const seen = { document: dearer, version }
  await saveDraft(ctx, owner, seen)
  await expect(saveDraft(ctx, owner, seen)).rejects.toMatchObject({ error: 'plans_changed' })
  await expect(publishPlans(ctx, owner, { version, at: null })).rejects.toMatchObject({ error: 'plans_changed' })
  await expect(discardDraft(ctx, owner, { version })).rejects.toMatchObject({ error: 'plans_changed' })
  const both = [dearer, firstEdition].map((document) => saveDraft(ctx, owner, { document, version: version + 1 }))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('publishing is refused if the draft of the plans is missing, unchanged, or has a price delay beyond the retention of the tape', async () => {
  await using ctx = await opened()
  const publish = () => publishPlans(ctx, owner, { version: null, at: null })
  await expect(publish()).rejects.toMatchObject({ error: 'plans_no_draft' })
  await saveDraft(ctx, owner, { document: firstEdition, version: null })
  await expect(publish()).rejects.toMatchObject({ error: 'plans_unchanged' })
  const late = editionWith({ 'stock-us-base': { delaySeconds: 1_201 } })
  await saveDraft(ctx, owner, { document: late, version: null })
  await expect(publish()).rejects.toMatchObject({ error: 'plans_invalid' })
  await expect(publishPlans(ctx, owner, { version: null, at: 9e15 })).rejects.toMatchObject({ error: 'invalid_time' })
  await discardDraft(ctx, owner, { version: null })
  expect((await readPlans(ctx, owner)).draft).toBeNull()
})

test('every difference between two editions of the plans is listed', () => {
  const plans = dearer.plans.filter(({ id }) => id !== 'fund-us-base')
  const periods = { ...firstEdition.periods, year: { saving: 25 } }
  expect(differencesOf(firstEdition, { ...dearer, plans, periods, newcomerDiscount: 10 })).toEqual([
    { plan: null, field: 'newcomerDiscount', before: 20, after: 10 },
    { plan: null, field: 'periods.year.saving', before: 20, after: 25 },
    { plan: 'integrated-free', field: 'perMinute', before: 30, after: 9 },
    { plan: 'integrated-base', field: 'price', before: '99.00', after: '120.00' },
    { plan: 'integrated-base', field: 'perMinute', before: 120, after: 60 },
    { plan: 'fund-us-base', field: 'plan', before: 'fund-us-base' },
  ])
  expect(differencesOf(firstEdition, { ...firstEdition, plans: firstEdition.plans.toReversed() })).toEqual([])
})

test('changes that a staff member makes to plans and coupons are audited as staff actions', async () => {
  await using ctx = await opened()
  const { actor } = await testStaff(ctx, 'billing@example.com', 'billing')
  const latest = { version: null }
  const dearer = editionWith({ 'integrated-base': { price: '120.00' } })
  await saveDraft(ctx, actor, { ...latest, document: dearer })
  await publishPlans(ctx, actor, { ...latest, at: ctx.clock.now() + 3_600_000 })
  await cancelPublication(ctx, actor, latest)
  await discardDraft(ctx, actor, latest)
  await saveDraft(ctx, actor, { ...latest, document: dearer })
  await publishPlans(ctx, actor, { ...latest, at: null })
  const always = { plans: null, validFrom: null, validUntil: null, usesTotal: null, usesPerCustomer: null }
  await addCoupon(ctx, actor, {
    ...always,
    code: 'SPRING',
    value: { kind: 'amount', amount: 10_000_000n },
    usesTotal: 9,
  })
  await endCoupon(ctx, actor, 'SPRING')
  const plans = ['plans.draft', 'plans.schedule', 'plans.unschedule', 'plans.discard', 'plans.publish']
  const rows = await Promise.all([...plans, 'coupon.add', 'coupon.end'].map((action) => audited(ctx, action)))
  expect(rows.flat().map(({ actor_kind }) => actor_kind)).toEqual(Array(8).fill('staff'))
  expect(rows.at(-2)).toMatchObject([{ detail: { value: '10.00 USDT' } }])
})
