import { expect, test } from 'vitest'
import { hourMs } from '#src/contract/time.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { createSearchToken } from './check/search-token.ts'
import { openKeyCache, verifyKey } from './check/verify.ts'
import { awaitedKey, continueForFree, issueIntegratedKey } from './integrated-key.ts'
import { issueKey, listKeys, resetKey, revokeKey } from './keys.ts'

const dayMs = 86_400_000
const morning = '2026-11-20T08:00:00Z'

async function signInAgain(ctx: TestPlatform, { sessionId }: AccountActor): Promise<void> {
  const proved = { proved_at: new Date(ctx.clock.now()), expires_at: new Date(ctx.clock.now() + 30 * dayMs) }
  await ctx.postgres.db.updateTable('account_session').set(proved).where('id', '=', sessionId).execute()
}

test('after revoking the integrated key, the owner can issue a new key with the same plan and expiry', async () => {
  await using ctx = await testPlatform({ now: morning })
  const expiresAt = ctx.clock.now() + 90 * dayMs
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-professional', { expiresAt })
  await revokeKey(ctx, actor, keyId, 'en-US')
  expect(await listKeys(ctx, actor, 'en-US')).toEqual([])
  const issued = await issueIntegratedKey(ctx, actor, 'en-US')
  expect(issued).toMatchObject({ planId: 'integrated-professional', market: 'integrated', expiredTime: expiresAt })
  expect(issued.key).not.toBe(secret)
  expect(await verifyKey(ctx, issued.key)).toMatchObject({ kind: 'ok', key: { level: 'professional' } })
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
  expect(await listKeys(ctx, actor, 'en-US')).toMatchObject([{ id: issued.id }])
})

test('the owner gets a mail about a revoked key, and a mail about a newly issued key', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId, email } = await keyOnPlan(ctx, 'integrated-free')
  await revokeKey(ctx, actor, keyId, 'en-US')
  const { key } = await issueIntegratedKey(ctx, actor, 'en-US')
  const [issued, revoked] = await ctx.mails(email)
  expect(revoked?.text).toContain('Plan and expiry are unchanged; issue a new key in the dashboard.')
  expect(issued?.text).toContain(`The key tw_l***${key.slice(-4)} was issued in place of a revoked one.`)
  expect(issued?.text).not.toContain(key)
})

test('the mail about the revoked key of an ended plan does not state that the plan continues', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId, email } = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() + hourMs })
  await ctx.clock.advance(2 * hourMs)
  await revokeKey(ctx, actor, keyId, 'en-US')
  const [revoked] = await ctx.mails(email)
  expect(revoked?.subject).toBe('An API key was revoked')
  expect(revoked?.text).not.toContain('continues')
})

test('a new integrated key can be issued on an expired plan, but the new key is refused as expired', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base', { expiresAt: Date.parse(morning) + 60_000 })
  await revokeKey(ctx, actor, keyId, 'en-US')
  await ctx.clock.advance(60_000)
  const issued = await issueIntegratedKey(ctx, actor, 'en-US')
  expect(issued.status).toBe('expired')
  expect(await verifyKey(ctx, issued.key)).toMatchObject({ kind: 'refused', error: 'plan_expired' })
})

test('an integrated key with an expired plan is refused until its owner continues with the free plan', async () => {
  await using ctx = await testPlatform({ now: morning })
  const ends = Date.parse(morning) + dayMs
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-premium', { expiresAt: ends })
  await using _cache = await openKeyCache(ctx)
  const goOn = () => continueForFree(ctx, actor, keyId, 'en-US')
  await ctx.clock.advance(dayMs - 1)
  await expect(goOn()).rejects.toMatchObject({ error: 'plan_not_ended' })
  await ctx.clock.advance(1)
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'plan_expired' })
  expect(await goOn()).toMatchObject({ id: keyId, planId: 'integrated-free', status: 'normal', customised: false })
  await expect.poll(() => verifyKey(ctx, secret)).toMatchObject({ kind: 'ok', key: { level: 'free' } })
  await expect(goOn()).rejects.toMatchObject({ error: 'plan_not_ended' })
})

test('after the plan of the integrated key ends, the pages of the site use another key of the account with an active plan', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base')
  const plan = firstCatalogue.planById('stock-us-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + 9 * dayMs }
  const stock = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  const keyOfPages = async () => {
    const verdict = await verifyKey(ctx, (await createSearchToken(ctx, actor)).token)
    return verdict.kind === 'ok' ? verdict.key.keyId : verdict.error
  }
  expect(await keyOfPages()).toBe(keyId)
  await ctx.clock.advance(2 * dayMs)
  expect(await keyOfPages()).toBe(stock?.id)
  expect((await listKeys(ctx, actor, 'en-US')).map(({ id }) => id)).toEqual([stock?.id, keyId])
})

