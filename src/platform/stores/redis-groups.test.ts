import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer, startRedisCluster, startSentinel } from '#test/fixtures/redis.ts'
import { isRedisAddress, readRedisGroup } from '../addressing/redis-address.ts'
import { shardNames } from '../addressing/shards.ts'
import { ManualClock, systemClock } from '../clock.ts'
import { RedisHoldings } from '../limits/holdings-redis.ts'
import { RedisLimiter } from '../limits/limiter-redis.ts'
import { silentLog } from '../log/log.ts'
import type { TapeBatch } from '../platform.ts'
import { TapeLayout } from '../tape/layout.ts'
import { RedisTape } from '../tape/tape-redis.ts'

test.each([
  ['redis+sentinel://10.0.0.1:26379,b.example/mymaster', { kind: 'sentinel', master: 'mymaster', db: 0 }],
  ['rediss+sentinel://u:p%40@a/main/2?sentinelPassword=s', { db: 2, username: 'u', password: 'p@', hasTls: true }],
  ['valkey+cluster://:p@[::1]:7000,b', { kind: 'cluster', username: undefined, password: 'p', hasTls: false }],
])('the Redis address %s is accepted', (text, parts) => {
  expect(readRedisGroup(text)).toMatchObject(parts)
  expect(isRedisAddress(text)).toBe(true)
})

test('hosts without a port in a Redis address get the default port of Sentinel or of a cluster', () => {
  expect(readRedisGroup('redis+sentinel://a,b:1/m')?.hosts).toEqual([
    { host: 'a', port: 26_379 },
    { host: 'b', port: 1 },
  ])
  expect(readRedisGroup('redis+cluster://a,[fe80::1]')?.hosts).toEqual([
    { host: 'a', port: 6_379 },
    { host: 'fe80::1', port: 6_379 },
  ])
})

test.each([
  'redis+sentinel://a:26379',
  'redis+cluster://a/1',
  'redis+cluster://',
  'redis+cluster://a,b:99999',
  'redis+other://a',
  'http://a',
  'a:6379',
])('the Redis address %s is refused', (text) => expect(isRedisAddress(text)).toBe(false))

if (!redisServer())
  didNotRun(
    'the tape and counters on Redis Cluster and Sentinel',
    'no redis-server and no valkey-server on this machine',
  )

describe.runIf(redisServer() !== null)('the stores in a Redis cluster', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>
  beforeAll(async () => {
    cluster = await startRedisCluster()
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  test('in a Redis cluster, rate limits work for every key, and two processes share the holdings of each key', async () => {
    await using limiter = await RedisLimiter.open(cluster.url, new ManualClock(0), silentLog)
    await using one = await RedisHoldings.open(cluster.url, silentLog)
    await using two = await RedisHoldings.open(cluster.url, silentLog)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await limiter.take(key, { limit: 2, windowMs: 60_000 })
      expect(await limiter.take(key, { limit: 2, windowMs: 60_000 })).toMatchObject({ remaining: 0 })
      await limiter.clear(key)
      expect(await limiter.peek(key, { limit: 2, windowMs: 60_000 })).toMatchObject({ remaining: 2 })
      expect(await one.acquire(key, ['x', 'y'], 3)).toEqual({ acquired: true, held: 2 })
      expect(await two.acquire(key, ['y', 'z'], 3)).toEqual({ acquired: true, held: 3 })
      expect(await one.acquire(key, ['w'], 3)).toEqual({ acquired: false, held: 3 })
    }
    await one[Symbol.asyncDispose]()
    await expect.poll(() => two.acquire('a', [], 3)).toEqual({ acquired: true, held: 2 })
  })

  test('a Redis address for a single server is refused if that server is a node of a cluster', async () => {
    await using layout = new TapeLayout(`redis://127.0.0.1:${cluster.ports[1]}`, silentLog)
    await expect(layout.version()).rejects.toThrow('runs as cluster. Begin it with redis+cluster://')
    await using whole = new TapeLayout(cluster.url, silentLog)
    expect(await whole.version()).toMatch(/^\d+\./)
  })

  test('appending to a tape, following it and changing its number of shards work on every node of a Redis cluster', async () => {
    const open = (shards: number) => new RedisTape(cluster.url, systemClock, silentLog, { shards, markMs: 0 })
    await using tape = open(8)
    const channels = shardNames('stock', 8)
    const stop = new AbortController()
    const following = channels.map(async (channel) => {
      const events: unknown[] = []
      for await (const batch of tape.follow(channel, 'oldest', stop.signal)) {
        if (batch.kind === 'entries') events.push(...batch.entries.map(({ event }) => event))
        if (events.length >= 3) return events
      }
      return events
    })
    for (const n of [1, 2, 3])
      await Promise.all(channels.map((channel) => tape.append(channel, [{ lane: `${channel}:a`, event: n }])))
    expect(await Promise.all(following)).toEqual(channels.map(() => [1, 2, 3]))
    const states = await Promise.all(channels.map((channel) => tape.stateAt(channel, Date.now() + 1)))
    expect(states.map((state) => state.states.length)).toEqual(channels.map(() => 1))
    await using layout = new TapeLayout(cluster.url, silentLog)
    expect(await layout.settle(['stock'], 8)).toBe(8)
    await tape.divide(2, { channels: ['stock'], keyOf: (lane) => lane, onProgress: () => undefined })
    await using two = open(2)
    const ends = await Promise.all(shardNames('stock', 2).map((channel) => two.bounds(channel)))
    expect(ends.reduce((sum, { newest }) => sum + Number(newest?.split('-')[1] ?? 0), 0)).toBe(24)
  })
})

describe.runIf(redisServer() !== null)('the tape with Redis Sentinel', () => {
  test('the tape continues after a fail-over by Sentinel, and a gap is reported if acknowledged events were lost', async () => {
    await using sentinel = await startSentinel()
    await using tape = new RedisTape(sentinel.url, systemClock, silentLog)
    const seen: number[] = []
    const gaps: TapeBatch[] = []
    const stop = new AbortController()
    const following = (async () => {
      for await (const batch of tape.follow('c', 'oldest', stop.signal)) {
        if (batch.kind === 'gap') gaps.push(batch)
        else seen.push(...batch.entries.map(({ event }) => event as number))
      }
    })()
    const acknowledged: number[] = []
    let next = 0
    const append = async () => {
      const n = next
      next += 1
      await tape.append('c', [{ lane: 'a', event: n }]).then(
        () => acknowledged.push(n),
        () => undefined,
      )
    }
    for (let n = 0; n < 200; n += 1) await append()
    let isOver = false
    const failingOver = sentinel.failOver().finally(() => {
      isOver = true
    })
    while (!isOver) {
      await append()
      await sleep(2)
    }
    await failingOver
    const before = acknowledged.length
    await expect
      .poll(async () => {
        await append()
        return acknowledged.length
      })
      .toBeGreaterThan(before + 3)
    await expect.poll(() => seen.at(-1)).toBe(acknowledged.at(-1))
    stop.abort()
    await following
    const read = new Set(seen)
    const lost = acknowledged.filter((n) => !read.has(n))
    expect(lost.length === 0 || gaps.length > 0).toBe(true)
    expect(read.size).toBe(seen.length)
  })
})
