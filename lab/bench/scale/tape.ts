import { Redis } from 'iovalkey'
import { laneOf, type TickEvent } from '#src/contract/market.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { TapeRecord } from '#src/platform/platform.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import type { Measured } from '#src/site/content/scale/measured.ts'
import { startRedis } from '#test/fixtures/redis.ts'
import { spent } from './spent.ts'

const channel = 'stock'
const instruments = 500
/** Events of one append, as many as a feed publishes at a time. */
const batch = 100
const batches = 3_000

/** Measures the cost of one shard: one writer appends to it, then one reader follows it from its beginning. */
export async function measureTape(): Promise<Measured['tape']> {
  await using redis = await startRedis({ isLasting: true })
  await using tape = new RedisTape(redis.url, systemClock, silentLog, { form: marketForm })
  const admin = new Redis(redis.url)
  try {
    const records = Array.from({ length: batches }, (_, n) => recordsOf(n))
    const events = batch * batches
    const append = await spent(async () => {
      for (const some of records) await tape.append(channel, some)
    }, admin)
    const sentBefore = await sentBytes(admin)
    const follow = await spent(() => readAll(tape, events), admin)
    const bytes = ((await sentBytes(admin)) - sentBefore) / events
    return {
      append: { feed: events / append.ours, store: events / append.store },
      follow: { gateway: events / follow.ours, store: events / follow.store, bytes },
    }
  } finally {
    admin.disconnect()
  }
}

function recordsOf(n: number): TapeRecord[] {
  return Array.from({ length: batch }, (_, at) => {
    const key = `stock:S${(n * batch + at) % instruments}$US`
    const price = 225 + ((n * 31 + at * 7) % 997) / 100
    const time = 1_760_000_000_000 + n * 50
    const [side, source] = [at % 2 === 0 ? 1 : 2, 'simulated'] as const
    const event: TickEvent = { type: 'tick', key, time, price, volume: 1 + (at % 90), side, session: 0, source }
    return { lane: laneOf(event), event }
  })
}

async function readAll(tape: RedisTape, events: number): Promise<void> {
  const stop = new AbortController()
  let read = 0
  for await (const found of tape.follow(channel, 'oldest', stop.signal)) {
    if (found.kind === 'gap') throw new Error('the tape has a gap')
    // Reads a field of each event, so that lazily decoded events are decoded, too.
    for (const { event } of found.entries) if ((event as TickEvent).price > 0) read += 1
    if (read >= events) break
  }
  stop.abort()
}

async function sentBytes(redis: Redis): Promise<number> {
  return Number(/^total_net_output_bytes:(\d+)/m.exec(await redis.info('stats'))?.[1] ?? Number.NaN)
}
