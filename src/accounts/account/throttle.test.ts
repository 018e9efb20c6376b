import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { hashPassword, isQueueFull } from '../factors/password-hash.ts'
import { countPasswordTry, throttleNetwork } from './throttle.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'

async function testSite() {
  const ctx = await testPlatform({ random: quickRandom })
  return { ctx, ...siteApi(ctx) }
}

test('after five sign-ins with a wrong password an account requires the bot check, and each solution of a bot check works only once', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  await site.signUp(email)
  const tried = (verification?: string) =>
    send('/api/auth/signin', { body: { email, password: 'not it at all', verification } })
  for (let i = 0; i < 5; i++) expect((await tried()).code).toBe(402)
  const response = await tried()
  expect([response.status, response.code]).toEqual([400, 731])
  const solved = await site.verification()
  expect((await tried(solved)).code).toBe(402)
  expect((await tried(solved)).code).toBe(731)
  expect((await tried('nonsense')).code).toBe(731)
})

test('many failed sign-ins from one network block further sign-ins from that network, but not from other networks', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  await site.signUp(email)
  const wrong = (from: string) => send('/api/auth/signin', { body: { email, password: 'not it at all' }, from })
  for (let i = 0; i < 21; i++) await wrong('198.51.100.9')
  const closed = await wrong('198.51.100.9')
  expect([closed.status, closed.code]).toEqual([429, 431])
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send('/api/auth/signin', { body: { email, password }, from: '192.0.2.4' })).code).toBe(0)
})

test.each([
  ['five tries of one network at one account are free of the bot check', 5, 1, 'bot-check'],
  ['twenty tries of one network at one account are allowed', 20, 1, 'too_often'],
  ['fifty tries of all networks at one account are free of the bot check', 50, 50, 'bot-check'],
])('in any fifteen minutes, %s', async (_what, most, networks, beyond) => {
  await using ctx = await testPlatform()
  const tried = (network: number) =>
    countPasswordTry(ctx, email, `198.51.100.${network}`).catch((refusal: { error: string }) => refusal.error)
  for (let n = 0; n < most; n += 1) expect(await tried(n % networks)).not.toBe(beyond)
  await ctx.clock.advance(15 * minuteMs - 1_000)
  expect(await tried(networks === 1 ? 0 : networks)).toBe(beyond)
  await ctx.clock.advance(1_000)
  expect(await tried(networks === 1 ? 0 : networks)).not.toBe(beyond)
})

test('a network may make 300 calls to the account in any ten minutes', async () => {
  await using ctx = await testPlatform()
  const call = () => throttleNetwork(ctx, '198.51.100.9')
  for (let n = 0; n < 300; n += 1) await call()
  await ctx.clock.advance(10 * minuteMs - 1_000)
  await expect(call()).rejects.toMatchObject({ error: 'too_often', detail: { retryAfter: 1 } })
  await ctx.clock.advance(1_000)
  await call()
})

test('at least half of sixty concurrent sign-ins are refused with Retry-After, because the queue of password hashes is full', async () => {
  const { ctx, send } = await testSite()
  await using _ = ctx
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      send('/api/auth/signin', { body: { email: `n${index}@example.com`, password }, from: `198.51.100.${index}` }),
    ),
  )
  const busy = answers.filter((answer) => answer.status === 503)
  expect(answers.filter((answer) => answer.code === 402)).toHaveLength(60 - busy.length)
  expect(busy.length).toBeGreaterThanOrEqual(30)
  expect(busy[0]?.headers.get('retry-after')).toBe('2')
})

test('while the queue of password hashes is full, sign-ins are refused before their body is read and do not count as failures', async () => {
  const { ctx, send, ...site } = await testSite()
  await using _ = ctx
  await site.signUp(email)
  let isAnswered = false
  const hashing = Array.from({ length: 22 }, async () => {
    do await hashPassword(ctx, password, 'proven')
    while (!isAnswered)
  })
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, at) =>
      send('/api/auth/signin', { body: at === 0 ? '{' : { email, password: 'not it at all' } }),
    ),
  )
  isAnswered = true
  for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  await Promise.all(hashing)
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(0)
})

test('the queue of password hashes accepts up to twenty sign-ins; slow hashes lower this limit, but never below one', () => {
  expect([isQueueFull(19, 20), isQueueFull(20, 20)]).toEqual([false, true])
  expect([isQueueFull(2, 300), isQueueFull(15, 300)]).toEqual([false, true])
  expect([isQueueFull(0, 60_000), isQueueFull(1, 60_000)]).toEqual([false, true])
})
