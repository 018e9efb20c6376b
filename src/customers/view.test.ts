import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import type { TimelineKind } from '#src/contract/values/customer-lists.ts'
import { openOwnTicket, replyToTicket } from '#src/support/tickets.ts'
import { type KeyOnPlan, keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { revokeCustomerKey } from './access.ts'
import { viewCustomer } from './view/overview.ts'
import { readTimeline } from './view/timeline.ts'

let ctx: TestPlatform
let ada: KeyOnPlan
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true })
  ada = await keyOnPlan(ctx, 'stock-us-base', { email: 'ada@example.com' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const cli = { kind: 'operator-cli' } as const

async function count(answer: { status: number; reason: string; requests: number; uncounted: number }): Promise<void> {
  const row = { key_id: ada.keyId, minute: ctx.clock.now(), call: 'quote', bytes: 0 }
  await ctx.clickhouse.insert('usage_answers', [{ ...row, ...answer }])
}

async function eventsOf(kind: TimelineKind): Promise<string[]> {
  const input = { accountId: ada.actor.accountId, kind, before: null, locale: 'en-US' } as const
  const { events } = await readTimeline(ctx, cli, input)
  return events.map(({ what }) => what)
}

test('a timeline filtered by one kind shows its events even if many newer events are of other kinds', async () => {
  await sql`insert into audit (sealed, at, actor_kind, actor_id, action, subject, detail)
    select true, now() - n * interval '1 minute', 'account', ${ada.actor.accountId},
      case n when 70 then 'account.password' else 'key.rename' end, ${ada.keyId}, '{}'
    from generate_series(1, 70) n`.execute(ctx.postgres.db)
  expect(await eventsOf('account')).toContain('account.password')
})

test('a timeline still shows requests that were refused months ago', async () => {
  await count({ status: 429, reason: 'rate_limited', requests: 0, uncounted: 3 })
  await ctx.clock.advance(100 * dayMs)
  expect(await eventsOf('usage')).toEqual(['refused'])
})

test('a customer who writes again in an open ticket still counts as waiting since the first message', async () => {
  const since = ctx.clock.now()
  const { ticket } = await openOwnTicket(ctx, ada.actor, { message: 'Hi', locale: 'en-US', network: '192.0.2.1' })
  await ctx.clock.advance(hourMs)
  await replyToTicket(ctx, ada.actor, { id: ticket, message: 'Hello?' })
  const { waiting } = await viewCustomer(ctx, cli, ada.actor.accountId, 'en-US')
  expect(waiting).toMatchObject({ id: ticket, since })
})

test('the requests of today include those of a key that was revoked today', async () => {
  const { accountId } = ada.actor
  await count({ status: 200, reason: '', requests: 5, uncounted: 0 })
  await revokeCustomerKey(ctx, cli, { accountId, version: null, keyId: ada.keyId, reason: 'leaked' })
  const { today } = await viewCustomer(ctx, cli, accountId, 'en-US')
  expect(today?.hours.reduce((sum, one) => sum + one)).toBe(5)
})
