import { randomUUID } from 'node:crypto'
import { Redis } from 'iovalkey'
import { expect, test } from 'vitest'
import { systemClock } from '#src/platform/clock.ts'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { RedisLimiter } from '#src/platform/limits/limiter-redis.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { TapeLayout } from '#src/platform/tape/layout.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { premises } from '#src/site/content/scale/sizing.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'

if (!redisServer()) didNotRun('the connections of a process to Redis', 'no redis-server and no valkey-server')

test.runIf(redisServer() !== null)(
  'a process holds as many connections to Redis as the page /operator/handbook/scale states',
  async () => {
    await using redis = await startRedis()
    await using layout = new TapeLayout(redis.url, silentLog)
    await layout.settle([], 1)
    await using _limiter = await RedisLimiter.open(redis.url, systemClock, silentLog)
    await using _holdings = await RedisHoldings.open(redis.url, silentLog)
    await using tape = new RedisTape(redis.url, systemClock, silentLog, { prefix: randomUUID() })
    const stop = new AbortController()
    const reading = tape.follow('c', 'oldest', stop.signal)[Symbol.asyncIterator]().next()
    await tape.append('c', [{ lane: 'a', event: 1 }])
    await reading
    stop.abort()
    const admin = new Redis(redis.url)
    const others = async () =>
      String(await admin.client('LIST'))
        .trim()
        .split('\n').length - 1
    await expect.poll(others).toBe(premises.redisConnections)
    admin.disconnect()
  },
)
