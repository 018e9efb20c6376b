import { afterAll, beforeAll, expect, test } from 'vitest'
import { laneOf } from '#src/contract/market.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { openStream, protocolDeps, quote, streamWorld, tick } from '../../../test/fixtures/stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const record = (event: ReturnType<typeof tick>) => ({ lane: laneOf(event), event })

/**
 * Appends events and advances the clock before the gateway reads them. From the second call of this function on, the
 * gateway counts as behind.
 */
async function appendLate(at: Awaited<ReturnType<typeof streamWorld>>, events: ReturnType<typeof tick>[]) {
  const appended = at.ctx.tape.append('stock', events.map(record))
  const waited = at.ctx.clock.advance(2_000)
  await Promise.all([appended, waited])
  await new Promise(setImmediate)
}

test('a gateway behind the tape announces missing ticks as one gap and sends the newest quote', async () => {
  await using at = await streamWorld(platform)
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick,quote' })
  await at.stream.publish(tick('AAPL', 1), quote('AAPL', 1))
  const first = (await client.next((frame) => frame.data?.type === 'tick')).data.seq
  await client.next((frame) => frame.data?.type === 'quote')
  await appendLate(at, [tick('IBM', 1)])
  await appendLate(at, [tick('AAPL', 2), quote('AAPL', 2), tick('AAPL', 3), quote('AAPL', 3), tick('AAPL', 4)])
  const gap = await client.next()
  expect(gap).toMatchObject({ type: 'gap', s: 'AAPL$US:tick', from: first + 1, to: first + 3 })
  expect((await client.next()).data).toMatchObject({ type: 'quote', ld: 3, skipped: 1 })
  await at.stream.publish(tick('AAPL', 5))
  expect((await client.next()).data).toMatchObject({ ld: 5, seq: first + 4 })
  client.send({ ac: 'resume', params: { 'AAPL$US:tick': first } })
  expect(await client.next((frame) => frame.resAc === 'resume')).toMatchObject({ code: 1 })
})

test('a client that accepts no gap announcements is closed with 4008 instead of losing ticks', async () => {
  await using at = await streamWorld(platform)
  const client = at.stream.connect('/stock', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await appendLate(at, [tick('AAPL', 1)])
  expect((await client.next()).data.ld).toBe(1)
  await appendLate(at, [tick('AAPL', 2)])
  expect(await client.next()).toMatchObject({ code: 0, error: 'slow_consumer' })
  expect((await client.ended()).code).toBe(4008)
})

test('a gap is announced for events that the tape dropped before the gateway read them', async () => {
  const tape = new MemoryTape(platform.clock, { retainMs: 60_000, retainBytes: 2_000 })
  const ctx = { ...platform, tape }
  await using stream = await openStream(ctx, protocolDeps())
  const client = stream.connect('/stock?events=1', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await stream.publish(tick('AAPL', 1))
  const { seq } = (await client.next()).data
  await Promise.all(Array.from({ length: 200 }, (_, n) => tape.append('stock', [record(tick('AAPL', n + 2))])))
  const gap = await client.next((frame) => frame.type === 'gap')
  expect(gap).toMatchObject({ s: 'AAPL$US:tick', from: seq + 1 })
  expect((await client.next()).data.seq).toBe(gap.to + 1)
})

test('a resume replays missed events before the first live event, without duplicates', async () => {
  await using at = await streamWorld(platform)
  const before = at.stream.connect('/stock', { token: 'good' })
  await before.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await at.stream.publish(tick('AAPL', 1))
  const last = (await before.next()).data.seq
  before.ws.terminate()
  await at.stream.publish(tick('AAPL', 2), tick('AAPL', 3))
  const again = at.stream.connect('/stock?events=1', { token: 'good' })
  await again.next((frame) => frame.resAc === 'auth')
  again.send({ ac: 'resume', params: { 'AAPL$US:tick': last } })
  await at.stream.publish(tick('AAPL', 4))
  const seqs: number[] = []
  while (seqs.length < 3) seqs.push((await again.next((frame) => frame.data?.type === 'tick')).data.seq)
  expect(seqs).toEqual([last + 1, last + 2, last + 3])
})

test('a resume from events that are no longer on the tape returns a gap and the REST path that fills it', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(tick('AAPL', 1))
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  const start = at.ctx.clock.now() * 1000
  await client.next((frame) => frame.resAc === 'auth')
  client.send({ ac: 'resume', params: { 'AAPL$US:tick': start - 5_000_000 } })
  const gap = await client.next((frame) => frame.type === 'gap')
  expect(gap).toMatchObject({ s: 'AAPL$US:tick', from: start - 4_999_999, to: start })
  expect(gap.rest).toBe(`/stock/trades?region=US&code=AAPL&from=${at.ctx.clock.now() - 5_000}&limit=5000`)
  expect((await client.next()).data.seq).toBe(start + 1)
  expect(await client.next()).toMatchObject({ code: 1, resAc: 'resume', data: { replayed: { 'AAPL$US:tick': 1 } } })
})
