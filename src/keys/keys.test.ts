import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signOut } from '#src/accounts/sessions/sessions.ts'
import mailWords from '#src/locales/en-US/mails.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { noticesHandled } from '#test/fixtures/notices.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { createSearchToken } from './check/search-token.ts'
import { openKeyCache, verifyKey } from './check/verify.ts'
import { keyStatus } from './key/key.ts'
import { isWellFormed, newSecret } from './key/secret.ts'
import { issueKey, listKeys, renameKey, resetKey, revealKey, revokeKey, setKeyPlan } from './keys.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

async function account(ctx: TestPlatform, email?: string) {
  const made = await testAccount(ctx, email)
  const [listed] = await listKeys(ctx, made.actor, 'en-US')
  if (!listed) throw new Error('no free key')
  const { key: secret } = await revealKey(ctx, made.actor, listed.id, 'en-US')
  return { ...made, keyId: listed.id, secret }
}

test('the checksum of a key accepts a new secret and rejects any change of a single character', () => {
  const secret = newSecret(cryptoRandom)
  expect(secret).toMatch(/^tw_live_[0-9A-Za-z]{36}$/)
  expect(isWellFormed(secret)).toBe(true)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: secret.length - 1 }), fc.constantFrom(...'aZ3_'), (at, char) => {
      const changed = secret.slice(0, at) + char + secret.slice(at + 1)
      return changed === secret || !isWellFormed(changed)
    }),
  )
})

test('a new account has one valid key on the free plan, and the list of keys shows it masked', async () => {
  await using ctx = await testPlatform()
  const { actor, secret } = await account(ctx)
  const [key, ...more] = await listKeys(ctx, actor, 'en-US')
  expect(more).toEqual([])
  expect(key).toMatchObject({ level: 'free', market: 'integrated', status: 'normal', expiredTime: 4_102_444_800_000 })
  expect(key?.key).toBe(`tw_l***${secret.slice(-4)}`)
  expect(JSON.parse(key?.limitHttp ?? '')).toMatchObject({ perMinute: 30, sockets: 1, subscriptions: 3 })
  expect(await verifyKey(ctx, secret)).toMatchObject({
    kind: 'ok',
    key: { kind: 'key', level: 'free', planId: 'integrated-free' },
  })
})

test.each([
  ['', 'key_missing'],
  ['tw_live_short', 'key_malformed'],
  [`tw_live_${'A'.repeat(36)}`, 'key_malformed'],
  ['tws_e30.bad', 'key_unknown'],
] as const)('the key %j is refused as %s', async (secret, error) => {
  await using ctx = await testPlatform()
  expect(await verifyKey(ctx, secret)).toEqual({ kind: 'refused', error })
})

test('a well-formed key without an owner is unknown, and the public demo key is valid', async () => {
  await using ctx = await testPlatform()
  expect(await verifyKey(ctx, newSecret(cryptoRandom))).toEqual({ kind: 'refused', error: 'key_unknown' })
  expect(await verifyKey(ctx, 'tw_demo_public')).toMatchObject({
    kind: 'ok',
    key: { kind: 'demo', limits: { perMinute: 30, sockets: 2, subscriptions: 10 } },
  })
})

test('after a reset with an overlap the old secret works until the overlap ends', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId, secret } = await account(ctx)
  const { key: next } = await resetKey(ctx, actor, { keyId, overlapHours: 2 }, 'en-US')
  expect((await verifyKey(ctx, next)).kind).toBe('ok')
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
  await ctx.clock.advance(2 * 3_600_000 - 1)
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
  await ctx.clock.advance(1)
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
  expect((await verifyKey(ctx, next)).kind).toBe('ok')
})

test('the mail about a key reset states how long the old secret works: at most until the plan ends', async () => {
  await using ctx = await testPlatform()
  const expiresAt = ctx.clock.now() + 150 * minuteMs
  const { actor, keyId, email } = await keyOnPlan(ctx, 'integrated-base', { expiresAt })
  await resetKey(ctx, actor, { keyId, overlapHours: 24 }, 'en-US')
  expect((await ctx.mails(email))[0]?.text).toContain('works for 3 hours more')
})

