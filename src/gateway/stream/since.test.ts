import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BarEvent } from '#src/contract/market.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { recordBarNumbers, recordTicks } from '#src/market/ticks/ticks.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { openStream, protocolDeps, quote, streamWorld, tick } from '../../../test/fixtures/stream.ts'

type World = Awaited<ReturnType<typeof streamWorld>>

let platform: TestPlatform
let instrumentId = 0
beforeAll(async () => {
  platform = await testPlatform({ clickhouse: true })
  await installCatalogue(platform)
  instrumentId = (await findInstrument(platform, { class: 'stock', code: 'AAPL', region: 'US' }))?.id ?? 0
})
afterAll(() => platform[Symbol.asyncDispose]())

const restartMs = 60_000

/** A gateway that restarts with a new tape, as with the embedded stores. */
async function restarted({ ctx }: World) {
  await ctx.clock.advance(restartMs)
  const again = { ...ctx, tape: new MemoryTape(ctx.clock) }
  const stream = await openStream(again, protocolDeps())
  return { ctx: again, stream, [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose]() }
}

function minute(time: number, close: number): BarEvent {
  const figures = { open: close, high: close, low: close, close, volume: 1, turnover: 1 }
  return { type: 'bar', key: 'stock:AAPL$US', interval: '1m', time, ...figures, final: false, source: 'exchange' }
}

const subscription = { ac: 'subscribe', params: 'AAPL$US' }

test('a subscription with the number of the last received event gets missed events before live events', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(tick('AAPL', 1), tick('AAPL', 2), tick('AAPL', 3), quote('AAPL', 9))
  const { board } = at.stream.hub.live
  await expect.poll(() => board.quote('stock:AAPL$US')?.last).toBe(9)
  const { seq } = board.tick('stock:AAPL$US') ?? { seq: 0 }
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  const answer = await client.answer({ ...subscription, types: 'tick,quote', since: { 'AAPL$US:tick': seq - 2 } })
  expect(answer).toMatchObject({ code: 1, accepted: ['AAPL$US'], rejected: [] })
  await at.stream.publish(tick('AAPL', 4))
  const events = [await client.next(), await client.next(), await client.next(), await client.next()]
  expect(events.map(({ data }) => [data.type, data.ld])).toEqual([
    ['quote', 9],
    ['tick', 2],
    ['tick', 3],
    ['tick', 4],
  ])
})

test('a subscription with the number of the newest event gets only later events', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(minute(1_767_614_400_000, 1), quote('AAPL', 1))
  const { board } = at.stream.hub.live
  await expect.poll(() => board.quote('stock:AAPL$US')?.last).toBe(1)
  const bar = board.bar('stock:AAPL$US')?.seq ?? 0
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  const since = { 'AAPL$US:kline@1': bar, 'AAPL$US:kline@2': bar, 'AAPL$US:quote': bar }
  await client.answer({ ...subscription, types: 'kline@1,kline@2,quote', since })
  await at.stream.publish(quote('AAPL', 2))
  expect((await client.next()).data).toMatchObject({ type: 'quote', ld: 2, seq: bar + 1 })
})

test.each([
  ['a subscription', (seq: number) => ({ ...subscription, types: 'tick', since: { 'AAPL$US:tick': seq } })],
  ['a resume', (seq: number) => ({ ac: 'resume', params: { 'AAPL$US:tick': seq } })],
])('after a restart, %s gets a gap that ends before the first event of the new tape', async (_, message) => {
  await using before = await streamWorld(platform)
  await before.stream.publish(tick('AAPL', 1))
  const { board } = before.stream.hub.live
  await expect.poll(() => board.tick('stock:AAPL$US')?.price).toBe(1)
  const seq = board.tick('stock:AAPL$US')?.seq ?? 0
  await using after = await restarted(before)
  const client = after.stream.connect('/stock?events=1', { token: 'good' })
  client.send(message(seq))
  const gap = await client.next((frame) => frame.type === 'gap')
  expect(gap).toMatchObject({ s: 'AAPL$US:tick', from: seq + 1, to: after.ctx.clock.now() * 1_000 })
  await after.stream.publish(tick('AAPL', 2))
  expect((await client.next((frame) => frame.data?.type === 'tick')).data.seq).toBe(gap.to + 1)
  expect(client.frames.some(({ error }) => error !== undefined)).toBe(false)
})

test('the REST path in a gap message starts at the last event that the client received', async () => {
  await using before = await streamWorld(platform)
  const start = before.ctx.clock.now()
  const first = start * 1_000 + 1
  const times = [1_000, 7_000, 19_000].map((after) => start + after)
  const rows = times.map((time, n) => ({ instrumentId, time, seq: (first + n) % 2 ** 32 }))
  const figures = { price: 1, volume: 1, side: 0, bid: 0, ask: 0, source: 'exchange' } as const
  await recordTicks(
    platform,
    rows.map((row) => ({ ...row, ...figures })),
  )
  await recordBarNumbers(platform, [{ instrumentId, time: start, seq: first }])
  await using after = await restarted(before)
  const client = after.stream.connect('/stock?events=1', { token: 'good' })
  const restOf = async (type: string, seq: number): Promise<string> => {
    client.send({ ...subscription, types: type, since: { [`AAPL$US:${type}`]: seq } })
    const { rest } = await client.next((frame) => frame.type === 'gap')
    await client.answer({ ac: 'unsubscribe', params: 'AAPL$US' })
    return rest
  }
  const trades = (time: number | undefined) => `/stock/trades?region=US&code=AAPL&from=${time}&limit=5000`
  const bars = (kType: number, time: number) =>
    `/stock/kline?region=US&code=AAPL&kType=${kType}&from=${time}&limit=5000`
  expect(await restOf('tick', first + 1)).toBe(trades(times[1]))
  // The number after the last recorded tick was published, but never recorded.
  expect(await restOf('tick', first + 3)).toBe(trades(times[2]))
  expect(await restOf('kline@1', first)).toBe(bars(1, start))
  expect(await restOf('kline@1', first + 2)).toBe(bars(1, start + 60_000))
  expect(await restOf('kline@2', first + 2)).toBe(bars(2, start - (start % 300_000)))
})

test('a resume omits the latest event if the subscription has already sent that event', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(tick('AAPL', 1), tick('AAPL', 2), tick('AAPL', 3))
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  await client.answer({ ...subscription, types: 'tick' })
  const { seq } = (await client.next()).data
  const answer = await client.answer({ ac: 'resume', params: { 'AAPL$US:tick': seq - 2 } })
  expect(answer.data).toEqual({ replayed: { 'AAPL$US:tick': 1 }, rejected: [] })
  expect(client.frames.filter((frame) => frame.data?.type === 'tick').map(({ data }) => data.ld)).toEqual([3, 2])
})

test('a subscription rejects a last event number that is too high or belongs to an unsubscribed symbol or type', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(tick('AAPL', 1))
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  const since = { 'AAPL$US:tick': 9e15, 'AAPL$US:depth': 1, 'TSLA$US:tick': 1 }
  const answer = await client.answer({ ...subscription, types: 'tick', since })
  expect(answer).toMatchObject({ code: 1, accepted: ['AAPL$US'] })
  expect(answer.rejected).toEqual([
    { s: 'AAPL$US:depth', reason: 'invalid_type' },
    { s: 'TSLA$US:tick', reason: 'invalid_symbol' },
    { s: 'AAPL$US:tick', reason: 'resume_invalid' },
  ])
  expect((await client.next()).data).toMatchObject({ type: 'tick', ld: 1 })
})
