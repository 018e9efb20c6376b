import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstCatalogue } from '#src/plans/catalogue.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type Listener, quote, streamWorld, tick } from '#test/fixtures/stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

type World = Awaited<ReturnType<typeof streamWorld>>

/** Subscribes sockets to the same list, one after another. The first socket does not share the list; the others do. */
async function crowd({ stream }: World, keys: readonly string[], list: { params: string; types: string }, path = '') {
  const clients: Listener[] = []
  for (const token of keys) {
    const client = stream.connect(`/stock?events=1${path}`, { token })
    expect(await client.answer({ ac: 'subscribe', ...list })).toMatchObject({ code: 1, rejected: [] })
    clients.push(client)
  }
  return clients
}

/**
 * Subscribes the clients to `END`, publishes a tick of each code, then a quote of `END`. Returns the codes that each
 * client received before `END`.
 */
async function ticksOf({ stream }: World, clients: readonly Listener[], codes: readonly string[], price: number) {
  for (const client of clients) await client.answer({ ac: 'subscribe', params: 'END', types: 'quote' })
  await stream.publish(...codes.map((code) => tick(code, price)), quote('END', price))
  const received: string[] = []
  for (const client of clients) {
    const codesOf: string[] = []
    for (;;) {
      const { data } = await client.next((frame) => frame.data?.ld === price)
      if (data.s === 'END') break
      codesOf.push(data.s)
    }
    received.push(codesOf.join(' '))
  }
  return received
}

const ab = { params: 'A,B', types: 'tick,kline@5' }

test.each([
  ['as single frames', ''],
  ['as lists', '&batch=1'],
])('sockets that share one list of symbols each get every event once, %s', async (_, path) => {
  await using at = await streamWorld(platform)
  const clients = await crowd(at, ['good', 'good', 'good'], ab, path)
  await at.stream.publish(tick('A', 5))
  for (const client of clients) await client.next(({ data }) => data?.ld === 5)
  expect(await ticksOf(at, clients, ['A', 'B'], 6)).toEqual(['A B', 'A B', 'A B'])
  for (const client of clients) expect(client.frames.filter(({ data }) => data?.ld === 5)).toHaveLength(1)
})

test('a socket that joins a shared list of symbols gets the newest quote once, even after a resume', async () => {
  await using at = await streamWorld(platform)
  await at.stream.publish(quote('A', 1), quote('A', 2))
  await expect.poll(() => at.stream.hub.live.board.quote('stock:A$US')?.last).toBe(2)
  const clients = await crowd(at, ['good', 'good'], { params: 'A,B', types: 'quote' })
  for (const client of clients) {
    const { data } = await client.next((frame) => frame.data?.type === 'quote')
    expect(data.ld).toBe(2)
    const { data: done } = await client.answer({ ac: 'resume', params: { 'A:quote': data.seq - 1 } })
    expect(done).toEqual({ replayed: { 'A:quote': 0 }, rejected: [] })
  }
})

test('a socket that unsubscribes one symbol of a shared list keeps the other symbols, and other sockets keep all symbols', async () => {
  await using at = await streamWorld(platform)
  const clients = await crowd(at, ['good', 'good', 'good'], ab)
  const [, second, third] = clients
  expect(await second?.answer({ ac: 'unsubscribe', params: 'A' })).toMatchObject({ code: 1, accepted: ['A'] })
  expect((await third?.answer({ ac: 'unsubscribe', params: 'C' }))?.accepted).toEqual([])
  const types = ['tick', 'kline@5']
  expect((await second?.answer({ ac: 'list' }))?.data).toEqual([{ s: 'B', r: 'US', types }])
  expect((await third?.answer({ ac: 'list' }))?.data).toEqual(['A', 'B'].map((s) => ({ s, r: 'US', types })))
  expect(await ticksOf(at, clients, ['A', 'B'], 7)).toEqual(['A B', 'B', 'A B'])
})

test('a symbol on several sockets counts once against the limit of their key, until the last socket unsubscribes it', async () => {
  await using at = await streamWorld(platform)
  const [first, second] = await crowd(at, ['pair', 'pair'], ab)
  const refused = { code: 0, error: 'too_many_subscriptions', limit: 3, subscribed: 2 }
  expect(await second?.answer({ ac: 'subscribe', params: 'C,D' })).toMatchObject(refused)
  first?.ws.close()
  await first?.ended()
  expect(await second?.answer({ ac: 'subscribe', params: 'C,D' })).toMatchObject(refused)
  expect(await second?.answer({ ac: 'unsubscribe', params: 'A,B' })).toMatchObject({ accepted: ['A', 'B'] })
  expect(await second?.answer({ ac: 'subscribe', params: 'C,D,E' })).toMatchObject({ code: 1 })
})

test('when the plan of a key becomes delayed, sockets of other keys with the same symbols still get live events', async () => {
  await using at = await streamWorld(platform)
  const [first, second, other] = await crowd(at, ['good', 'pair', 'good'], ab)
  at.deps.late.add('pair')
  await at.stream.hub.recheck(() => true)
  await at.stream.publish(tick('A', 8))
  for (const client of [first, other]) await client?.next(({ data }) => data?.ld === 8)
  expect((await second?.answer({ ac: 'list' }))?.data).toHaveLength(2)
  expect(second?.frames.some(({ data }) => data?.ld === 8)).toBe(false)
})

test('sockets of different plans share no list of symbols', async () => {
  await using at = await streamWorld(platform)
  const good = at.deps.keys.get('good')
  if (!good) throw new Error('the key is missing')
  at.deps.keys.set('other', { ...good, keyId: 'other', plan: firstCatalogue.planById('stock-us-base') })
  const admit = vi.spyOn(at.deps, 'admit')
  await crowd(at, ['good', 'good', 'other', 'other'], ab)
  expect(admit.mock.calls.map(([who, symbol]) => [who.keyId, symbol])).toEqual([
    ['good', 'A'],
    ['good', 'B'],
    ['other', 'A'],
    ['other', 'B'],
  ])
})

test('no lane has readers after all sockets with a shared list of symbols have left', async () => {
  await using at = await streamWorld(platform)
  const clients = await crowd(at, ['good', 'good', 'good'], ab)
  expect(at.stream.hub.live.fanOut.size).toBe(4)
  for (const { ws } of clients) ws.terminate()
  await expect.poll(() => at.stream.hub.live.fanOut.size).toBe(0)
})
