import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPreferences } from '#src/accounts/sessions/profile.ts'
import { dayMs } from '#src/contract/time.ts'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { overrideKey } from '#src/keys/controls.ts'
import { issueKey, listKeys, resetKey, revealKey } from '#src/keys/keys.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { usage, usageCsv, usageErrors, usageMinute, usageNow } from '#src/usage/report.ts'
import { closeSocket, openSocketBook, openSockets } from '#src/usage/sockets.ts'
import { type KeyOnPlan, keyOnPlan, putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { openStream, type TestStream } from '#test/fixtures/stream.ts'
import { openAdmission } from './stream/access/admission.ts'

let ctx: TestPlatform
let rest: TestRest
let stream: TestStream
let stack: AsyncDisposableStack

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: `${new Date().toISOString().slice(0, 10)}T10:00:30Z` })
  await installCatalogue(ctx)
  stack = new AsyncDisposableStack()
  stack.use(ctx)
  rest = stack.use(await testRest(ctx))
  stream = stack.use(await openStream(ctx, stack.use(await openAdmission(ctx, rest.meter))))
  const { hub } = stream
  stack.use(await openSocketBook(ctx, { live: () => hub.ownedSockets(), close: (id) => hub.closeForOwner(id) }))
})
afterAll(() => stack.disposeAsync())

const owner = (email: string, planId = 'integrated-free') => keyOnPlan(ctx, planId, { email })

const requestAs = ({ secret }: KeyOnPlan, path: string) => rest.get(path, { token: secret })
const quote = '/stock/quote?region=US&code=AAPL'
const levelsMailed = async (email: string) =>
  (await ctx.mails(email)).map(({ subject }) => (subject.startsWith('80%') ? 80 : 100))

test('a key on the free plan gets thirty requests a minute, and a refusal of data outside the plan names the required plan', async () => {
  const { actor, secret } = await owner('free@example.com')
  const request = (path: string) => rest.get(path, { authorization: `Bearer ${secret}` })
  const verdict = await verifyKey(ctx, secret)
  if (verdict.kind !== 'ok') throw new Error(verdict.error)
  const fund = await request('/fund/kline?region=US&code=SPY&kType=8')
  expect(fund.status).toBe(403)
  expect(fund.json()).toMatchObject({ error: 'not_in_plan', reason: 'not_in_plan', plan: 'integrated-base' })
  expect((await request('/stock/kline?region=US&code=TSLA&kType=8')).json()).toMatchObject({
    data: [],
    reason: 'no_data',
  })
  for (let at = 0; at < 27; at += 1) await request(quote)
  const last = await request(quote)
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(await usageNow(ctx, verdict.key)).toMatchObject({ limit: 30, remaining: 0 })
  const over = await request(quote)
  expect([over.status, over.json().error]).toEqual([429, 'rate_limited'])
  expect(Number(over.headers.get('retry-after'))).toBe(60)
  await ctx.clock.advance(2_000)
  const report = await usage(ctx, actor, {})
  expect(report).toMatchObject({ limit: 30, used: 30, remaining: 0, step: 'hour' })
  expect(report.series).toMatchObject([{ requests: 30, errors: 1, refused: 1 }])
  await expect(usage(ctx, actor, { key: 'of-another' })).rejects.toMatchObject({ error: 'not_found' })
  await ctx.clock.advance(60_000)
  expect((await request(quote)).status).toBe(200)
})

test('the list of keys shows the IP address from which a key was last used', async () => {
  const key = await owner('used@example.com')
  await requestAs(key, quote)
  const from = async () => (await listKeys(ctx, key.actor, 'en-US'))[0]?.lastUsedFrom
  await ctx.clock.advance(2_000)
  await expect.poll(from).toBe('127.0.0.1')
})

test('if the staff override the limits of a key, the response headers and the usage show the new limits', async () => {
  const { actor, keyId, ...key } = await owner('given@example.com')
  const override = { perMinute: 7, sockets: 1, subscriptions: 1, until: ctx.clock.now() + 60_000 }
  const given = { accountId: actor.accountId, keyId, override }
  await ctx.postgres.transaction((tx) => overrideKey(ctx, tx, given))
  const answer = await requestAs({ ...key, actor, keyId }, quote)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('7')
  expect(await usage(ctx, actor, {})).toMatchObject({ limit: 7, used: 1, remaining: 6 })
})

async function subscribe({ actor }: KeyOnPlan, planId: string) {
  const plan = catalogueOf(ctx).planById(planId)
  if (!plan) throw new Error(planId)
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }
  const key = await ctx.postgres.transaction((tx) => issueKey(ctx, tx, { kind: 'system', name: 'test' }, terms))
  return revealKey(ctx, actor, key?.id ?? '', 'en-US')
}

