import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Producers } from './producers.ts'

const cli = { kind: 'operator-cli' } as const
const scope = { source: 'desk', classes: ['crypto'], regions: ['BA'], creates: false } as const

test('two concurrent requests of a new producer share one producer record', async () => {
  await using ctx = await testPlatform()
  await using producers = await Producers.open(ctx)
  const { key } = await createFeedKey(ctx, cli, scope)
  const [one, other] = await Promise.all([producers.of(key, 'a'), producers.of(key, 'a')])
  expect(one).toBe(other)
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
