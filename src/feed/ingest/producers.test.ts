import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createFeedKey, listFeedKeys } from '#src/market/feed-keys/feed-keys.ts'
import { producerMark } from '#src/market/feed-keys/producers.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Producers } from './producers.ts'

const cli = { kind: 'operator-cli' } as const
const now = Date.parse('2026-11-23T12:00:10Z')
const scope = { source: 'desk', classes: ['crypto'], regions: ['BA'], creates: false } as const

test('two concurrent requests of a new producer share one producer record', async () => {
  await using ctx = await testPlatform()
  await using producers = await Producers.open(ctx)
  const { key } = await createFeedKey(ctx, cli, scope)
  const [one, other] = await Promise.all([producers.of(key, 'a'), producers.of(key, 'a')])
  expect(one).toBe(other)
})

test('a producer is recorded as heard when it sends a heartbeat, but not when it only connects', async () => {
  await using ctx = await testPlatform({ now })
  await using producers = await Producers.open(ctx)
  const { key } = await createFeedKey(ctx, cli, scope)
  const heardAt = async () => (await listFeedKeys(ctx, cli)).find(({ id }) => id === key.id)?.heardAt
  const producer = await producers.of(key, 'quiet')
  expect(await producer.last()).toBe(0)
  await producers.note()
  expect(await heardAt()).toBeNull()
  for (const time of [now, now + 60_000]) {
    await ctx.clock.advance(time - ctx.clock.now())
    await producer.accept([], null)
    await producers.note()
    expect(await heardAt()).toBe(time)
  }
})

test('heartbeats to a gateway that missed the last messages do not lower the stored sequence number of the producer', async () => {
  await using ctx = await testPlatform({ now })
  await using producers = await Producers.open(ctx)
  await using others = await Producers.open(ctx)
  const { key } = await createFeedKey(ctx, cli, scope)
  const [here, there] = [await producers.of(key, 'a'), await others.of(key, 'a')]
  await here.accept([], null)
  for (const n of [1, 2]) await there.accept([[{ line: 1, value: { n }, text: '' }]], 'trades')
  await ctx.clock.advance(100)
  await here.accept([], null)
  await producers.note()
  await others.note()
  await ctx.clock.advance(1_000)
  await here.accept([], null)
  await producers.note()
  expect(await producerMark(ctx, here.id)).toBe('2')
})

test('a feed key with 1,000 producers refuses a new producer, but still accepts a stored producer', async () => {
  await using ctx = await testPlatform()
  await using producers = await Producers.open(ctx)
  const { key } = await createFeedKey(ctx, cli, scope)
  await sql`insert into feed_producer (key_id, name, mark, heard_at)
    select ${key.id}, 'p' || n, '1', now() from generate_series(1, 1000) as n`.execute(ctx.postgres.db)
  await expect(producers.of(key, 'p1001')).rejects.toMatchObject({ error: 'invalid_parameter' })
  expect((await producers.of(key, 'p1')).id).toBe(`${key.id}/p1`)
})
