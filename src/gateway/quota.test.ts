import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchToken } from '#src/keys/check/search-token.ts'
import { issueIntegratedKey } from '#src/keys/integrated-key.ts'
import { issueKey, resetKey, revealKey, revokeKey } from '#src/keys/keys.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { usage } from '#src/usage/report.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { type Listener, openStream, type TestStream } from '#test/fixtures/stream.ts'
import { openAdmission } from './stream/access/admission.ts'

/*
 * An allowance belongs to an account (integrated keys, search tokens) or to a subscription (other keys). A new id,
 * secret or token of the same owner shares the allowance.
 */

let ctx: TestPlatform
let rest: TestRest
let stream: TestStream
let stack: AsyncDisposableStack

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-20T10:00:00Z' })
  await installCatalogue(ctx)
  stack = new AsyncDisposableStack()
  stack.use(ctx)
  rest = stack.use(await testRest(ctx))
  stream = stack.use(await openStream(ctx, stack.use(await openAdmission(ctx, rest.meter))))
})
afterAll(() => stack.disposeAsync())

const quote = '/stock/quote?region=US&code=AAPL'

async function statuses(token: string, calls: number, path = quote): Promise<number[]> {
  const got: number[] = []
  for (let at = 0; at < calls; at += 1) got.push((await rest.get(path, { token })).status)
  return got
}

async function replaced({ actor, keyId }: KeyOnPlan): Promise<string> {
  await revokeKey(ctx, actor, keyId, 'en-US')
  return (await issueIntegratedKey(ctx, actor, 'en-US')).key
}

async function connected(secret: string): Promise<Listener> {
  const client = stream.connect('/stock', { token: secret })
  await client.next((frame) => frame.resAc === 'auth')
  return client
}

async function isRefused(secret: string): Promise<boolean> {
  const client = stream.connect('/stock', { token: secret })
  const answer = await client.next((frame) => frame.resAc === 'auth' || frame.resAc === 'close')
  return answer.error === 'max_connections'
}

test('a call over the minute limit is refused, and a call after the wait stated in the refusal succeeds', async () => {
  const { secret } = await keyOnPlan(ctx, 'integrated-free')
  expect(await statuses(secret, 30)).toEqual(Array(30).fill(200))
  const over = await rest.get(quote, { token: secret })
  expect([over.status, over.json().error]).toEqual([429, 'rate_limited'])
  const wait = Number(over.headers.get('retry-after'))
  expect(over.headers.get('x-ratelimit-limit')).toBe('30')
  expect(over.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(Number(over.headers.get('x-ratelimit-reset'))).toBe(wait)
  await ctx.clock.advance((wait - 1) * 1_000)
  expect(await statuses(secret, 1)).toEqual([429])
  await ctx.clock.advance(1_000)
  expect(await statuses(secret, 1)).toEqual([200])
})

test("a new key continues the minute window of its account's revoked key", async () => {
  const ada = await keyOnPlan(ctx, 'integrated-free')
  expect(await statuses(ada.secret, 28)).toEqual(Array(28).fill(200))
  const next = await replaced(ada)
  expect(await statuses(next, 3)).toEqual([200, 200, 429])
  expect(await usage(ctx, ada.actor, {})).toMatchObject({ limit: 30, used: 30, remaining: 0 })
})

test('after a key reset with an overlap, the old and the new secret share one minute limit', async () => {
  const { actor, keyId, secret } = await keyOnPlan(ctx, 'integrated-free')
  const { key: next } = await resetKey(ctx, actor, { keyId, overlapHours: 24 }, 'en-US')
  expect(await statuses(secret, 28)).toEqual(Array(28).fill(200))
  expect(await statuses(next, 3)).toEqual([200, 200, 429])
})

test('during a reset overlap, both secrets of a bought key share one allowance; a second bought key has its own allowance', async () => {
  const { actor } = await testAccount(ctx, 'markets@example.com')
  const plan = firstCatalogue.planById('stock-us-base')
  if (!plan) throw new Error('the catalogue lost a plan')
  const terms = { accountId: actor.accountId, plan, expiresAt: ctx.clock.now() + 86_400_000 }
  const buy = () => ctx.postgres.transaction((tx) => issueKey(ctx, tx, actor, terms))
  const [one, other] = [await buy(), await buy()]
  const { key: secret } = await revealKey(ctx, actor, one?.id ?? '', 'en-US')
  const { key: next } = await resetKey(ctx, actor, { keyId: one?.id ?? '', overlapHours: 24 }, 'en-US')
  const { key: second } = await revealKey(ctx, actor, other?.id ?? '', 'en-US')
  const left = async (token: string) => Number((await rest.get(quote, { token })).headers.get('x-ratelimit-remaining'))
  expect([await left(secret), await left(next), await left(second)]).toEqual([119, 118, 119])
})

test('a new key shares the socket limit with the key that it replaced', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-free')
  const first = await connected(ada.secret)
  expect((await first.answer({ ac: 'subscribe', params: 'AAPL$US,TSLA$US,MSFT$US' })).code).toBe(1)
  const next = await replaced(ada)
  expect(await isRefused(next)).toBe(true)
})