test('the requests of each valid key in the current minute are counted separately', async () => {
  const ada = await owner('several@example.com')
  const other = await subscribe(ada, 'stock-us-base')
  const ended = await subscribe(ada, 'fund-us-base')
  await putOnPlan(ctx, ended.id, 'fund-us-base', ctx.clock.now() - 1)
  for (const token of [ada.secret, other.key, other.key]) await rest.get(quote, { token })
  const minutes = await usageMinute(ctx, ada.actor)
  expect(minutes).toHaveLength(2)
  expect(minutes).toContainEqual({ keyId: ada.keyId, limit: 30, used: 1 })
  expect(minutes).toContainEqual({
    keyId: other.id,
    limit: catalogueOf(ctx).planById('stock-us-base')?.limits.perMinute,
    used: 2,
  })
})

test('the requests of keys without a limit are counted by the calendar minute', async () => {
  const ada = await owner('unlimited@example.com')
  await putOnPlan(ctx, ada.keyId, 'integrated-enterprise', ctx.clock.now() + dayMs)
  const other = await subscribe(ada, 'stock-us-enterprise')
  for (const token of [ada.secret, other.key, other.key]) await rest.get(quote, { token })
  expect(await usageMinute(ctx, ada.actor)).toEqual(
    expect.arrayContaining([
      { keyId: ada.keyId, limit: null, used: 1 },
      { keyId: other.id, limit: null, used: 2 },
    ]),
  )
  for (const step of ['minute', 'hour'] as const)
    expect(await usage(ctx, ada.actor, { key: other.id, step })).toMatchObject({ limit: null, used: 2 })
  const past = { key: other.id, step: 'minute', to: String(ctx.clock.now() - 2 * 60_000) } as const
  expect(await usage(ctx, ada.actor, past)).toMatchObject({ used: 2, series: [] })
  await ctx.clock.advance(60_000 - (ctx.clock.now() % 60_000) - 1)
  expect(await usage(ctx, ada.actor, { key: other.id })).toMatchObject({ used: 2 })
  await ctx.clock.advance(1)
  expect(await usage(ctx, ada.actor, { key: other.id })).toMatchObject({ used: 0 })
})

test('usage is split by call, status and reason, and states the same limit figures as the response headers', async () => {
  const ada = await owner('ada@example.com')
  await requestAs(ada, '/stock/kline?region=US&code=AAPL&kType=8')
  await requestAs(ada, '/fund/kline?region=US&code=SPY&kType=8')
  await requestAs(ada, '/stock/kline?region=US&code=AAPL&kType=8&limit=0')
  for (let at = 0; at < 27; at += 1) await requestAs(ada, '/stock/kline?region=US&code=AAPL&kType=8')
  const last = await requestAs(ada, quote)
  expect(last.status).toBe(429)
  const report = await usage(ctx, ada.actor, {})
  expect(report.remaining).toBe(Number(last.headers.get('x-ratelimit-remaining')))
  expect(report.used).toBe(Number(last.headers.get('x-ratelimit-limit')) - (report.remaining ?? 0))
  expect(report.series).toMatchObject([{ requests: 30, errors: 2, refused: 1 }])
  expect(report.calls).toEqual([
    { call: 'kline', status: 200, reason: '', count: 28 },
    { call: 'kline', status: 400, reason: 'invalid_limit', count: 1 },
    { call: 'kline', status: 403, reason: 'not_in_plan', count: 1 },
    { call: 'quote', status: 429, reason: 'rate_limited', count: 1 },
  ])
  await ctx.clock.advance(1_000)
  expect((await usage(ctx, ada.actor, {})).calls).toEqual(report.calls)
})

test('a refused call appears in the usage errors with its request id and a message in the language of the reader', async () => {
  const ada = await owner('words@example.com')
  const refused = await rest.get(`/fund/quote?region=US&code=SPY&token=${ada.secret}`, {})
  const id = refused.headers.get('x-request-id')
  await ctx.clock.advance(1_000)
  const [english] = await usageErrors(ctx, ada.actor, {}, 'en-US')
  expect(english).toEqual({
    time: expect.any(Number),
    requestId: id,
    keyId: ada.keyId,
    call: 'quote',
    target: '/fund/quote?region=US&code=SPY&token=***',
    status: 403,
    error: 'not_in_plan',
    message: refused.json().msg,
  })
  const [chinese] = await usageErrors(ctx, ada.actor, {}, 'zh-HK')
  expect(chinese?.message).toBe('您的計劃不包括此項數據。選用「綜合市場 · 基本版」即可取得。')
})

