import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { buildCatalogue, setCatalogue } from '#src/plans/catalogue.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { colleagueOf } from '#test/fixtures/team.ts'
import { remindOfExpiry } from './expiry.ts'

test('a mail is sent 7 days before, 1 day before and at the end of a subscription', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  await world.pay(await world.order(ada))
  await world.settle()
  const [key] = await world.keys(ada)
  const before = (days: number) => ctx.clock.advance((key?.expiredTime ?? 0) - days * dayMs - ctx.clock.now())
  const sent: number[] = []
  for (const days of [8, 7, 6.9, 1.1, 1, 0.5, 0, -1]) {
    await before(days)
    sent.push(await remindOfExpiry(ctx))
  }
  expect(sent).toEqual([0, 1, 0, 0, 1, 0, 1, 0])
  const [ended, soon] = await ctx.mails(ada.email)
  expect([ended?.subject, soon?.subject]).toEqual(['Integrated · Base has ended', 'Integrated · Base ends in 1 day'])
  for (const mail of [ended, soon]) {
    expect(mail?.text).toMatch(/free plan/)
    expect(mail?.text).toContain('http://localhost:3000/en-US/dashboard')
  }
})

test('the owner and the team’s billing members, but no developers, get a mail with the days until the plan ends', async () => {
  await using ctx = await testPlatform()
  const ada = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() + 5 * dayMs })
  const bob = await colleagueOf(ctx, ada.actor, 'billing')
  const eve = await colleagueOf(ctx, ada.actor, 'developer')
  const mailsOf = async (email: string) =>
    (await ctx.mails(email)).filter(({ subject }) => subject.startsWith('Integrated · Base ends'))
  expect(await remindOfExpiry(ctx)).toBe(1)
  expect(await remindOfExpiry(ctx)).toBe(0)
  const [toHolder, ...more] = await mailsOf(ada.email)
  expect(toHolder?.subject).toBe('Integrated · Base ends in 5 days')
  expect([toHolder?.text.includes('whose team'), more.length]).toEqual([false, 0])
  const [toBob] = await mailsOf(bob.email)
  expect(toBob?.text).toContain(`It is the plan of ${ada.email}, in whose team you take care of the bills.`)
  expect(await mailsOf(eve.email)).toEqual([])
})

test('the mails about the end of a plan do not promise that a revoked key works again', async () => {
  await using ctx = await testPlatform()
  const ada = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() + 5 * dayMs })
  await revokeKey(ctx, ada.actor, ada.keyId, 'en-US')
  expect(await remindOfExpiry(ctx)).toBe(1)
  await ctx.clock.advance(5 * dayMs)
  expect(await remindOfExpiry(ctx)).toBe(1)
  const [ended, soon] = await ctx.mails(ada.email)
  for (const mail of [ended, soon]) {
    expect(mail?.text).toContain('Its key was revoked.')
    expect(mail?.text).not.toMatch(/works again|goes on as it is|beside the key|your key stops/)
  }
})

test('the mails about the end of a plan that is no longer sold offer the other plans and no renewal', async () => {
  await using ctx = await testPlatform()
  const ada = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() + 5 * dayMs })
  const without = { ...firstEdition, plans: firstEdition.plans.filter(({ id }) => id !== 'integrated-base') }
  const editions = [
    { number: 1, document: firstEdition },
    { number: 2, document: without },
  ]
  setCatalogue(ctx, buildCatalogue(editions, 2))
  expect(await remindOfExpiry(ctx)).toBe(1)
  await ctx.clock.advance(5 * dayMs)
  expect(await remindOfExpiry(ctx)).toBe(1)
  for (const mail of (await ctx.mails(ada.email)).slice(0, 2)) {
    expect(mail.text).toContain('no longer sold')
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/en-US\/payment$/m)
    expect(mail.text).not.toMatch(/Renew|payment\?plan=/)
  }
})
