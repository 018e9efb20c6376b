import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backoffMs } from '#sdk/typescript/backoff.ts'
import { expiryDate } from '#sdk/typescript/key.ts'
import { Stream } from '#sdk/typescript/stream.ts'
import type { StreamEvents } from '#sdk/typescript/stream-events.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type openStream, quote, streamWorld, tick } from '#test/fixtures/stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())
const world = () => streamWorld(platform)

/** Returns the events of one kind, one per call. Waits for the next event if there is none. */
function queue<K extends keyof StreamEvents>(client: Stream, kind: K): () => Promise<StreamEvents[K]> {
  const got: StreamEvents[K][] = []
  const waiting: ((event: StreamEvents[K]) => void)[] = []
  client.on(kind, (event) => {
    const next = waiting.shift()
    if (next) next(event)
    else got.push(event)
  })
  return () => {
    const [event] = got.splice(0, 1)
    return event === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(event)
  }
}

async function until(next: () => Promise<StreamEvents['state']>, kind: StreamEvents['state']['kind']) {
  for (;;) {
    const state = await next()
    if (state.kind === kind) return state
  }
}

const quick = { backoff: { minMs: 1, maxMs: 2 } }

test('the TypeScript client reports each event with the symbol as subscribed and with the field names of the gateway', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good' })
  const live = queue(client, 'state')
  const ticks = queue(client, 'tick')
  const quotes = queue(client, 'quote')
  client.subscribe(['stock:AAPL$US', 'stock:TSLA'], ['tick', 'quote'])
  await until(live, 'live')
  expect(client.instruments).toBe(2)
  await subscribed(at.stream, 4)
  await at.stream.publish(tick('AAPL', 225.5), quote('TSLA', 300))
  expect(await ticks()).toMatchObject({ symbol: 'stock:AAPL$US', ld: 225.5 })
  expect(await quotes()).toMatchObject({ symbol: 'stock:TSLA', ld: 300 })
})

/** Waits until the gateway delivers this number of lanes, because only later events arrive live. */
async function subscribed(stream: Awaited<ReturnType<typeof openStream>>, lanes: number): Promise<void> {
  await expect.poll(() => stream.hub.live.fanOut.size).toBeGreaterThanOrEqual(lanes)
}

test('after a disconnect the TypeScript client reconnects automatically, and no event is missing or duplicated', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const states = queue(client, 'state')
  const ticks = queue(client, 'tick')
  client.subscribe(['stock:AAPL$US'], ['tick'])
  await until(states, 'live')
  await subscribed(at.stream, 1)
  await at.stream.publish(tick('AAPL', 1))
  const seqs = [(await ticks()).seq]
  at.stream.hub.each((socket) => socket.terminate())
  await at.stream.publish(tick('AAPL', 2), tick('AAPL', 3))
  await until(states, 'live')
  await subscribed(at.stream, 1)
  await at.stream.publish(tick('AAPL', 4))
  for (let n = 0; n < 3; n += 1) seqs.push((await ticks()).seq)
  const first = seqs[0] ?? 0
  expect(seqs).toEqual([first, first + 1, first + 2, first + 3])
})

test('if the gateway does not replay all missed events, the TypeScript client reports a gap and the REST path that fills it', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const states = queue(client, 'state')
  const ticks = queue(client, 'tick')
  const gaps = queue(client, 'gap')
  client.subscribe(['stock:AAPL$US'], ['tick'])
  await until(states, 'live')
  await subscribed(at.stream, 1)
  await at.stream.publish(tick('AAPL', 0))
  const before = await ticks()
  at.stream.hub.each((socket) => socket.terminate())
  await at.stream.publish(...Array.from({ length: 2_500 }, (_, n) => tick('AAPL', n + 1)))
  const gap = await gaps()
  expect(gap).toMatchObject({
    symbol: 'stock:AAPL$US',
    subscriptionType: 'tick',
    from: before.seq + 1,
    to: before.seq + 500,
  })
  expect(gap.rest).toMatch(/^\/stock\/trades\?region=US&code=AAPL/)
  expect((await ticks()).seq).toBe(before.seq + 501)
})

test('the TypeScript client reports a refused symbol with a message, and counts only the accepted symbol', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const rejected = queue(client, 'rejected')
  client.subscribe(['stock:AAPL$US', 'stock:NOPE$US'])
  expect(await rejected()).toMatchObject({
    symbol: 'stock:NOPE$US',
    error: 'unknown_symbol',
    message: expect.stringMatching(/^[A-Z].* .*\.$/),
  })
  expect(client.instruments).toBe(1)
})

test('if a subscription request has more symbols than the plan allows, the TypeScript client reports the limit of the plan', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'small', ...quick })
  const rejected = queue(client, 'rejected')
  client.subscribe(['stock:A', 'stock:B', 'stock:C', 'stock:D'])
  expect(await rejected()).toMatchObject({ symbol: null, error: 'too_many_subscriptions', limit: 3 })
})

