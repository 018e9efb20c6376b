import { expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { silentLog } from '../log/log.ts'
import { connectRedis } from '../stores/redis.ts'
import { storeFailure } from './store-failure.ts'

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('a Redis that goes away has a named refusal', 'no redis-server and no valkey-server here')

test.runIf(hasRedis)('a Redis that hangs, disconnects or is unreachable counts as a busy store', async () => {
  await using redis = await startRedis()
  const connection = connectRedis(redis.url, silentLog, { socketTimeout: 200 })
  try {
    await connection.set('a', '1')
    const failure = () => connection.get('a').then(() => null, storeFailure)
    const busy = { error: 'server_busy', detail: { retryAfter: 5 } }
    redis.hang()
    expect(await failure()).toMatchObject(busy)
    redis.goOn()
    await redis.away()
    expect(await failure()).toMatchObject(busy)
    expect(await failure()).toMatchObject(busy)
  } finally {
    connection.disconnect()
  }
})

test('an unreachable server behind a pooler counts as a busy store', () => {
  const refused = Object.assign(new Error('server login has been failing, try again later'), { code: '08P01' })
  expect(storeFailure(new Error('a statement failed', { cause: refused }))).toMatchObject({ error: 'server_busy' })
})
