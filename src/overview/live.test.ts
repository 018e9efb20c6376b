import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessions } from '#src/accounts/sessions/sessions.ts'
import { staffRoles } from '#src/contract/staff/role.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { EventStreams, eventStreamsOf } from '#src/platform/http/streams/event-streams.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { readLive } from './live.ts'
import { streamLive } from './live-stream.ts'

const cli = { kind: 'operator-cli' } as const

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform({ now: '2026-11-23T15:30:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

test('the live figures are totals of all gateways that reported in the last ten seconds, or null if no gateway reported', async () => {
  expect(await readLive(ctx, cli)).toMatchObject({ traffic: null, tape: null })
  const one = { answered: 10, refused: 1, delivered: 100, sockets: 3, p50: 2, p95: 5, p99: 9 }
  await writeFigures(ctx, 'two', { ...one, p99: 30, 'market:stock$US': ctx.clock.now() - 90_000 })
  await ctx.clock.advance(5_000)
  const now = ctx.clock.now()
  await writeFigures(ctx, 'one', { ...one, 'market:stock$US': now - 400 })
  const { traffic, tape } = await readLive(ctx, cli)
  expect(traffic).toEqual({
    answered: 20,
    refused: 2,
    delivered: 200,
    sockets: 6,
    accounts: 0,
    p50: 2,
    p95: 5,
    p99: 30,
  })
  expect(tape?.slice(0, 2)).toEqual([
    { class: 'stock', newestAt: now - 400, trading: 1, silent: 0 },
    { class: 'forex', newestAt: null, trading: 0, silent: 0 },
  ])
  await ctx.clock.advance(6_000)
  expect((await readLive(ctx, cli)).traffic).toMatchObject({ answered: 10, p99: 9 })
  await ctx.clock.advance(6_000)
  expect((await readLive(ctx, cli)).traffic).toBeNull()
})

test('only roles with access to money see revenue and orders of the UTC day', async () => {
  await using paid = await testPlatform()
  const world = await PaymentWorld.open(paid)
  const order = await world.order(await world.customer())
  await world.order(await world.customer('b@example.com'))
  await world.pay(order)
  await world.settle()
  for (const role of staffRoles) {
    const { actor } = await testStaff(paid, `${role}@example.com`, role)
    const money = role === 'owner' || role === 'billing' ? { revenue: '79.20', paid: 1, orders: 2 } : null
    expect([role, (await readLive(paid, actor)).money]).toEqual([role, money])
  }
  await paid.clock.advance(86_400_000)
  expect((await readLive(paid, cli)).money).toEqual({ revenue: '0.00', paid: 0, orders: 0 })
})

test('the stream of live figures sends figures at once and every two seconds, and ends with the session', async () => {
  const { actor } = await testStaff(ctx, 'owner@example.com', 'owner')
  const left = new AbortController()
  const { body } = await streamLive(ctx, actor, { locale: 'en-US', signal: left.signal, headOnly: false })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader?.read())?.value ?? ''
  expect((await next()) + (await next())).toContain('event: live\ndata: {"at":')
  for (let round = 1; round <= 15; round += 1) {
    await ctx.clock.advance(2_000)
    expect(await next()).toContain('event: live')
  }
  expect(await next()).toContain('event: needs')
  await ctx.postgres.transaction((tx) => endSessions(ctx, tx, actor.accountId, null))
  await ctx.clock.advance(2_000)
  expect((await reader?.read())?.done).toBe(true)
})

test('a stream of live figures counts as one of the six event streams of an account', async () => {
  const { actor } = await testStaff(ctx, 'busy@example.com', 'owner')
  const stop = new AbortController()
  const options = { locale: 'en-US', signal: stop.signal } as const
  const head = await streamLive(ctx, actor, { ...options, headOnly: true })
  expect(head.body).toBeNull()
  expect(eventStreamsOf(ctx)).toBeInstanceOf(EventStreams)
  for (let n = 0; n < 5; n += 1) await eventStreamsOf(ctx).enter(ctx, actor)
  await streamLive(ctx, actor, { ...options, headOnly: false })
  const refused = streamLive(ctx, actor, { ...options, headOnly: false })
  await expect(refused).rejects.toMatchObject({ error: 'too_many_event_streams' })
  stop.abort()
  await ctx.clock.advance(2_000)
  await expect
    .poll(() =>
      eventStreamsOf(ctx)
        .enter(ctx, actor)
        .then(Boolean, () => false),
    )
    .toBe(true)
})