test('after a subscription beyond the plan is refused, a reconnect of the TypeScript client restores the earlier subscriptions', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'small', ...quick })
  const states = queue(client, 'state')
  const ticks = queue(client, 'tick')
  const rejected = queue(client, 'rejected')
  client.subscribe(['stock:A', 'stock:B'], ['tick'])
  await until(states, 'live')
  await subscribed(at.stream, 2)
  client.subscribe(['stock:C', 'stock:D'], ['tick'])
  expect(await rejected()).toMatchObject({ symbol: null, error: 'too_many_subscriptions', limit: 3 })
  expect(client.instruments).toBe(2)
  at.stream.hub.each((socket) => socket.terminate())
  expect(await until(states, 'waiting')).toMatchObject({ reason: 'closed with 1006' })
  await until(states, 'live')
  await subscribed(at.stream, 2)
  await at.stream.publish(tick('A', 1))
  expect(await ticks()).toMatchObject({ symbol: 'stock:A', ld: 1 })
})

test('if one listener of the TypeScript client throws, the other listeners still get every event', async () => {
  await using at = await world()
  const thrown: unknown[] = []
  vi.stubGlobal('queueMicrotask', (work: () => void) => {
    try {
      work()
    } catch (error) {
      thrown.push(error)
    }
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const states = queue(client, 'state')
  client.on('tick', ({ ld }) => {
    if (ld === 1) throw new Error('the listener fails')
  })
  const ticks = queue(client, 'tick')
  client.subscribe(['stock:AAPL$US'], ['tick'])
  await until(states, 'live')
  await subscribed(at.stream, 1)
  await at.stream.publish(tick('AAPL', 1), tick('AAPL', 2))
  expect([(await ticks()).ld, (await ticks()).ld]).toEqual([1, 2])
  expect(thrown).toEqual([new Error('the listener fails')])
})

test('if the key function of the TypeScript client fails, the client reports the error and tries again', async () => {
  await using at = await world()
  const keys = [() => Promise.reject(new Error('没有取得密钥。'.repeat(20))), () => 'good']
  using client = new Stream({ apiUrl: at.stream.url, key: () => keys.shift()?.() ?? 'good', ...quick })
  const states = queue(client, 'state')
  client.subscribe(['stock:AAPL$US'])
  expect(await until(states, 'waiting')).toMatchObject({ reason: expect.stringContaining('没有取得密钥') })
  await until(states, 'live')
})

test('the TypeScript client subscribes to 6,000 symbols in messages that the gateway accepts', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const symbols = Array.from({ length: 6_000 }, (_, n) => `stock:SYMBOL${n}$US`)
  client.subscribe(symbols, ['tick'])
  await subscribed(at.stream, symbols.length)
})

test('after a wrong key, the TypeScript client ends the stream, or calls the key function again if there is a key function', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'wrong', ...quick })
  const states = queue(client, 'state')
  client.subscribe(['stock:AAPL$US'])
  expect(await until(states, 'refused')).toMatchObject({ error: 'key_unknown' })
  const keys = ['wrong', 'good']
  using second = new Stream({ apiUrl: at.stream.url, key: () => keys.shift() ?? 'good', ...quick })
  const later = queue(second, 'state')
  second.subscribe(['stock:AAPL$US'])
  await until(later, 'waiting')
  await until(later, 'live')
})

test('in the TypeScript client a symbol with two listeners stays subscribed until the last listener is removed', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'good', ...quick })
  const states = queue(client, 'state')
  const one = client.subscribe(['stock:AAPL$US'], ['tick'])
  const two = client.subscribe(['stock:AAPL$US'], ['tick'])
  await until(states, 'live')
  await subscribed(at.stream, 1)
  one()
  one()
  expect(client.instruments).toBe(1)
  two()
  expect(client.instruments).toBe(0)
})

test('if a refused subscription of the TypeScript client is ended, a later subscription to the same symbol continues', async () => {
  await using at = await world()
  using client = new Stream({ apiUrl: at.stream.url, key: 'small', ...quick })
  const refusals = queue(client, 'rejected')
  const refused = client.subscribe(['stock:A', 'stock:B', 'stock:C', 'stock:D'], ['tick'])
  await refusals()
  client.subscribe(['stock:A', 'stock:A'], ['tick'])
  await subscribed(at.stream, 1)
  refused()
  expect(client.instruments).toBe(1)
})

test('before a reconnect, the TypeScript client waits between 50 % and 100 % of the backoff, which doubles up to a maximum', () => {
  const backoff = { minMs: 500, maxMs: 30_000 }
  expect([0, 1, 2, 9].map((attempt) => backoffMs(attempt, backoff, () => 0))).toEqual([250, 500, 1000, 15_000])
  expect([0, 9].map((attempt) => backoffMs(attempt, backoff, () => 1))).toEqual([500, 30_000])
})

test.each([
  ['seconds', 4_102_444_800],
  ['milliseconds', 4_102_444_800_000],
])('the TypeScript client accepts the expiry time of a plan in %s', (_, expiredTime) => {
  expect(expiryDate(expiredTime).toISOString()).toBe('2100-01-01T00:00:00.000Z')
})