test('a second reset on the same UTC day is refused with the seconds until tomorrow', async () => {
  await using ctx = await testPlatform({ now: '2026-11-20T23:50:00Z' })
  const { actor, keyId } = await account(ctx)
  await resetKey(ctx, actor, { keyId }, 'en-US')
  await expect(resetKey(ctx, actor, { keyId }, 'en-US')).rejects.toMatchObject({
    error: 'reset_too_soon',
    detail: { retryAfter: 600 },
  })
  await ctx.clock.advance(600_000)
  await resetKey(ctx, actor, { keyId }, 'en-US')
})

test('twenty concurrent resets change the key once', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await account(ctx)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => resetKey(ctx, actor, { keyId }, 'en-US')))
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

test('revealing and resetting a key require a recent sign-in, but revoking and renaming do not', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId, secret } = await account(ctx)
  await ctx.clock.advance(16 * 60_000)
  await expect(revealKey(ctx, actor, keyId, 'en-US')).rejects.toMatchObject({ error: 'recent_signin_required' })
  await expect(resetKey(ctx, actor, { keyId }, 'en-US')).rejects.toMatchObject({ error: 'recent_signin_required' })
  await renameKey(ctx, actor, { keyId, name: 'Backtests' }, 'en-US')
  await revokeKey(ctx, actor, keyId, 'en-US')
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
})

test('setting a plan on a key that has been revoked in the meantime fails', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId } = await account(ctx)
  const plan = firstCatalogue.planById('integrated-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const opening = ctx.postgres.transaction(async (tx) => {
    await revokeKey(ctx, actor, keyId, 'en-US')
    const input = { keyId, plan, expiresAt: ctx.clock.now() + dayMs }
    await setKeyPlan(ctx, tx, { kind: 'system', name: 'test' }, input)
  })
  await expect(opening).rejects.toThrow('is revoked')
})

test('keys can be revoked beyond the daily mail limit, and only the last mail of the day is marked as the last', async () => {
  await using ctx = await testPlatform()
  const { actor, email } = await testAccount(ctx)
  const plan = firstCatalogue.planById('stock-us-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  for (let at = 0; at < 12; at += 1) {
    const key = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
    await revokeKey(ctx, actor, key?.id ?? '', 'en-US')
  }
  const mails = (await ctx.mails(email)).filter(({ subject }) => subject === mailWords.notice['key-revoked'].subject)
  expect(mails).toHaveLength(10)
  expect(mails.filter(({ text }) => text.includes(mailWords.lastToday))).toEqual([mails[0]])
})

test('revealing, renaming, resetting or revoking the key of another account fails with not_found', async () => {
  await using ctx = await testPlatform()
  const { keyId } = await account(ctx)
  const other = await testAccount(ctx, 'eve@example.com')
  const tries = [
    () => revealKey(ctx, other.actor, keyId, 'en-US'),
    () => renameKey(ctx, other.actor, { keyId, name: 'mine' }, 'en-US'),
    () => resetKey(ctx, other.actor, { keyId }, 'en-US'),
    () => revokeKey(ctx, other.actor, keyId, 'en-US'),
  ]
  for (const tried of tries) await expect(tried()).rejects.toMatchObject({ error: 'not_found' })
})

test('a key is refused after its plan has expired, and a renewal makes the same secret valid again', async () => {
  await using ctx = await testPlatform()
  const { actor, keyId, secret } = await account(ctx)
  const plan = firstCatalogue.planById('integrated-base')
  if (!plan) throw new Error('no such plan')
  const until = (expiresAt: number) =>
    ctx.postgres.transaction((tx) => setKeyPlan(ctx, tx, { kind: 'system', name: 'test' }, { keyId, plan, expiresAt }))
  await until(ctx.clock.now() + dayMs)
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'ok', key: { level: 'base', limits: { perMinute: 120 } } })
  await ctx.clock.advance(dayMs)
  expect(await verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'plan_expired' })
  await until(ctx.clock.now() + dayMs)
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
  expect(await listKeys(ctx, actor, 'en-US')).toHaveLength(1)
})

test('ten concurrent attempts issue no second integrated key to an account that already has an integrated key', async () => {
  await using ctx = await testPlatform()
  const { actor } = await account(ctx)
  const plan = firstCatalogue.planById('integrated-free')
  if (!plan) throw new Error('no such plan')
  const input = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  const issued = await Promise.all(
    Array.from({ length: 10 }, () => ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, input))),
  )
  expect(issued).toEqual(Array(10).fill(null))
  expect(await listKeys(ctx, actor, 'en-US')).toHaveLength(1)
})