test('continuing on the free plan requires an integrated key that is not revoked and belongs to the account', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base')
  const plan = firstCatalogue.planById('stock-us-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  const stock = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  const goOn = (id: string) => continueForFree(ctx, actor, id, 'en-US')
  await ctx.clock.advance(dayMs)
  await expect(goOn(stock?.id ?? '')).rejects.toMatchObject({ error: 'plan_not_ended' })
  await revokeKey(ctx, actor, keyId, 'en-US')
  await expect(goOn(keyId)).rejects.toMatchObject({ error: 'not_found' })
  await signInAgain(ctx, actor)
  const { id } = await issueIntegratedKey(ctx, actor, 'en-US')
  const other = await testAccount(ctx, 'eve@example.com')
  await expect(continueForFree(ctx, other.actor, id, 'en-US')).rejects.toMatchObject({ error: 'not_found' })
  expect(await goOn(id)).toMatchObject({ planId: 'integrated-free' })
})

test('no integrated key is issued while the account has a live integrated key', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  await expect(issueIntegratedKey(ctx, actor, 'en-US')).rejects.toMatchObject({ error: 'integrated_key_exists' })
})

test('issuing an integrated key requires a recent sign-in', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-free')
  await revokeKey(ctx, actor, keyId, 'en-US')
  await ctx.clock.advance(16 * 60_000)
  await expect(issueIntegratedKey(ctx, actor, 'en-US')).rejects.toMatchObject({ error: 'recent_signin_required' })
})

test('an integrated key can be reset or issued only once a UTC day, even with a revocation in between', async () => {
  await using ctx = await testPlatform({ now: '2026-11-20T23:50:00Z' })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-free')
  const tooSoon = { error: 'reset_too_soon', detail: { retryAfter: 600 } }
  await resetKey(ctx, actor, { keyId }, 'en-US')
  await revokeKey(ctx, actor, keyId, 'en-US')
  await expect(issueIntegratedKey(ctx, actor, 'en-US')).rejects.toMatchObject(tooSoon)
  await ctx.clock.advance(600_000)
  const second = await issueIntegratedKey(ctx, actor, 'en-US')
  await expect(resetKey(ctx, actor, { keyId: second.id }, 'en-US')).rejects.toMatchObject({ error: 'reset_too_soon' })
  await revokeKey(ctx, actor, second.id, 'en-US')
  await expect(issueIntegratedKey(ctx, actor, 'en-US')).rejects.toMatchObject({ error: 'reset_too_soon' })
  await ctx.clock.advance(dayMs)
  await signInAgain(ctx, actor)
  const third = await issueIntegratedKey(ctx, actor, 'en-US')
  await ctx.clock.advance(dayMs)
  await signInAgain(ctx, actor)
  await resetKey(ctx, actor, { keyId: third.id }, 'en-US')
})

test('if an account resets one key and buys another on the same UTC day, the bought key cannot be reset that day', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-free')
  await resetKey(ctx, actor, { keyId }, 'en-US')
  await revokeKey(ctx, actor, keyId, 'en-US')
  const plan = firstCatalogue.planById('integrated-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  const bought = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  await expect(resetKey(ctx, actor, { keyId: bought?.id ?? '' }, 'en-US')).rejects.toMatchObject({
    error: 'reset_too_soon',
  })
})

test('ten concurrent calls to issue an integrated key create one key', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-free')
  await revokeKey(ctx, actor, keyId, 'en-US')
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => issueIntegratedKey(ctx, actor, 'en-US')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listKeys(ctx, actor, 'en-US')).toHaveLength(1)
})

test('after the integrated key is revoked, the dashboard shows its plan, and when a new key can be issued', async () => {
  await using ctx = await testPlatform({ now: morning })
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base', { expiresAt: Date.parse(morning) + 9 * dayMs })
  const awaited = () => awaitedKey(ctx, actor.accountId, 'en-US')
  expect(await awaited()).toBeNull()
  await revokeKey(ctx, actor, keyId, 'en-US')
  const plan = { isFree: false, expiresAt: Date.parse(morning) + 9 * dayMs }
  expect(await awaited()).toMatchObject({ ...plan, issueFrom: null })
  const { id } = await issueIntegratedKey(ctx, actor, 'en-US')
  expect(await awaited()).toBeNull()
  await revokeKey(ctx, actor, id, 'en-US')
  expect(await awaited()).toMatchObject({ ...plan, issueFrom: Date.parse('2026-11-21T00:00:00Z') })
})
