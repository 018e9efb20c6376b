import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { loadCatalogue } from '#src/plans/editions/follow.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { publishWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { verifyKey } from './check/verify.ts'
import { issueKey, listKeys, revealKey } from './keys.ts'

async function buy(ctx: TestPlatform, { actor }: TestAccount, planId: string): Promise<string> {
  const plan = catalogueOf(ctx).planById(planId)
  if (!plan) throw new Error(planId)
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  const key = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  return (await revealKey(ctx, actor, key?.id ?? '', 'en-US')).key
}

async function perMinute(ctx: TestPlatform, secret: string): Promise<number | null | string> {
  const verdict = await verifyKey(ctx, secret)
  return verdict.kind === 'ok' ? verdict.key.limits.perMinute : verdict.error
}

test('a bought key keeps the limits that its plan had at the purchase, and a free key follows the published edition of its plan', async () => {
  await using ctx = await testPlatform()
  await loadCatalogue(ctx)
  const ada = await testAccount(ctx)
  const [free] = await listKeys(ctx, ada.actor, 'en-US')
  const { key: freeSecret } = await revealKey(ctx, ada.actor, free?.id ?? '', 'en-US')
  const before = await buy(ctx, ada, 'stock-us-base')
  await publishWith(ctx, { 'stock-us-base': { perMinute: 60 }, 'integrated-free': { perMinute: 9 } })
  const after = await buy(ctx, ada, 'stock-us-base')
  expect(await perMinute(ctx, before)).toBe(120)
  expect(await perMinute(ctx, after)).toBe(60)
  expect(await perMinute(ctx, freeSecret)).toBe(9)
})

test('a key on an unknown plan edition makes the process load that edition', async () => {
  await using ctx = await testPlatform()
  await loadCatalogue(ctx)
  const late = { ...ctx, kept: new Map() }
  await loadCatalogue(late)
  await publishWith(ctx, { 'stock-us-base': { perMinute: 60 } })
  const secret = await buy(ctx, await testAccount(ctx), 'stock-us-base')
  expect(await perMinute(late, secret)).toBe(60)
})