test('refusals for an expired plan or a replaced secret are shown to the owner and do not use up the minute limit', async () => {
  const ada = await owner('late@example.com', 'integrated-base')
  const { key: fresh } = await resetKey(ctx, ada.actor, { keyId: ada.keyId }, 'en-US')
  expect((await requestAs(ada, quote)).json().error).toBe('key_revoked')
  await putOnPlan(ctx, ada.keyId, 'integrated-base', ctx.clock.now() - 1)
  expect((await rest.get(quote, { token: fresh })).json().error).toBe('plan_expired')
  expect((await usageErrors(ctx, ada.actor, {}, 'en-US')).map(({ error }) => error).sort()).toEqual([
    'key_revoked',
    'plan_expired',
  ])
  const report = await usage(ctx, ada.actor, { key: ada.keyId })
  expect(report).toMatchObject({ used: 0, series: [{ requests: 0, errors: 0, refused: 2 }] })
})

test('the usage of an account without a limit states the requests of the current minute', async () => {
  const ada = await owner('whale@example.com', 'integrated-enterprise')
  for (let at = 0; at < 3; at += 1) await requestAs(ada, quote)
  expect(await usage(ctx, ada.actor, {})).toMatchObject({ limit: null, remaining: null, used: 3 })
  await ctx.clock.advance(60_000)
  expect(await usage(ctx, ada.actor, {})).toMatchObject({ limit: null, remaining: null, used: 0 })
})

test('the usage export has one row per time step, call, status and reason, with a masked key', async () => {
  const ada = await owner('csv@example.com')
  await requestAs(ada, quote)
  await requestAs(ada, '/fund/quote?region=US&code=SPY')
  await ctx.clock.advance(1_000)
  const [head, ...rows] = (await usageCsv(ctx, ada.actor, { step: 'minute' })).trim().split('\r\n')
  expect(head).toBe('time,key,call,status,reason,counted,uncounted,bytes')
  const minute = new Date(Math.floor(ctx.clock.now() / 60_000) * 60_000).toISOString()
  const masked = `tw_l***${ada.secret.slice(-4)}`
  expect(rows.map((row) => row.replace(/,\d+$/, '')).sort()).toEqual([
    `${minute},${masked},quote,200,,1,0`,
    `${minute},${masked},quote,403,not_in_plan,1,0`,
  ])
})

test('another account can read neither the usage nor the sockets of a key', async () => {
  const [ada, eve] = [await owner('mine@example.com'), await owner('eve@example.com')]
  await requestAs(ada, '/fund/quote?region=US&code=SPY')
  expect((await usage(ctx, eve.actor, {})).calls).toEqual([])
  expect(await usageErrors(ctx, eve.actor, {}, 'en-US')).toEqual([])
  for (const call of [
    () => usage(ctx, eve.actor, { key: ada.keyId }),
    () => usageErrors(ctx, eve.actor, { key: ada.keyId }, 'en-US'),
    () => usageCsv(ctx, eve.actor, { key: ada.keyId }),
    () => openSockets(ctx, eve.actor, { key: ada.keyId }),
  ])
    await expect(call()).rejects.toMatchObject({ error: 'not_found' })
})

async function untilMailed(email: string, levels: number[]): Promise<void> {
  const mailed = async () => {
    await ctx.clock.advance(1_000)
    return levelsMailed(email)
  }
  await expect.poll(mailed).toEqual(levels)
}

async function requestTimes(who: KeyOnPlan, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await requestAs(who, quote)
}

test('the owner is mailed once a day at 80 and at 100 percent of the minute limit; a jump to 100 sends one mail', async () => {
  const [slow, quick] = [await owner('slow@example.com'), await owner('quick@example.com')]
  await requestTimes(slow, 24)
  await untilMailed(slow.email, [80])
  await requestTimes(slow, 6)
  await requestTimes(quick, 31)
  await untilMailed(slow.email, [100, 80])
  await untilMailed(quick.email, [100])
  const [mail] = await ctx.mails(quick.email)
  expect(mail?.text).toContain(`tw_l***${quick.secret.slice(-4)} has used all of its 30 requests a minute`)
  await ctx.clock.advance(61_000)
  await requestTimes(slow, 30)
  await requestTimes(quick, 31)
  await ctx.clock.advance(86_400_000)
  await putOnPlan(ctx, quick.keyId, 'integrated-free', ctx.clock.now() + 86_400_000)
  await requestTimes(quick, 30)
  await untilMailed(quick.email, [100, 100])
  expect(await levelsMailed(slow.email)).toEqual([100, 80])
})

test('an account that opted out gets no mail about its usage', async () => {
  const [silent, notified] = [await owner('silent@example.com'), await owner('told@example.com')]
  await setPreferences(ctx, silent.actor, { notices: { usage: false } })
  await requestTimes(silent, 30)
  await requestTimes(notified, 30)
  await untilMailed(notified.email, [100])
  expect(await levelsMailed(silent.email)).toEqual([])
})