test('all search tokens of an account share one allowance, even after a key was replaced', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-free')
  const token = async () => (await createSearchToken(ctx, ada.actor)).token
  const left = async (secret: string, code: string) =>
    Number((await rest.get(quoteOf(code), { token: secret })).headers.get('x-ratelimit-remaining'))
  expect(await left(await token(), 'AAPL')).toBe(89)
  await replaced(ada)
  const fresh = await token()
  expect(await left(fresh, 'TSLA')).toBe(88)
  const [one, two] = [await connected(fresh), await connected(await token())]
  expect(await isRefused(fresh)).toBe(true)
  expect([(await one.answer({ ac: 'list' })).code, (await two.answer({ ac: 'list' })).code]).toEqual([1, 1])
})

const quoteOf = (code: string) => `/stock/quote?region=US&code=${code}`

test('a page of a free account may load the charts of sixty symbols, with five calls each, in one minute', async () => {
  const { token } = await createSearchToken(ctx, (await keyOnPlan(ctx, 'integrated-free')).actor)
  const got = new Set<number>()
  for (let symbol = 0; symbol < 60; symbol += 1) {
    const about = `region=US&code=NO${symbol}`
    got.add((await rest.get(`/symbol/info?${about}`, { token })).status)
    for (const call of ['kline', 'quote', 'depth', 'trades'])
      got.add((await rest.get(`/stock/${call}?${about}&kType=8`, { token })).status)
  }
  expect(got).toEqual(new Set([404]))
})

test('a call with a repeated parameter is refused, and counts against the limit of the site page that sent it', async () => {
  const { token } = await createSearchToken(ctx, (await keyOnPlan(ctx, 'integrated-free')).actor)
  const left = async (path: string) => {
    const { status, headers } = await rest.get(path, { token })
    return [status, Number(headers.get('x-ratelimit-remaining'))]
  }
  expect(await left('/stock/quote?region=US&code=AAPL&code=TSLA')).toEqual([400, 89])
  expect(await left('/stock/quote?code=&code=TSLA&region=US')).toEqual([400, 239])
})

test('a page of the site may read the prices of ninety instruments a minute, and a further instrument is refused', async () => {
  const { token } = await createSearchToken(ctx, (await keyOnPlan(ctx, 'integrated-free')).actor)
  const status = async (code: string) => (await rest.get(quoteOf(code), { token })).status
  for (let symbol = 0; symbol < 89; symbol += 1) await status(`NO${symbol}`)
  expect([await status('AAPL'), await status('TSLA'), await status('TSLA'), await status('AAPL')]).toEqual([
    200, 429, 429, 200,
  ])
  for (let call = 0; call < 8; call += 1) expect(await status('AAPL')).toBe(200)
  expect(await status('AAPL')).toBe(429)
})
