import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import { type PrivateRedis, redisServer, startRedis } from '#test/fixtures/redis.ts'
import { ManualClock } from '../clock.ts'
import { silentLog } from '../log/log.ts'
import type { Holdings, Limiter } from '../platform.ts'
import { CounterLink } from '../processes/counter-link.ts'
import { SocketHoldings } from '../processes/socket-holdings.ts'
import { SocketLimiter } from '../processes/socket-limiter.ts'
import { serveStores } from '../processes/stores-server.ts'
import { MemoryTape } from '../tape/tape-memory.ts'
import { MemoryHoldings } from './holdings.ts'
import { RedisHoldings } from './holdings-redis.ts'
import { MemoryLimiter } from './limiter.ts'
import { RedisLimiter } from './limiter-redis.ts'
import { WorkBudget } from './work-budget.ts'

let redis: PrivateRedis | null = null
let client: Redis
let folder: string
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapewire-counters-'))
  opened.defer(() => rm(folder, { recursive: true }))
  if (redisServer()) {
    redis = opened.use(await startRedis())
    client = opened.adopt(new Redis(redis.url), (open) => open.disconnect())
  } else didNotRun('limits counted in Redis', 'no redis-server and no valkey-server on this machine')
})
afterAll(() => opened.disposeAsync())

const url = () => redis?.url ?? ''
const openLimiter = async (clock: ManualClock, prefix: string) =>
  opened.use(await RedisLimiter.open(url(), clock, silentLog, { prefix }))
/** A limiter in Redis that follows `clock` instead of the server's time. */
async function limiterOnRedis(clock: ManualClock): Promise<Limiter> {
  const prefix = randomUUID()
  const time = `local now = tonumber(redis.call('GET', '${prefix}'))`
  const limiter = opened.use(await RedisLimiter.open(url(), clock, silentLog, { prefix, time }))
  const pass = () => client.set(prefix, clock.elapsed())
  return {
    take: (...call) => pass().then(() => limiter.take(...call)),
    peek: (...call) => pass().then(() => limiter.peek(...call)),
    clear: (key) => limiter.clear(key),
  }
}
const holdingsOnRedis = async (prefix: string = randomUUID()) =>
  opened.use(await RedisHoldings.open(url(), silentLog, prefix))

/** A process that counts for other processes; disposing ends it. */
const countingProcess = (path: string, limiter: Limiter) =>
  serveStores(
    path,
    { tape: new MemoryTape(new ManualClock(0)), limiter, history: null, ask: async () => null },
    silentLog,
    50,
  )
const socketPath = () => join(folder, `${randomUUID()}.sock`)
async function linkOf(limiter: Limiter): Promise<CounterLink> {
  const path = socketPath()
  opened.use(await countingProcess(path, limiter))
  return opened.use(new CounterLink(path, silentLog))
}

type Store = {
  name: string
  limiter: (clock: ManualClock) => Limiter | Promise<Limiter>
  holdings: () => Holdings | Promise<Holdings>
}
const stores: Store[] = [
  { name: 'in memory', limiter: (clock) => new MemoryLimiter(clock), holdings: () => new MemoryHoldings() },
  {
    name: 'in another process',
    limiter: async (clock) => new SocketLimiter(await linkOf(new MemoryLimiter(clock)), clock),
    holdings: async () => new SocketHoldings(await linkOf(new MemoryLimiter(new ManualClock(0)))),
  },
  ...(redisServer() ? [{ name: 'in Redis', limiter: limiterOnRedis, holdings: holdingsOnRedis }] : []),
]

