import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOut } from '#src/accounts/sessions/sessions.ts'
import { setSuspended } from '#src/accounts/sessions/staff-decision.ts'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { notifyKeysOfAccount } from '#src/keys/controls.ts'
import { listKeys, resetKey, revealKey, revokeKey, scopeKey, setKeyPlan } from '#src/keys/keys.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { servedStream } from '#test/fixtures/served-stream.ts'
import { Listener } from '#test/fixtures/stream.ts'

/*
 * PostgreSQL notifications report changes of keys and sessions to open sockets. Only a test advances the clock, because
 * the periodic check of keys could otherwise end a socket.
 */

let ctx: TestPlatform
let origin: string
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform())
  await installCatalogue(ctx)
  origin = opened.use(await servedStream(ctx)).origin
})
afterAll(() => opened.disposeAsync())

let accounts = 0
async function owner(planId = 'integrated-base') {
  accounts += 1
  const { actor } = await testAccount(ctx, `owner-${accounts}@example.com`)
  const [listed] = await listKeys(ctx, actor, 'en-US')
  const keyId = listed?.id ?? ''
  await putOn(keyId, planId)
  const { key: secret } = await revealKey(ctx, actor, keyId, 'en-US')
  return { actor, keyId, secret }
}

async function putOn(keyId: string, planId: string, expiresAt = ctx.clock.now() + 86_400_000): Promise<void> {
  const plan = firstCatalogue.planById(planId)
  if (!plan) throw new Error(planId)
  const actor = { kind: 'system', name: 'test' } as const
  await ctx.postgres.transaction((tx) => setKeyPlan(ctx, tx, actor, { keyId, plan, expiresAt }))
}

async function connect(secret: string): Promise<Listener> {
  const client = new Listener(`${origin}/stream?events=1`, { token: secret })
  await client.next((frame) => frame.resAc === 'auth' && frame.code === 1)
  return client
}

async function isServed(client: Listener): Promise<boolean> {
  return (await client.answer({ ac: 'list' })).code === 1
}

test('revoking a key ends its sockets with 4001 and a reason', async () => {
  const { actor, keyId, secret } = await owner()
  const client = await connect(secret)
  await revokeKey(ctx, actor, keyId, 'en-US')
  expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'key_revoked' })
  expect((await client.ended()).code).toBe(4001)
})

test('suspending an account ends the sockets of its keys and pages, and new sockets are refused until the account is restored', async () => {
  const { actor, secret } = await owner()
  const suspend = (suspended: boolean) =>
    ctx.postgres.transaction(async (tx) => {
      await setSuspended(ctx, tx, actor.accountId, suspended)
      await notifyKeysOfAccount(ctx, tx, actor.accountId)
    })
  const { token } = await createSearchToken(ctx, actor)
  const [byKey, byPage] = [await connect(secret), await connect(token)]
  await suspend(true)
  expect(await byKey.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'account_suspended' })
  expect((await byPage.ended()).code).toBe(4001)
  const again = new Listener(`${origin}/stream?events=1`, { token: secret })
  expect((await again.ended()).code).toBe(4001)
  await suspend(false)
  await expect.poll(async () => (await verifyKey(ctx, secret)).kind).toBe('ok')
  expect(await isServed(await connect(secret))).toBe(true)
})

test('a key reset ends the sockets of the old secret at once, or at the end of the overlap', async () => {
  const now = await owner()
  const later = await owner()
  const [ended, goesOn] = [await connect(now.secret), await connect(later.secret)]
  await resetKey(ctx, later.actor, { keyId: later.keyId, overlapHours: 1 }, 'en-US')
  await resetKey(ctx, now.actor, { keyId: now.keyId, overlapHours: 0 }, 'en-US')
  expect((await ended.ended()).code).toBe(4001)
  expect(await isServed(goesOn)).toBe(true)
  await ctx.clock.advance(3_600_000)
  // The last periodic check may have been shortly before the overlap ended.
  await ctx.clock.advance(30_000)
  expect(await goesOn.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001 })
})

test('a change to a smaller plan removes subscriptions beyond the plan, and a change to a larger plan applies at once', async () => {
  const { keyId, secret } = await owner('integrated-base')
  const client = await connect(secret)
  const wanted = ['fund:SPY$US', 'stock:AAPL$US', 'stock:700$HK', 'forex:EURUSD$GB', 'crypto:BTCUSD$BA']
  expect((await client.answer({ ac: 'subscribe', params: wanted.join(',') })).accepted).toEqual(wanted)
  await putOn(keyId, 'integrated-free')
  const lost = await client.next((frame) => frame.error === 'not_in_plan')
  expect(lost.rejected).toEqual([{ s: 'fund:SPY$US', reason: 'not_in_plan' }])
  const trimmed = await client.next((frame) => frame.error === 'too_many_subscriptions')
  const ended = [{ s: 'crypto:BTCUSD$BA', reason: 'too_many_subscriptions' }]
  expect(trimmed).toMatchObject({ limit: 3, subscribed: 3, rejected: ended })
  const left = (await client.answer({ ac: 'list' })).data.map((row: { s: string }) => row.s)
  expect(left).toEqual(wanted.slice(1, 4))
  await putOn(keyId, 'integrated-base')
  await expect
    .poll(async () => (await client.answer({ ac: 'subscribe', params: 'fund:SPY$US' })).code, { interval: 50 })
    .toBe(1)
})

