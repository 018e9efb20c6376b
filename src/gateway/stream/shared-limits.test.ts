import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RedisHoldings } from '#src/platform/limits/holdings-redis.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Holdings } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { didNotRun } from '../../../test/fixtures/not-run.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { type PrivateRedis, redisServer, startRedis } from '../../../test/fixtures/redis.ts'
import { openStream, protocolDeps } from '../../../test/fixtures/stream.ts'
import { listenForProbeRequests } from './access/probe-requests.ts'

let platform: TestPlatform
let redis: PrivateRedis
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  if (!redisServer()) {
    didNotRun('plan limits over several gateways', 'no redis-server and no valkey-server on this machine')
    return
  }
  platform = opened.use(await testPlatform({ settings: { REDIS_URL: 'redis://localhost' } }))
  redis = opened.use(await startRedis())
})
afterAll(() => opened.disposeAsync())

async function twoGateways(releaseMs = 0) {
  const stack = new AsyncDisposableStack()
  const prefix = randomUUID()
  const gateway = async () => {
    const shared = stack.use(await RedisHoldings.open(redis.url, silentLog, prefix))
    const holdings: Holdings = {
      acquire: (...wish) => shared.acquire(...wish),
      release: async (...names) => {
        await sleep(releaseMs)
        return shared.release(...names)
      },
    }
    const ctx = { ...platform, tape: new MemoryTape(platform.clock), holdings }
    const stream = stack.use(await openStream(ctx, protocolDeps()))
    stack.use(await listenForProbeRequests(ctx, (quotaId) => void stream.hub.prove(quotaId)))
    return stream
  }
  const [one, two] = [await gateway(), await gateway()]
  return { one, two, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const there = redisServer() !== null

test.runIf(there)('the sockets of a key are counted together over all gateways', async () => {
  await using at = await twoGateways()
  const first = at.one.connect('/stock', { token: 'small' })
  await first.next((frame) => frame.resAc === 'auth')
  const second = at.two.connect('/stock', { token: 'small' })
  expect((await second.ended()).code).toBe(4009)
  first.ws.close()
  await first.ended()
  const third = at.two.connect('/stock', { token: 'small' })
  expect((await third.next((frame) => frame.resAc === 'auth')).code).toBe(1)
})

test.runIf(there)(
  'a dead socket at one gateway does not block a new socket of its key at another gateway',
  async () => {
    await using at = await twoGateways()
    const dead = at.one.connect('/stock', { token: 'small' })
    await dead.next((frame) => frame.resAc === 'auth')
    dead.ws.pause()
    // On a busy machine the request to probe may reach the first gateway only after the second has refused.
    const isAdmitted = () =>
      at.two
        .connect('/stock', { token: 'small' })
        .next((frame) => frame.resAc === 'auth')
        .then(
          () => true,
          () => false,
        )
    await expect.poll(isAdmitted).toBe(true)
  },
)

test.runIf(there).each([0, 50])(
  'in the limit of a key an instrument at two gateways counts once, and an unsubscribed instrument does not count (release: %d ms)',
  async (releaseMs) => {
    await using at = await twoGateways(releaseMs)
    const first = at.one.connect('/stock', { token: 'pair' })
    await first.answer({ ac: 'subscribe', params: 'A,B' })
    const second = at.two.connect('/stock', { token: 'pair' })
    expect((await second.answer({ ac: 'subscribe', params: 'B,C' })).code).toBe(1)
    const refused = await second.answer({ ac: 'subscribe', params: 'D' })
    expect(refused).toMatchObject({ code: 0, error: 'too_many_subscriptions', limit: 3, subscribed: 3 })
    await first.answer({ ac: 'unsubscribe', params: 'A' })
    expect((await second.answer({ ac: 'subscribe', params: 'D' })).code).toBe(1)
  },
)
