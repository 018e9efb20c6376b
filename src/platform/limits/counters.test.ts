import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type PrivateRedis, redisServer, startRedis } from '#test/fixtures/redis.ts'
import { ManualClock } from '../clock.ts'
import { silentLog } from '../log/log.ts'
import type { Holdings, Limiter } from '../platform.ts'
import { MemoryHoldings } from './holdings.ts'
import { RedisHoldings } from './holdings-redis.ts'
import { MemoryLimiter } from './limiter.ts'
import { RedisLimiter } from './limiter-redis.ts'

let redis: PrivateRedis | null = null
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  if (redisServer()) redis = opened.use(await startRedis())
  else didNotRun('limits counted in Redis', 'no redis-server and no valkey-server on this machine')
})
afterAll(() => opened.disposeAsync())

const url = () => redis?.url ?? ''
const limiterOnRedis = async (clock: ManualClock, prefix: string = randomUUID()) =>
  opened.use(await RedisLimiter.open(url(), clock, silentLog, { prefix }))
const holdingsOnRedis = async (prefix: string = randomUUID()) =>
  opened.use(await RedisHoldings.open(url(), silentLog, prefix))

type Store = {
  name: string
  limiter: (clock: ManualClock) => Limiter | Promise<Limiter>
  holdings: () => Holdings | Promise<Holdings>
}
const stores: Store[] = [
  { name: 'in memory', limiter: (clock) => new MemoryLimiter(clock), holdings: () => new MemoryHoldings() },
  ...(redisServer() ? [{ name: 'in Redis', limiter: limiterOnRedis, holdings: holdingsOnRedis }] : []),
]

describe.each(stores)('rate limits and holdings in $name', (store) => {
  test('the limiter counts each entry for exactly its window and states when the next entry fits', async () => {
    const clock = new ManualClock(0)
    const limiter = await store.limiter(clock)
    const rateLimit = { limit: 2, windowMs: 60_000 }
    expect(await limiter.take('k', rateLimit)).toEqual({ allowed: true, limit: 2, remaining: 1, resetMs: 60_000 })
    await clock.advance(10_000)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: true, remaining: 0, resetMs: 50_000 })
    await clock.advance(49_999)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: false, remaining: 0, resetMs: 1 })
    await clock.advance(1)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: true, remaining: 0, resetMs: 10_000 })
    expect(await limiter.peek('other', rateLimit)).toMatchObject({ allowed: true, remaining: 2, resetMs: 0 })
    await limiter.clear('k')
    expect(await limiter.peek('k', rateLimit)).toMatchObject({ remaining: 2 })
  })

  test('the refusal of an entry states when its whole cost will fit', async () => {
    const clock = new ManualClock(0)
    const limiter = await store.limiter(clock)
    await limiter.take('k', { limit: 10, windowMs: 1_000, cost: 6 })
    await clock.advance(100)
    await limiter.take('k', { limit: 10, windowMs: 1_000, cost: 4 })
    const refused = await limiter.take('k', { limit: 10, windowMs: 1_000, cost: 8 })
    expect(refused).toMatchObject({ allowed: false, resetMs: 1_000 })
    const sooner = await limiter.take('k', { limit: 10, windowMs: 1_000, cost: 5 })
    expect(sooner).toMatchObject({ allowed: false, resetMs: 900 })
  })

  test('of a hundred concurrent calls exactly the limit is allowed', async () => {
    const limiter = await store.limiter(new ManualClock(0))
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => limiter.take('k', { limit: 40, windowMs: 1_000 })),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(40)
  })

  test('a held name counts once, several names are acquired all or none, and a released name is free', async () => {
    const holdings = await store.holdings()
    expect(await holdings.acquire('a', ['x', 'y'], 3)).toEqual({ acquired: true, held: 2 })
    expect(await holdings.acquire('a', ['y', 'x'], 3)).toEqual({ acquired: true, held: 2 })
    expect(await holdings.acquire('a', ['y', 'z', 'w'], 3)).toEqual({ acquired: false, held: 2 })
    expect(await holdings.acquire('a', ['z'], 3)).toEqual({ acquired: true, held: 3 })
    expect(await holdings.acquire('b', ['q'], 1)).toEqual({ acquired: true, held: 1 })
    expect(await holdings.release('a', ['x', 'never held'])).toBe(2)
    expect(await holdings.acquire('a', ['w'], 3)).toEqual({ acquired: true, held: 3 })
  })
})

