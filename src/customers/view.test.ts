import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import type { TimelineKind } from '#src/contract/values/customer-lists.ts'
import { insertTallies } from '#src/usage/store.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { readTimeline } from './view/timeline.ts'

let ctx: TestPlatform
let ada: KeyOnPlan
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  ada = await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function eventsOf(kind: TimelineKind): Promise<string[]> {
  const input = { accountId: ada.actor.accountId, kind, before: null, locale: 'en-US' } as const
  const { events } = await readTimeline(ctx, { kind: 'operator-cli' }, input)
  return events.map(({ what }) => what)
}

test('a timeline of one kind has its events although many newer events are of other kinds', async () => {
  await sql`insert into audit (sealed, at, actor_kind, actor_id, action, subject, detail)
    select true, now() - n * interval '1 minute', 'account', ${ada.actor.accountId},
      case n when 70 then 'account.password' else 'key.rename' end, ${ada.keyId}, '{}'
    from generate_series(1, 70) n`.execute(ctx.postgres.db)
  expect(await eventsOf('account')).toContain('account.password')
})

test('a timeline has the refused requests of earlier months', async () => {
  const refused = { call: 'quote', status: 429, reason: 'rate_limited', requests: 0, uncounted: 3, bytes: 0 }
  await insertTallies(ctx, [{ ...refused, keyId: ada.keyId, t: ctx.clock.now() }])
  await ctx.clock.advance(100 * dayMs)
  expect(await eventsOf('usage')).toEqual(['refused'])
})