describe.each(stores)('rate limits and holdings in $name', (store) => {
  test('an entry counts toward a rate limit for exactly one window, and a refusal states when the next entry fits', async () => {
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

  test('after the clock is set back by a day, a refused call waits one window, not a day', async () => {
    const clock = new ManualClock()
    const limiter = await store.limiter(clock)
    const rateLimit = { limit: 1, windowMs: 60_000 }
    clock.correct(dayMs)
    await limiter.take('k', rateLimit)
    clock.correct(-dayMs)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: false, resetMs: 60_000 })
    await clock.advance(60_000)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: true })
  })

  test('a call refused by the rate limit gets the time until the limit has room for the full cost of the call', async () => {
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

  test('the limiter allows exactly forty of a hundred concurrent calls if its limit is forty', async () => {
    const limiter = await store.limiter(new ManualClock(0))
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => limiter.take('k', { limit: 40, windowMs: 1_000 })),
    )
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(40)
  })

  test('a key acquires a list of names completely or not at all, and a name acquired twice counts once', async () => {
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

describe('counters in the data process shared by several gateways', () => {
  test('the concurrent calls of two gateways are allowed up to the limit', async () => {
    const path = socketPath()
    await using _process = await countingProcess(path, new MemoryLimiter(new ManualClock(0)))
    await using one = new CounterLink(path, silentLog)
    await using two = new CounterLink(path, silentLog)
    const limiters = [one, two].map((link) => new SocketLimiter(link, new ManualClock(0)))
    const rateLimit = { limit: 30, windowMs: minuteMs }
    const calls = limiters.flatMap((limiter) => Array.from({ length: 25 }, () => limiter.take('k', rateLimit)))
    expect((await Promise.all(calls)).filter(({ allowed }) => allowed)).toHaveLength(30)
  })

  test('a name that two gateways hold counts once, and when a gateway ends, the names that it held are released', async () => {
    const path = socketPath()
    await using _process = await countingProcess(path, new MemoryLimiter(new ManualClock(0)))
    await using oneLink = new CounterLink(path, silentLog)
    const one = new SocketHoldings(oneLink)
    {
      await using twoLink = new CounterLink(path, silentLog)
      const two = new SocketHoldings(twoLink)
      await one.acquire('key', ['AAPL', 'TSLA'], 3)
      expect(await two.acquire('key', ['AAPL', 'MSFT'], 3)).toEqual({ acquired: true, held: 3 })
      expect(await one.acquire('key', ['IBM'], 3)).toEqual({ acquired: false, held: 3 })
      expect(await one.release('key', ['AAPL'])).toBe(3)
      expect(await two.release('key', ['AAPL'])).toBe(2)
    }
    await expect.poll(() => one.acquire('key', ['IBM', 'NVDA'], 3)).toEqual({ acquired: true, held: 3 })
  })

  test('a gateway that is killed between call and response does not end the data process', async () => {
    const path = socketPath()
    const counted = new MemoryLimiter(new ManualClock(0))
    await using _process = await countingProcess(path, counted)
    const killed = createConnection(path)
    const rateLimit = { limit: 9, windowMs: minuteMs }
    const call = JSON.stringify([1, { op: 'take', key: 'k', rateLimit }])
    killed.write('GET /counters HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: counters\r\n\r\n')
    await once(killed, 'data')
    killed.pause().write(`${call}\n`.repeat(20_000))
    await expect.poll(() => counted.peek('k', rateLimit)).toMatchObject({ remaining: 0 })
    // The killed gateway has not read its results, so the kernel resets the connection.
    killed.destroy()
    await using link = new CounterLink(path, silentLog)
    const limiter = new SocketLimiter(link, new ManualClock(0))
    expect(await limiter.take('k', { limit: 10, windowMs: minuteMs })).toMatchObject({ allowed: true, remaining: 0 })
  })

  test('while the data process is down, each gateway counts its own names, and reports them when the data process returns', async () => {
    const path = socketPath()
    const limiter = new MemoryLimiter(new ManualClock(0))
    await using oneLink = new CounterLink(path, silentLog)
    await using twoLink = new CounterLink(path, silentLog)
    const [one, two] = [new SocketHoldings(oneLink), new SocketHoldings(twoLink)]
    {
      await using _process = await countingProcess(path, limiter)
      await one.acquire('key', ['a', 'b'], 2)
      expect(await two.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    }
    expect(await one.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    await using _again = await countingProcess(path, limiter)
    // The first gateway reports its names again without a call.
    await expect.poll(() => two.acquire('key', [], 2)).toEqual({ acquired: true, held: 2 })
    expect(await two.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
  })
})

describe.runIf(redisServer() !== null)('counters in Redis shared by several processes', () => {
  test('all processes share one window of a rate limit, even when their clocks differ by years', async () => {
    const prefix = randomUUID()
    const [one, two] = [await openLimiter(new ManualClock(0), prefix), await openLimiter(new ManualClock(), prefix)]
    const rateLimit = { limit: 3, windowMs: minuteMs }
    await one.take('k', rateLimit)
    await two.take('k', rateLimit)
    expect(await one.take('k', rateLimit)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await two.take('k', rateLimit)).toMatchObject({ allowed: false })
  })

  test('the limiters in memory and in Redis return the same results for the same calls', async () => {
    const clock = new ManualClock(0)
    const [memory, shared] = [new MemoryLimiter(clock), await limiterOnRedis(clock)]
    const chance = generator(20261128)
    const random = (below: number) => Math.floor(chance(below))
    for (let call = 0; call < 400; call += 1) {
      await clock.advance(random(3) * random(40))
      const key = `k${random(2)}`
      const [rateLimit, cost] = [{ limit: 12, windowMs: 500 }, 1 + random(5)]
      const ask = (limiter: Limiter) =>
        call % 4 === 0 ? limiter.peek(key, rateLimit) : limiter.take(key, { ...rateLimit, cost })
      expect(await ask(shared), `call ${call}`).toEqual(await ask(memory))
    }
  })

  test('after the clock of Redis was set back, the limiter drops the entries that are now in the future', async () => {
    const prefix = randomUUID()
    const limiter = await openLimiter(new ManualClock(0), prefix)
    const rateLimit = { limit: 2, windowMs: minuteMs }
    await limiter.take('k', rateLimit)
    await client.rpush(`${prefix}:{k}`, Date.now() + dayMs, 1)
    await client.set(`${prefix}:{k}:sum`, 2)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: true, remaining: 0 })
    const refused = await limiter.take('k', rateLimit)
    expect(refused.allowed).toBe(false)
    expect(refused.resetMs).toBeLessThanOrEqual(minuteMs)
  })

  test('a refused call does not prolong the window of a rate limit in Redis', async () => {
    const prefix = randomUUID()
    const limiter = await openLimiter(new ManualClock(0), prefix)
    const rateLimit = { limit: 1, windowMs: minuteMs }
    await limiter.take('k', rateLimit)
    for (const key of [`${prefix}:{k}`, `${prefix}:{k}:sum`]) await client.pexpire(key, 20_000)
    expect(await limiter.take('k', rateLimit)).toMatchObject({ allowed: false })
    await limiter.peek('k', rateLimit)
    const lives = await Promise.all([`${prefix}:{k}`, `${prefix}:{k}:sum`].map((key) => client.pttl(key)))
    for (const ms of lives) expect(ms).toBeLessThanOrEqual(20_000)
  })

  test('a name that two processes hold counts once, and stops counting when both processes have released the name', async () => {
    const prefix = randomUUID()
    const [one, two] = [await holdingsOnRedis(prefix), await holdingsOnRedis(prefix)]
    await one.acquire('key', ['AAPL', 'TSLA'], 3)
    expect(await two.acquire('key', ['AAPL', 'MSFT'], 3)).toEqual({ acquired: true, held: 3 })
    expect(await one.acquire('key', ['IBM'], 3)).toEqual({ acquired: false, held: 3 })
    expect(await one.release('key', ['AAPL'])).toBe(3)
    expect(await two.release('key', ['AAPL'])).toBe(2)
  })

  test('the names that a process holds are released when the process ends', async () => {
    const prefix = randomUUID()
    const other = await holdingsOnRedis(prefix)
    {
      await using gone = await RedisHoldings.open(url(), silentLog, prefix)
      await gone.acquire('key', ['a', 'b'], 2)
      expect(await other.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    }
    expect(await other.acquire('key', ['c'], 2)).toEqual({ acquired: true, held: 1 })
  })

  test('each process enforces the limits by itself while Redis is down, and reports its held names when Redis returns', async () => {
    await using server = await startRedis()
    await using one = await RedisHoldings.open(server.url, silentLog)
    await using limiter = await RedisLimiter.open(server.url, new ManualClock(0), silentLog)
    await one.acquire('key', ['a', 'b'], 2)
    await server.away()
    expect(await one.acquire('key', ['c'], 2)).toEqual({ acquired: false, held: 2 })
    expect(await limiter.take('k', { limit: 1, windowMs: minuteMs })).toMatchObject({ allowed: true })
    expect(await limiter.take('k', { limit: 1, windowMs: minuteMs })).toMatchObject({ allowed: false })
    await server.backEmpty()
    await using two = await RedisHoldings.open(server.url, silentLog)
    const held = () => two.acquire('key', [], 2)
    await expect.poll(held).toEqual({ acquired: true, held: 2 })
  })

  test('only the first calls wait for a hanging Redis; later calls do not use Redis until it answers again', async () => {
    await using server = await startRedis()
    const shared: boolean[] = []
    const onShared = (isShared: boolean) => shared.push(isShared)
    await using limiter = await RedisLimiter.open(server.url, new ManualClock(0), silentLog, { onShared })
    await using holdings = await RedisHoldings.open(server.url, silentLog)
    const rateLimit = { limit: 100, windowMs: minuteMs }
    await limiter.take('k', rateLimit)
    server.hang()
    const sends = vi.spyOn(Redis.prototype, 'sendCommand')
    const counted = () => sends.mock.calls.filter(([{ name }]) => name === 'eval').length
    const [allowance] = await Promise.all([limiter.take('k', rateLimit), holdings.acquire('key', ['a'], 2)])
    expect(allowance).toMatchObject({ allowed: true, remaining: 99 })
    expect(counted()).toBe(2)
    for (let n = 0; n < 50; n += 1) {
      await limiter.take('k', rateLimit)
      await holdings.acquire('key', ['a'], 2)
    }
    expect(counted()).toBe(2)
    expect(shared).toEqual([false])
    server.goOn()
    await expect.poll(() => shared).toEqual([false, true])
    // The hanging server received the call that it did not answer.
    expect(await limiter.take('k', rateLimit)).toMatchObject({ remaining: 97 })
  })
})

test('a budget of work is renewed each minute, even after the clock was a day ahead', async () => {
  const clock = new ManualClock()
  const budget = new WorkBudget(clock, 1)
  clock.correct(dayMs)
  budget.take('a')
  clock.correct(-dayMs)
  expect(budget.take('a')).toBe(minuteMs)
  await clock.advance(minuteMs)
  expect(budget.take('a')).toBe(0)
})
