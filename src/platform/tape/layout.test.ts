import { randomUUID } from 'node:crypto'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type PrivateRedis, redisServer, startRedis } from '#test/fixtures/redis.ts'
import { isShardCount, parseShardName, shardNames, shardOf } from '../addressing/shards.ts'
import { systemClock } from '../clock.ts'
import { silentLog } from '../log/log.ts'
import { TapeLayout } from './layout.ts'
import { RedisTape } from './tape-redis.ts'

test('an instrument key always belongs to the same tape shard, and keys are spread evenly over the shards', () => {
  const keys = Array.from({ length: 8_000 }, (_, n) => `stock:S${n}$US`)
  const counts = [0, 0, 0, 0]
  for (const key of keys) counts[shardOf(key, 4)] = (counts[shardOf(key, 4)] ?? 0) + 1
  expect(Math.min(...counts)).toBeGreaterThan(1_850)
  expect(['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB'].map((key) => shardOf(key, 64))).toEqual(pinned)
  for (const key of keys.slice(0, 100)) expect(shardOf(key, 4) % 2).toBe(shardOf(key, 2))
})
const pinned = [55, 44, 6]

test('the shards of a tape channel have their own names, and a single shard has the name of its channel', () => {
  expect(shardNames('stock', 1)).toEqual(['stock'])
  expect(shardNames('stock', 2)).toEqual(['stock.0of2', 'stock.1of2'])
  expect(shardNames('stock', 2).map(parseShardName)).toEqual([0, 1].map((shard) => ({ channel: 'stock', shard })))
  expect(parseShardName('stock')).toEqual({ channel: 'stock', shard: 0 })
  expect([0, 1, 2, 3, 64, 128, 1.5].map(isShardCount)).toEqual([false, true, true, false, true, false, false])
})

if (!redisServer()) didNotRun('the division of a tape in Redis', 'no redis-server and no valkey-server on this machine')

describe.runIf(redisServer() !== null)('the number of shards of a tape', () => {
  let redis: PrivateRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())
  const layout = (prefix: string) => new TapeLayout(redis.url, silentLog, { prefix, pollMs: 20 })

  test('the first start stores the number of tape shards, and a later start with another number is refused', async () => {
    await using one = layout(randomUUID())
    expect(await one.settle(['c'], null)).toBe(4)
    expect(await one.settle(['c'], 8)).toBe(4)
    await one.admit(null)
    await one.admit(4)
    await expect(one.admit(8)).rejects.toThrow('run "npm run tapewire -- tape shards 8"')
  })

  test('a tape of the previous release keeps one shard even if the settings ask for more', async () => {
    const prefix = randomUUID()
    await using tape = new RedisTape(redis.url, systemClock, silentLog, { prefix })
    await tape.append('c', [{ lane: 'a', event: 1 }])
    await using one = layout(prefix)
    expect(await one.settle(['b', 'c'], 4)).toBe(1)
  })

  test('until an interrupted change of the number of shards is repeated, the old number stays stored and starts are refused', async () => {
    await using one = layout(randomUUID())
    await one.settle([], 2)
    await expect(one.change(8, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    await expect(one.admit(null)).rejects.toThrow('run it again if it was interrupted')
    expect(await one.settle([], null)).toBe(2)
    await one.change(8, async () => undefined)
    await one.admit(8)
    await expect(one.change(3, async () => undefined)).rejects.toThrow('has 1, 2, 4')
  })

  test('a running process restores a deleted number of tape shards in Redis, and is notified of a changed number', async () => {
    const prefix = randomUUID()
    await using running = layout(prefix)
    await using command = layout(prefix)
    await running.settle([], 4)
    const changed = Promise.withResolvers<void>()
    running.watch(4, changed.resolve)
    const client = new Redis(redis.url)
    await client.del(`${prefix}:layout`)
    await expect.poll(() => client.get(`${prefix}:layout`)).toBe('4')
    client.disconnect()
    await command.change(2, async () => undefined)
    await changed.promise
  })
})
