import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StreamAccess } from '#src/gateway/stream/access/access.ts'
import { ManualClock } from '#src/platform/clock.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { openStream, protocolDeps, quote, tick } from '../../../test/fixtures/stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

/**
 * A stream that counts as crowded above `openMax` sockets. `prepared` and `admitted` record the look-ups, and `rename`
 * changes instruments.
 */
async function world(openMax?: number) {
  const clock = new ManualClock()
  const ctx = { ...platform, clock, tape: new MemoryTape(clock) }
  const prepared: number[] = []
  const admitted: string[] = []
  let version = 0
  const known = protocolDeps()
  const deps: StreamAccess = {
    ...known,
    namesVersion: () => version,
    async prepare(texts) {
      prepared.push(texts.length)
    },
    admit(key, text, assetClass) {
      admitted.push(text)
      return known.admit(key, text, assetClass)
    },
  }
  const stream = await openStream(ctx, deps, undefined, openMax)
  const enter = async (key: string) => {
    const client = stream.connect('/stock', { token: key })
    await client.next((frame) => frame.resAc === 'auth' && frame.code === 1)
    return client
  }
  return {
    ...stream,
    keys: known.keys,
    prepared,
    admitted,
    enter,
    rename: () => (version += 1),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  }
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `A${n}`)

test('a request with more symbols than the plan allows is refused before any symbol is looked up', async () => {
  await using at = await world()
  const client = await at.enter('small')
  const refused = { code: 0, error: 'too_many_subscriptions', limit: 3, subscribed: 0 }
  expect(await client.answer({ ac: 'subscribe', params: names(4).join(',') })).toMatchObject(refused)
  const params = Object.fromEntries(names(4).map((name) => [`${name}:tick`, 1]))
  expect(await client.answer({ ac: 'resume', params })).toMatchObject(refused)
  expect([at.prepared, at.admitted]).toEqual([[], []])
})

test('an unsubscribe message on a socket without subscriptions looks up no symbol', async () => {
  await using at = await world()
  const client = await at.enter('good')
  const answer = await client.answer({ ac: 'unsubscribe', params: names(9_000).join(',') })
  expect(answer).toMatchObject({ code: 1, accepted: [] })
  expect(at.admitted).toEqual([])
})

test('the symbols of a long message are looked up in batches, and other clients are served between the batches', async () => {
  await using at = await world()
  const [long, short] = [await at.enter('good'), await at.enter('good')]
  const order: string[] = []
  const answered = [
    long.answer({ ac: 'subscribe', params: names(9_000).join(',') }).then(() => order.push('long')),
    short.answer({ ac: 'list' }).then(() => order.push('short')),
  ]
  await Promise.all(answered)
  expect(order).toEqual(['short', 'long'])
  expect(at.prepared).toEqual(Array.from({ length: 18 }, () => 500))
})

test('a list of symbols is looked up once for several sockets with the same rights, until instruments change', async () => {
  await using at = await world()
  const list = { ac: 'subscribe', params: 'A$US,B$US' }
  const subscribe = async (key: string) => {
    const before = at.admitted.length
    const client = await at.enter(key)
    expect(await client.answer(list)).toMatchObject({ code: 1, accepted: ['A$US', 'B$US'], rejected: [] })
    await at.publish(quote('B', at.admitted.length))
    await client.next(({ data }) => data?.s === 'B' && data.ld === at.admitted.length)
    return at.admitted.length - before
  }
  expect([await subscribe('good'), await subscribe('good'), await subscribe('small')]).toEqual([2, 0, 0])
  expect([await subscribe('demo'), await subscribe('good')]).toEqual([2, 0])
  at.rename()
  expect([await subscribe('good'), await subscribe('good')]).toEqual([2, 0])
})

test('a list of symbols with a refused symbol is looked up again for each socket', async () => {
  await using at = await world()
  const list = { ac: 'subscribe', params: 'A$US,NOPE' }
  const [first, second] = [await at.enter('good'), await at.enter('good')]
  const refused = { accepted: ['A$US'], rejected: [{ s: 'NOPE', reason: 'unknown_symbol' }] }
  expect(await first.answer(list)).toMatchObject(refused)
  expect(await second.answer(list)).toMatchObject(refused)
  expect(at.admitted).toEqual(['A$US', 'NOPE', 'A$US', 'NOPE'])
})

test('a resume message that spells one symbol in several ways replays the events of the symbol once', async () => {
  await using at = await world()
  const client = await at.enter('good')
  await client.answer({ ac: 'subscribe', params: 'A', types: 'tick' })
  await at.publish(tick('A', 1), tick('A', 2))
  const first = await client.next((frame) => frame.data?.type === 'tick')
  await client.answer({ ac: 'unsubscribe', params: 'A' })
  const { seq } = first.data
  const answer = await client.answer({ ac: 'resume', params: { 'A:tick': seq, 'a:tick': seq, 'A$US:tick': seq } })
  expect(answer.data.replayed).toEqual({ 'A:tick': 1, 'a:tick': 0, 'A$US:tick': 0 })
})

test('a full gateway closes the oldest unauthenticated socket to make room, and admits only sockets of paid plans', async () => {
  await using at = await world(2)
  const paid = at.keys.get('good')
  if (!paid) throw new Error('no paid key')
  at.keys.set('free', { ...paid, keyId: 'free', planId: 'integrated-free' })
  const first = await at.enter('free')
  const silent = at.connect('/stock')
  await silent.next()
  await at.enter('good')
  await silent.ended()
  await at.enter('good')
  for (const key of ['free', 'demo']) {
    const refused = at.connect('/stock', { token: key })
    expect(await refused.next((frame) => frame.code === 0)).toMatchObject({ error: 'server_busy' })
    expect((await refused.ended()).code).toBe(4009)
  }
  first.send('ping')
  expect((await first.next()).resAc).toBe('pong')
})

test('after the event loop was blocked for 1 s, the first socket of a key keeps its slot, and another socket is refused', async () => {
  await using at = await world()
  const first = await at.enter('small')
  const second = at.connect('/stock', { token: 'small' })
  await once(second.ws, 'open')
  const held = performance.now() + 1_000
  while (performance.now() < held);
  expect(await second.next((frame) => frame.code === 0)).toMatchObject({ error: 'max_connections' })
  expect((await first.answer({ ac: 'list' })).code).toBe(1)
})