test('when a plan changes to fewer sockets, the oldest sockets stay open', async () => {
  const { keyId, secret } = await owner('integrated-base')
  const first = await connect(secret)
  const second = await connect(secret)
  await putOn(keyId, 'integrated-free')
  expect((await second.ended()).code).toBe(4009)
  expect(await isServed(first)).toBe(true)
})

test('a plan that expires closes its sockets with 4003, and a new socket is refused with the same error', async () => {
  const { keyId, secret } = await owner()
  await putOn(keyId, 'integrated-base', ctx.clock.now() + 60_000)
  const client = await connect(secret)
  await ctx.clock.advance(60_000)
  expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 4003, error: 'plan_expired' })
  expect((await client.ended()).code).toBe(4003)
  const again = new Listener(`${origin}/stream`, { token: secret })
  expect(await again.next((frame) => frame.resAc === 'auth')).toMatchObject({ code: 0, error: 'plan_expired' })
  expect((await again.ended()).code).toBe(4003)
})

test('the end of a session ends the sockets of its search token, but not the sockets of a key', async () => {
  const { actor, secret } = await owner()
  const { token } = await createSearchToken(ctx, actor)
  const [browser, program] = [await connect(token), await connect(secret)]
  await signOut(ctx, actor)
  expect(await browser.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'not_signed_in' })
  expect((await browser.ended()).code).toBe(4001)
  expect(await isServed(program)).toBe(true)
})

const everywhere = { classes: null, access: 'all', networks: [] } as {
  classes: null
  access: 'all'
  networks: string[]
}

test.each([
  [{ access: 'rest' }, 'not_in_scope'],
  [{ networks: ['192.0.2.0/24'] }, 'network_not_allowed'],
] as const)(
  'restricting a key to %j ends excluded sockets with 4001, and refuses new sockets until the restriction is removed',
  async (change, error) => {
    const { actor, keyId, secret } = await owner()
    const [client, other] = [await connect(secret), await connect((await owner()).secret)]
    const scope = { ...everywhere, ...change, networks: 'networks' in change ? [...change.networks] : [] }
    await scopeKey(ctx, actor, { keyId, scope }, 'en-US')
    expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error })
    expect((await client.ended()).code).toBe(4001)
    expect(await isServed(other)).toBe(true)
    await expect(connect(secret)).rejects.toThrow('4001')
    await scopeKey(ctx, actor, { keyId, scope: { ...everywhere, networks: ['127.0.0.0/8'] } }, 'en-US')
    const opens = () => connect(secret).then(isServed, () => false)
    await expect.poll(opens, { interval: 50 }).toBe(true)
  },
)

test('the socket of a search token obeys the class restriction of the key, and closes when the plan of the key ends', async () => {
  const { actor, keyId } = await owner()
  const { token } = await createSearchToken(ctx, actor)
  const chart = await connect(token)
  await chart.answer({ ac: 'subscribe', params: 'stock:AAPL$US,crypto:BTCUSD$BA' })
  await scopeKey(ctx, actor, { keyId, scope: { ...everywhere, classes: ['crypto'] } }, 'en-US')
  expect(await chart.next((frame) => frame.resAc === 'subscribe' && frame.code === 0)).toMatchObject({
    rejected: [{ reason: 'not_in_scope' }],
  })
  await putOn(keyId, 'integrated-base', ctx.clock.now() + 60_000)
  await isServed(chart)
  await ctx.clock.advance(60_000)
  expect(await chart.next((frame) => frame.type === 'close')).toMatchObject({ code: 4003, error: 'plan_expired' })
})

test('restricting a key to a class unsubscribes other instruments with a reason, and closes sockets on paths of other classes', async () => {
  const { actor, keyId, secret } = await owner()
  const client = await connect(secret)
  await client.answer({ ac: 'subscribe', params: 'stock:AAPL$US,crypto:BTCUSD$BA' })
  const onStocks = new Listener(`${origin}/stock?events=1`, { token: secret })
  await onStocks.next((frame) => frame.resAc === 'auth' && frame.code === 1)
  await scopeKey(ctx, actor, { keyId, scope: { ...everywhere, classes: ['crypto'] } }, 'en-US')
  expect(await client.next((frame) => frame.resAc === 'subscribe' && frame.code === 0)).toMatchObject({
    error: 'not_in_scope',
    rejected: [{ reason: 'not_in_scope' }],
  })
  expect((await onStocks.ended()).code).toBe(4001)
  expect((await client.answer({ ac: 'list' })).data).toHaveLength(1)
  expect(await client.answer({ ac: 'subscribe', params: 'stock:AAPL$US' })).toMatchObject({
    rejected: [{ reason: 'not_in_scope' }],
  })
})