test.each([
  [0, 'expired'],
  [1, 'expiring'],
  [7 * dayMs, 'expiring'],
  [7 * dayMs + 1, 'normal'],
] as const)('a key whose plan ends in %d ms has the status %s', (left, status) => {
  expect(keyStatus(1000 + left, 1000)).toBe(status)
})

test('a key reset updates the key cache', async () => {
  await using ctx = await testPlatform()
  await using _cache = await openKeyCache(ctx)
  const { actor, keyId, secret } = await account(ctx)
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
  await resetKey(ctx, actor, { keyId }, 'en-US')
  await expect.poll(() => verifyKey(ctx, secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
})

test('if the database fails, a cached key works until the grace period or its plan ends, but a revoked key is refused', async () => {
  await using ctx = await testPlatform()
  await using _cache = await openKeyCache(ctx)
  const away = { ...ctx, postgres: { ...ctx.postgres, db: new Proxy(ctx.postgres.db, { get: fail }) } }
  const { secret } = await keyOnPlan(ctx, 'stock-us-base')
  const short = await keyOnPlan(ctx, 'stock-us-base', { expiresAt: ctx.clock.now() + 2 * minuteMs })
  const revoked = await keyOnPlan(ctx, 'stock-us-base')
  await noticesHandled(ctx)
  for (const known of [secret, short.secret, revoked.secret]) expect((await verifyKey(ctx, known)).kind).toBe('ok')
  await revokeKey(ctx, revoked.actor, revoked.keyId, 'en-US')
  await noticesHandled(ctx)
  expect(await verifyKey(ctx, revoked.secret)).toMatchObject({ error: 'key_revoked' })
  await ctx.clock.advance(3 * minuteMs)
  expect((await verifyKey(away, secret)).kind).toBe('ok')
  expect(await verifyKey(away, short.secret)).toMatchObject({ kind: 'refused', error: 'plan_expired' })
  expect(await verifyKey(away, revoked.secret)).toMatchObject({ kind: 'refused', error: 'key_revoked' })
  expect(await ctx.metrics.text()).toContain('tapewire_key_checks_kept_total 3')
  await ctx.clock.advance(7 * minuteMs - 5_000)
  expect((await verifyKey(away, secret)).kind).toBe('ok')
  await ctx.clock.advance(5_001)
  await expect(verifyKey(away, secret)).rejects.toThrow('away')
  expect((await verifyKey(ctx, secret)).kind).toBe('ok')
})

function fail(): never {
  throw new Error('away')
}

test('a search token has the plan level of the account, lasts five minutes, and ends at sign-out', async () => {
  await using ctx = await testPlatform()
  await using _cache = await openKeyCache(ctx)
  const { actor } = await account(ctx)
  const { token, expiresAt } = await createSearchToken(ctx, actor)
  expect(expiresAt - ctx.clock.now()).toBe(300_000)
  expect(await verifyKey(ctx, token)).toMatchObject({
    kind: 'ok',
    key: { kind: 'search', level: 'free', sessionId: actor.sessionId },
  })
  expect(await verifyKey(ctx, `${token}0`)).toEqual({ kind: 'refused', error: 'key_unknown' })
  await ctx.clock.advance(1)
  const second = await createSearchToken(ctx, actor)
  await ctx.clock.advance(299_999)
  expect((await verifyKey(ctx, token)).kind).toBe('refused')
  expect((await verifyKey(ctx, second.token)).kind).toBe('ok')
  await signOut(ctx, actor)
  await expect.poll(() => verifyKey(ctx, second.token)).toEqual({ kind: 'refused', error: 'key_unknown' })
})

test('the database table of keys contains no usable key', async () => {
  await using ctx = await testPlatform()
  const { secret } = await account(ctx)
  const rows = await ctx.postgres.db.selectFrom('api_key').selectAll().execute()
  const text = JSON.stringify(rows)
  expect(text).not.toContain(secret)
  for (const value of Object.values(rows[0] ?? {})) expect((await verifyKey(ctx, String(value))).kind).toBe('refused')
})
