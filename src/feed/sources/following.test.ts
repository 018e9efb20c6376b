import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { followedPositions, openGaps } from '#src/market/sources/followed.ts'
import { systemClock } from '#src/platform/clock.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Following } from './following.ts'
import type { Source } from './source.ts'

const key = 'crypto:BTCUSD$BA'

test('a position that a source sends is stored, even if the connection breaks immediately afterwards', async () => {
  await using platform = await testPlatform()
  const ctx = { ...platform, clock: systemClock }
  const again = Promise.withResolvers<void>()
  let connections = 0
  const source: Source = {
    name: 'broken',
    async *open({ signal }) {
      connections += 1
      if (connections === 1) {
        yield { kind: 'events', key, events: [], position: '7' }
        throw new Error('the connection broke')
      }
      again.resolve()
      await once(signal, 'abort')
    },
  }
  const following = await Following.open(ctx, source, null, { firstMs: 1 })
  await again.promise
  await following[Symbol.asyncDispose]()
  expect(await followedPositions(ctx, 'broken')).toEqual(new Map([[key, '7']]))
})

test('if a gap begins and ends while PostgreSQL fails, the source continues, and both facts are stored afterwards', async () => {
  await using platform = await testPlatform()
  const ctx = { ...platform, clock: systemClock }
  const gap = { kind: 'gap', key, from: 1_000, to: 2_000 } as const
  const [failing, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let connections = 0
  const source: Source = {
    name: 'gapped',
    async *open({ signal }) {
      connections += 1
      await failing.promise
      yield { ...gap, id: 1 }
      yield { ...gap, id: 2, to: 3_000 }
      yield { kind: 'filled', id: 1, by: 'bars' }
      back.resolve()
      await once(signal, 'abort')
    },
  }
  await using _following = await Following.open(ctx, source, null, { firstMs: 1 })
  const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`
  await rename('followed_gap', 'followed_gap_away').execute(ctx.postgres.db)
  failing.resolve()
  await back.promise
  await rename('followed_gap_away', 'followed_gap').execute(ctx.postgres.db)
  await expect
    .poll(async () => (await openGaps(ctx, 'gapped', key)).map(({ to }) => to), { timeout: 5_000 })
    .toEqual([3_000])
  expect(connections).toBe(1)
})