test('only the owner of a key can see and disconnect its open sockets', async () => {
  const [ada, eve] = [await owner('sockets@example.com'), await owner('evil@example.com')]
  const socket = stream.connect('/stock', { token: ada.secret, 'user-agent': 'bot/1.0' })
  await socket.next(({ resAc }) => resAc === 'auth')
  await socket.answer({ ac: 'subscribe', params: 'AAPL$US,IBM$US', types: 'tick' })
  await ctx.clock.advance(1_000)
  const first = async () => (await openSockets(ctx, ada.actor, { key: ada.keyId }))[0]
  await expect.poll(first).toMatchObject({ symbols: ['AAPL$US', 'IBM$US'] })
  const shown = await first()
  expect(shown).toMatchObject({
    keyId: ada.keyId,
    path: '/stock',
    userAgent: 'bot/1.0',
    subscriptions: 2,
    browser: false,
  })
  expect(await openSockets(ctx, eve.actor, {})).toEqual([])
  await expect(closeSocket(ctx, eve.actor, shown?.id ?? '')).rejects.toMatchObject({ error: 'not_found' })
  await closeSocket(ctx, ada.actor, shown?.id ?? '')
  expect(await socket.ended()).toEqual({ code: 4010, reason: 'closed_by_owner' })
  await ctx.clock.advance(1_000)
  await expect.poll(() => openSockets(ctx, ada.actor, {})).toEqual([])
})

test('sockets of a gateway that stopped reporting are not shown', async () => {
  const ada = await owner('silence@example.com')
  const id = ctx.random.uuid()
  const facts = {
    browser: false,
    path: '/stock',
    address: '',
    userAgent: '',
    connectedAt: 1,
    subscriptions: 0,
    symbols: [],
  }
  const live = [{ id, version: 0, keyId: ada.keyId, accountId: ada.actor.accountId, facts: () => facts }]
  const frozen = {
    ...ctx,
    clock: {
      ...ctx.clock,
      now: () => ctx.clock.now(),
      elapsed: () => ctx.clock.elapsed(),
      sleep: () => new Promise<void>(() => {}),
    },
  }
  await openSocketBook(frozen, { live: () => live, close: () => {} })
  await expect.poll(() => openSockets(ctx, ada.actor, {})).toMatchObject([{ id, keyId: ada.keyId }])
  await ctx.clock.advance(15_000)
  expect(await openSockets(ctx, ada.actor, {})).toEqual([])
})

test('if the open sockets of a gateway are deleted from the database, the gateway lists them again', async () => {
  const ada = await owner('again@example.com')
  const socket = stream.connect('/stock', { token: ada.secret })
  await socket.next(({ resAc }) => resAc === 'auth')
  await ctx.clock.advance(1_000)
  await expect.poll(() => openSockets(ctx, ada.actor, {})).toHaveLength(1)
  await ctx.postgres.db.deleteFrom('socket_book').execute()
  expect(await openSockets(ctx, ada.actor, {})).toEqual([])
  await ctx.clock.advance(6_000)
  await expect.poll(() => openSockets(ctx, ada.actor, {})).toHaveLength(1)
})

test('a refused subscription and a refused socket are listed in the usage errors with the path, the error and the status', async () => {
  const ada = await owner('wish@example.com')
  const socket = stream.connect('/fund', { token: ada.secret })
  await socket.next(({ resAc }) => resAc === 'auth')
  await socket.answer({ ac: 'subscribe', params: 'SPY$US', types: 'tick' })
  const second = stream.connect('/stock', { token: ada.secret })
  expect((await second.ended()).code).toBe(4009)
  const errors = await usageErrors(ctx, ada.actor, {}, 'en-US')
  expect(errors.map(({ target, error, status }) => [target, error, status])).toEqual([
    ['/stock', 'max_connections', 429],
    ['/fund subscribe SPY$US', 'not_in_plan', 403],
  ])
})

test("a refused call of the site's own pages is not shown in the errors and the usage of the key", async () => {
  const ada = await owner('page@example.com')
  const { token } = await createSearchToken(ctx, ada.actor)
  expect((await rest.get('/fund/quote?region=US&code=QQQ', { token })).status).toBe(403)
  expect((await rest.get('/stock/quote?region=US&code=NOSUCH', { token })).status).toBe(404)
  const socket = stream.connect('/fund', { token })
  await socket.next(({ resAc }) => resAc === 'auth')
  await socket.answer({ ac: 'subscribe', params: 'QQQ$US', types: 'tick' })
  await putOnPlan(ctx, ada.keyId, 'integrated-free', ctx.clock.now() - 1)
  await ctx.clock.advance(1_000)
  expect((await rest.get(quote, { token })).json().error).toBe('plan_expired')
  expect(await usageErrors(ctx, ada.actor, {}, 'en-US')).toEqual([])
  expect(await usage(ctx, ada.actor, { key: ada.keyId })).toMatchObject({ used: 0, series: [], calls: [] })
})