describe.runIf(redisServer() !== null)('counters in Redis shared by several processes', () => {
  test('all processes share one window of a rate limit', async () => {
    const clock = new ManualClock(0)
    const prefix = randomUUID()
    const [one, two] = [await limiterOnRedis(clock, prefix), await limiterOnRedis(clock, prefix)]
    const rateLimit = { limit: 3, windowMs: 1_000 }
    await one.take('k', rateLimit)
    await two.take('k', rateLimit)
    expect(await one.take('k', rateLimit)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await two.take('k', rateLimit)).toMatchObject({ allowed: false })
  })

  test('a name that two processes hold counts once, and is free when both have released it', async () => {
    const prefix = randomUUID()
    const [one, two] = [await holdingsOnRedis(prefix), await holdingsOnRedis(prefix)]
    await one.acquire('key', ['AAPL', 'TSLA'], 3)
    expect(await two.acquire('key', ['AAPL', 'MSFT'], 3)).toEqual({ acquired: true, held: 3 })
    expect(await one.acquire('key', ['IBM'], 3)).toEqual({ acquired: false, held: 3 })
    expect(await one.release('key', ['AAPL'])).toBe(3)
    expect(await two.release('key', ['AAPL'])).toBe(2)
  })

  test('the names that a process holds are free after the process ends', async () => {
    const prefix = randomUUID()
    const other = await holdingsOnRedis(prefix)
    {
      await using gone = await RedisHoldings.open(url(), silentLog, prefix)
      await gone.acquire('key', ['a', 'b'], 2)
      expect(await other.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    }
    expect(await other.acquire('key', ['c'], 2)).toEqual({ acquired: true, held: 1 })
  })

  test('without the Redis server each process counts separately, and reports its holdings when the server returns', async () => {
    await using server = await startRedis()
    await using one = await RedisHoldings.open(server.url, silentLog)
    await using limiter = await RedisLimiter.open(server.url, new ManualClock(0), silentLog)
    await one.acquire('key', ['a', 'b'], 2)
    await server.away()
    expect(await one.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    expect(await limiter.take('k', { limit: 1, windowMs: 1_000 })).toMatchObject({ allowed: true })
    expect(await limiter.take('k', { limit: 1, windowMs: 1_000 })).toMatchObject({ allowed: false })
    await server.backEmpty()
    await using two = await RedisHoldings.open(server.url, silentLog)
    const held = () => two.acquire('key', [], 2)
    await expect.poll(held, { timeout: 15_000 }).toEqual({ acquired: true, held: 2 })
  })

  test('a hanging Redis server costs one time-out, is reported, and counts again when it answers', async () => {
    await using server = await startRedis()
    const shared: boolean[] = []
    const onShared = (isShared: boolean) => shared.push(isShared)
    await using limiter = await RedisLimiter.open(server.url, new ManualClock(0), silentLog, { onShared })
    await using holdings = await RedisHoldings.open(server.url, silentLog)
    const rateLimit = { limit: 100, windowMs: 1_000 }
    await limiter.take('k', rateLimit)
    server.hang()
    const began = performance.now()
    const [allowance] = await Promise.all([limiter.take('k', rateLimit), holdings.acquire('key', ['a'], 2)])
    expect(allowance).toMatchObject({ allowed: true, remaining: 99 })
    const costMs = performance.now() - began
    for (let n = 0; n < 50; n += 1) {
      await limiter.take('k', rateLimit)
      await holdings.acquire('key', ['a'], 2)
    }
    expect(costMs).toBeLessThan(3_500)
    expect(performance.now() - began - costMs).toBeLessThan(200)
    expect(shared).toEqual([false])
    server.goOn()
    await expect.poll(() => shared, { timeout: 5_000 }).toEqual([false, true])
    expect(await limiter.take('k', rateLimit)).toMatchObject({ remaining: 98 })
  })
})
