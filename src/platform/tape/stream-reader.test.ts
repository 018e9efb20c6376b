import { randomUUID } from 'node:crypto'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type PrivateRedis, redisServer, startRedis, startRedisCluster } from '#test/fixtures/redis.ts'
import { shardNames } from '../addressing/shards.ts'
import { systemClock } from '../clock.ts'
import { silentLog } from '../log/log.ts'
import type { Log } from '../platform.ts'
import { RedisTape } from './tape-redis.ts'

if (!redisServer())
  didNotRun('the readers of the tape in Redis', 'no redis-server and no valkey-server on this machine')

/** The connections of a server, except the connection that lists them. */
async function connectionsOf(redis: Redis): Promise<string[]> {
  const list =
    String(await redis.client('LIST', 'TYPE', 'NORMAL')) + String(await redis.client('LIST', 'TYPE', 'PUBSUB'))
  return list.split('\n').filter((line) => line !== '' && !line.includes('cmd=client|list'))
}

/** Appends to each channel in turn while all are followed. `check` runs before the readers stop. */
async function inTurn(
  tape: RedisTape,
  channels: readonly string[],
  rounds: number,
  check: () => Promise<void> = async () => undefined,
): Promise<void> {
  const stop = new AbortController()
  const seen = new Map<string, number[]>(channels.map((channel) => [channel, []]))
  let delivered = Promise.withResolvers<void>()
  const following = channels.map(async (channel) => {
    for await (const batch of tape.follow(channel, 'now', stop.signal)) {
      if (batch.kind === 'gap') throw new Error('a part of the tape is missing')
      seen.get(channel)?.push(...batch.entries.map(({ event }) => Number(event)))
      delivered.resolve()
    }
  })
  await Promise.all(channels.map((channel) => tape.bounds(channel)))
  for (let n = 0; n < rounds; n += 1)
    for (const channel of channels) {
      delivered = Promise.withResolvers<void>()
      await tape.append(channel, [{ lane: 'a', event: n }])
      await delivered.promise
    }
  await check()
  stop.abort()
  await Promise.all(following)
  const all = Array.from({ length: rounds }, (_, n) => n)
  expect([...seen.values()]).toEqual(channels.map(() => all))
}

describe.runIf(redisServer() !== null)('the readers of one process', () => {
  let redis: PrivateRedis
  let admin: Redis
  const open = (more: { log?: Log; user?: string } = {}) => {
    const url = more.user ? redis.url.replace('://', `://${more.user}@`) : redis.url
    return new RedisTape(url, systemClock, more.log ?? silentLog, { prefix: randomUUID() })
  }
  beforeAll(async () => {
    redis = await startRedis()
    admin = new Redis(redis.url)
  })
  afterAll(async () => {
    admin.disconnect()
    await redis[Symbol.asyncDispose]()
  })

  test('the tape readers of one process hold three connections to Redis, however many channels they follow', async () => {
    await using tape = open()
    await inTurn(tape, shardNames('stock', 64), 1, async () => expect(await connectionsOf(admin)).toHaveLength(3))
  })

  test('waiting tape readers receive each appended event', async () => {
    await using tape = open()
    await inTurn(tape, ['c', 'd', 'e'], 30)
  })

  test('tape readers miss no event when their connections are closed, and continue on new connections', async () => {
    await using tape = open()
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const batch of tape.follow('c', 'oldest', stop.signal))
        if (batch.kind === 'entries') seen.push(...batch.entries.map(({ event }) => Number(event)))
        else throw new Error('a part of the tape is missing')
    })()
    for (let n = 0; n < 60; n += 1) {
      await tape.append('c', [{ lane: 'a', event: n }])
      const cut = { 10: 'PUBSUB', 30: 'NORMAL' }[n]
      if (!cut) continue
      // The connection of the writer is kept, since an append whose answer is lost is refused.
      const all = await connectionsOf(admin)
      for (const line of all.filter((one) => cut === 'PUBSUB' || one.includes('cmd=xread'))) {
        if (cut === 'PUBSUB' && !line.includes('sub=1')) continue
        await admin.client('KILL', 'ID', Number(/id=(\d+)/.exec(line)?.[1]))
      }
    }
    await expect.poll(() => seen.length).toBe(60)
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => n))
    stop.abort()
    await following
    await inTurn(tape, ['c'], 30)
  })

  test.each([
    ['CLIENT TRACKING', ['&*', '-client|tracking']],
    ['the channel of changes', ['resetchannels']],
  ])('tape readers poll Redis and log a warning if their Redis user may not use %s', async (_, rights) => {
    await admin.call('ACL', 'SETUSER', 'limited', 'reset', 'on', '>secret', '~*', '+@all', ...rights)
    const lines: string[] = []
    const log: Log = { ...silentLog, warn: (line: string) => void lines.push(line) }
    await using tape = open({ log, user: 'limited:secret' })
    await inTurn(tape, ['c', 'd'], 10)
    expect(lines).toEqual([expect.stringContaining('Redis does not announce changes')])
  })
})

describe.runIf(redisServer() !== null)('the readers of one process in a Redis cluster', () => {
  test('the tape readers of one process hold three connections to each node of a Redis cluster, however many channels they follow', async () => {
    await using cluster = await startRedisCluster()
    await using tape = new RedisTape(cluster.url, systemClock, silentLog, { shards: 32 })
    await inTurn(tape, shardNames('stock', 32), 3, async () => {
      for (const port of cluster.ports) {
        const node = new Redis(port)
        // The client opens more connections for a moment, to request the slots. So the number is polled.
        await expect.poll(async () => (await connectionsOf(node)).length).toBe(3)
        node.disconnect()
      }
    })
  })
})
