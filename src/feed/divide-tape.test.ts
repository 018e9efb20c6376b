import { expect, test } from 'vitest'
import { assetClasses, laneOf, type TickEvent } from '#src/contract/market.ts'
import { channelFor } from '#src/market/tape.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { acquireLease, ensureLease, listLeases, releaseLease } from '#src/platform/leases/lease.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { TapeLayout } from '#src/platform/tape/layout.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { divideTape } from './divide-tape.ts'
import { leadRecorders } from './open-feed.ts'
import { forgetOtherShards } from './recorder-store.ts'

const hasRedis = redisServer() !== null
if (!hasRedis) didNotRun('a tape divided again under recorders', 'no redis-server and no valkey-server on this machine')

const keys = Array.from({ length: 10 }, (_, n) => `crypto:C${n}USD$BA`)
let price = 0

async function trade(ctx: Platform): Promise<void> {
  for (const key of keys) {
    price += 1
    const traded = { key, time: Date.now(), price, volume: 1, side: 0, session: 0 } as const
    const event: TickEvent = { type: 'tick', ...traded, source: 'exchange' }
    await ctx.tape.append(channelFor(ctx, key), [{ lane: laneOf(event), event }])
  }
}

test.runIf(hasRedis)(
  'dividing the tape into four shards neither loses nor doubles events that are not yet recorded',
  async () => {
    await using redis = await startRedis()
    await using platform = await testPlatform({ clickhouse: true })
    await using layout = new TapeLayout(redis.url, silentLog)
    const count = async () => {
      const [row] = await platform.clickhouse.query<{ rows: string; prices: string }>(
        'SELECT count() AS rows, uniqExact(price) AS prices FROM ticks FINAL',
      )
      return [Number(row?.rows), Number(row?.prices)]
    }
    const withShards = (shards: number) => {
      const tape = new RedisTape(redis.url, systemClock, silentLog, { shards, form: marketForm })
      const settings = { ...platform.settings, hasRedisUrl: true }
      return { ...platform, clock: systemClock, settings, tape } as Platform & { tape: RedisTape }
    }
    const whole = withShards(await layout.settle(assetClasses, 1))
    const recorder = await leadRecorders(whole, {})
    await trade(whole)
    await expect.poll(count).toEqual([10, 10])
    await recorder[Symbol.asyncDispose]()
    await trade(whole)
    const { db } = platform.postgres
    await ensureLease(db, 'feed:kraken')
    await acquireLease(db, 'feed:kraken', 'host 1 a', 60_000)
    await expect(divideTape(whole, 4, () => undefined)).rejects.toThrow('host 1 a holds feed:kraken. Stop all')
    await releaseLease(db, 'feed:kraken', 'host 1 a')
    const progress: number[] = []
    await divideTape(whole, 4, (events) => progress.push(events))
    expect(progress.at(-1)).toBe(20)
    await layout.admit(4)
    const divided = withShards(4)
    await using _recorders = await leadRecorders(divided, {})
    await trade(divided)
    await expect.poll(count).toEqual([30, 30])
    expect(await db.selectFrom('tape_gaps').select('id').execute()).toEqual([])
    const recorders = (await listLeases(db)).filter(({ name }) => name.startsWith('recorder'))
    expect(recorders.map(({ name }) => name)).toEqual([0, 1, 2, 3].map((shard) => `recorder.${shard}of4`))
    for (const { tape } of [whole, divided]) await tape[Symbol.asyncDispose]()
  },
)

test('if a tape shard was removed, the events after the stored offset of the shard are recorded as a gap', async () => {
  await using ctx = await testPlatform()
  const place = (channel: string) => ({ channel, place: '1-7' })
  await ctx.postgres.db
    .insertInto('tape_places')
    .values([place('stock'), place('stock.1of2')])
    .execute()
  await forgetOtherShards(ctx, ['stock', 'crypto'])
  const gaps = await ctx.postgres.db.selectFrom('tape_gaps').select(['channel', 'after_place', 'to_place']).execute()
  expect(gaps).toEqual([{ channel: 'stock.1of2', after_place: '1-7', to_place: '' }])
  const left = await ctx.postgres.db.selectFrom('tape_places').select('channel').execute()
  expect(left).toEqual([{ channel: 'stock' }])
})
