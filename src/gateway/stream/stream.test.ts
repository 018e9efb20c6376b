import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetClasses } from '#src/contract/market.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { handshake } from '../../../test/fixtures/raw-socket.ts'
import { openStream, protocolDeps, quote, streamWorld, tick } from '../../../test/fixtures/stream.ts'

const goodKey = {
  kind: 'key',
  keyId: 'good',
  allowanceId: 'good',
  accountId: null,
  planId: 'integrated-base',
  plan: null,
  limits: { perMinute: null, sockets: null, subscriptions: null },
  expiresAt: 4_102_444_800_000,
  sessionId: null,
  personId: null,
  scope: null,
} as const

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())
const world = () => streamWorld(platform)

test('a client that authenticates by message gets the greeting, the responses and one event per frame', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock')
  expect(await client.next()).toEqual({ code: 1, msg: 'Connected Successfully' })
  expect(await client.answer({ ac: 'auth', params: 'good' })).toEqual({ code: 1, resAc: 'auth', msg: 'authenticated' })
  const answer = await client.answer({ ac: 'subscribe', params: 'AAPL$US,TSLA$US', types: 'tick,quote' })
  expect(answer).toEqual({
    code: 1,
    resAc: 'subscribe',
    msg: 'subscribe Successfully',
    accepted: ['AAPL$US', 'TSLA$US'],
    rejected: [],
  })
  await at.stream.publish(tick('AAPL', 225.5), tick('AAPL', 225.6), tick('IBM', 1), quote('TSLA', 300))
  const first = (await client.next()).data
  const second = (await client.next()).data
  expect([first.s, first.r, first.ld, first.type]).toEqual(['AAPL', 'US', 225.5, 'tick'])
  expect(second.seq).toBe(first.seq + 1)
  expect((await client.next()).data).toMatchObject({ s: 'TSLA', type: 'quote', ld: 300 })
})

test.each([
  ['header token', '/stock', { token: 'good' }],
  ['Authorization', '/stock', { authorization: 'Bearer good' }],
  ['query', '/stock?token=good', {}],
  ['an old path', '/websocket/stock', { token: 'good' }],
])(
  'a client with its key in the handshake (%s) gets both greeting frames without an auth message',
  async (_, path, headers) => {
    await using at = await world()
    const client = at.stream.connect(path, headers)
    expect(await client.next()).toEqual({ code: 1, msg: 'Connected Successfully' })
    expect(await client.next()).toEqual({ code: 1, resAc: 'auth', msg: 'authenticated' })
  },
)

test.each(assetClasses.flatMap((name) => [`/${name}`, `/websocket/${name}`]))(
  'the path %s is the stream of its asset class',
  async (path) => {
    await using at = await world()
    const client = at.stream.connect(path, { token: 'good' })
    await client.answer({ ac: 'subscribe', params: 'X', types: 'tick' })
    const name = path.split('/').at(-1)
    await at.stream.publish({ ...tick('X', 2), key: `${name === 'stock' ? 'fund' : 'stock'}:X$US` })
    await at.stream.publish({ ...tick('X', 1), key: `${name}:X$US` })
    expect((await client.next()).data).toMatchObject({ s: 'X', r: 'US', ld: 1, type: 'tick' })
  },
)

test('a handshake at an unknown path is refused before the upgrade', async () => {
  await using at = await world()
  const client = at.stream.connect('/bonds')
  const status = await new Promise((resolve) =>
    client.ws.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
  )
  expect(status).toBe(404)
})

test('on the stream of all asset classes, each symbol needs a class, and events use the spelling that the client sent', async () => {
  await using at = await world()
  const client = at.stream.connect('/stream', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  const answer = await client.answer({ ac: 'subscribe', params: 'stock:aapl$US,AAPL$US', types: 'tick' })
  expect(answer).toEqual({
    code: 1,
    resAc: 'subscribe',
    msg: 'subscribe Successfully',
    accepted: ['stock:aapl$US'],
    rejected: [{ s: 'AAPL$US', reason: 'invalid_symbol' }],
  })
  await at.stream.publish(tick('AAPL', 3))
  expect((await client.next()).data).toMatchObject({ s: 'aapl', r: 'US', class: 'stock', ld: 3 })
})

test('the default type of a subscription is quote, and further types are added and can be removed separately', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick,kline@5m' })
  expect((await client.answer({ ac: 'list' })).data).toEqual([
    { s: 'AAPL$US', r: 'US', types: ['quote', 'tick', 'kline@2'] },
  ])
  expect((await client.answer({ ac: 'unsubscribe', params: 'AAPL$US,TSLA$US', types: 'tick' })).accepted).toEqual([
    'AAPL$US',
  ])
  await at.stream.publish(tick('AAPL', 1), quote('AAPL', 2))
  expect((await client.next((frame) => frame.data?.s === 'AAPL')).data.type).toBe('quote')
  await client.answer({ ac: 'unsubscribe', params: 'AAPL$US' })
  expect((await client.answer({ ac: 'list' })).data).toEqual([])
})

test('a new subscriber gets the latest event at once, with the original number of the event', async () => {
  await using at = await world()
  const first = at.stream.connect('/stock', { token: 'good' })
  await first.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await at.stream.publish(tick('AAPL', 1), tick('AAPL', 2))
  const seen = (await first.next((frame) => frame.data?.ld === 2)).data
  const second = at.stream.connect('/stock', { token: 'good' })
  await second.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  expect((await second.next()).data).toEqual(seen)
})

test.each([
  ['bare ping', 'ping', { resAc: 'pong', data: { params: '' } }],
  ['ping with a text', { ac: 'ping', params: '1731688569840' }, { resAc: 'pong', data: { params: '1731688569840' } }],
  ['ping with a number and an id', { ac: 'ping', params: 5, id: 9 }, { resAc: 'pong', id: 9, data: { params: '5' } }],
])('a %s is answered with a pong', async (_, message, pong) => {
  await using at = await world()
  const client = at.stream.connect('/stock', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  client.send(message)
  expect(await client.next()).toEqual(pong)
})

test('messages of old SDKs with the fields `action` and `codes` are accepted', async () => {
  await using at = await world()
  const client = at.stream.connect('/websocket/stock', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  client.send({ action: 'subscribe', codes: ['AAPL$US'], types: ['tick'] })
  expect((await client.next()).accepted).toEqual(['AAPL$US'])
})

test('a response on a socket uses the language of the handshake', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock', { token: 'good', lang: 'zh-CN' })
  await client.next((frame) => frame.resAc === 'auth')
  expect((await client.answer({ ac: 'fly' })).msg).toMatch(/未知的操作/)
})

test('a subscription on a socket is refused before the authentication', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock')
  await client.next()
  expect(await client.answer({ ac: 'subscribe', params: 'AAPL$US' })).toMatchObject({ code: 0, error: 'key_missing' })
})

test('a subscription over the limit of the plan is refused as a whole, and an instrument on several sockets counts once', async () => {
  await using at = await world()
  const one = at.stream.connect('/stock', { token: 'pair' })
  const two = at.stream.connect('/stock', { token: 'pair', lang: 'zh-HK' })
  expect((await one.answer({ ac: 'subscribe', params: 'A,B' })).code).toBe(1)
  expect((await two.answer({ ac: 'subscribe', params: 'A,B,C', types: 'tick,quote' })).code).toBe(1)
  const refusal = await two.answer({ ac: 'subscribe', params: 'A,D' })
  expect(refusal).toMatchObject({
    code: 0,
    msg: 'exceeding the maximum subscription limit',
    error: 'too_many_subscriptions',
  })
  expect(refusal).toMatchObject({ limit: 3, subscribed: 3 })
  expect((await two.answer({ ac: 'list' })).data).toHaveLength(3)
  one.ws.terminate()
  await two.answer({ ac: 'unsubscribe', params: 'B' })
  expect((await two.answer({ ac: 'subscribe', params: 'D' })).code).toBe(1)
})

test('with batch=1 every frame is a list, even the greeting', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock?batch=1', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await at.stream.publish(...Array.from({ length: 20 }, (_, n) => tick('AAPL', n)))
  await client.next((frame) => frame.data?.ld === 19)
  expect(client.raw.every((text) => text.startsWith('['))).toBe(true)
  expect(client.raw.length).toBeLessThan(20)
})

test('a quiet connection that requested heartbeats gets heartbeats with the state of the markets', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  const plain = at.stream.connect('/stock', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  await plain.next((frame) => frame.resAc === 'auth')
  await at.stream.publish(tick('AAPL', 225.5))
  await at.ctx.clock.advance(10_000)
  at.stream.hub.sweep()
  const { markets, ...heartbeat } = await client.next()
  expect(heartbeat).toEqual({ type: 'heartbeat', t: at.ctx.clock.now(), ages: { stock: 10 } })
  expect(markets).toMatchObject({ crypto: 'open' })
  plain.send('ping')
  expect((await plain.next()).resAc).toBe('pong')
})

test('before a socket is closed for an expired plan (4003) or an unknown key (4001), the client gets the reason', async () => {
  await using at = await world()
  at.deps.keys.set('paid', {
    ...goodKey,
    keyId: 'paid',
    allowanceId: 'paid',
    expiresAt: at.ctx.clock.now() + 1000,
  })
  const paid = at.stream.connect('/stock?events=1', { token: 'paid' })
  const good = at.stream.connect('/stock?events=1', { token: 'good' })
  await paid.next((frame) => frame.resAc === 'auth')
  await good.next((frame) => frame.resAc === 'auth')
  await at.ctx.clock.advance(1000)
  at.stream.hub.sweep()
  expect(await paid.next((frame) => frame.type === 'close')).toMatchObject({ code: 4003, error: 'plan_expired' })
  expect((await paid.ended()).code).toBe(4003)
  at.deps.keys.delete('good')
  await at.stream.hub.recheck((key) => key.keyId === 'good')
  expect(await good.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'key_unknown' })
  expect((await good.ended()).code).toBe(4001)
})

test('when the limit of a plan falls, a socket keeps its earliest subscriptions and gets a message with the new limit', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'A,B,C' })
  at.deps.keys.set('good', { ...goodKey, limits: { perMinute: null, sockets: 1, subscriptions: 2 } })
  await at.stream.hub.recheck(() => true)
  expect(await client.next()).toMatchObject({
    code: 0,
    error: 'too_many_subscriptions',
    limit: 2,
    subscribed: 2,
  })
  expect((await client.answer({ ac: 'list' })).data.map((row: { s: string }) => row.s)).toEqual(['A', 'B'])
})

test('a delayed plan gets the same events with the same numbers as a live plan, fifteen minutes later', async () => {
  await using at = await world()
  const live = at.stream.connect('/stock', { token: 'good' })
  await live.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  at.deps.late.add('pair')
  const late = at.stream.connect('/stock', { token: 'pair' })
  await late.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  await at.stream.publish(tick('AAPL', 1))
  const seen = (await live.next()).data
  late.send('ping')
  expect((await late.next()).resAc).toBe('pong')
  await at.ctx.clock.advance(900_000)
  expect((await late.next()).data).toEqual(seen)
})

test('a client with too many sockets or messages gets a close message with the reason', async () => {
  await using at = await world()
  const first = at.stream.connect('/stock?events=1', { token: 'small' })
  await first.next((frame) => frame.resAc === 'auth')
  const second = at.stream.connect('/stock?events=1', { token: 'small' })
  expect(await second.next((frame) => frame.type === 'close')).toMatchObject({ code: 4009, error: 'max_connections' })
  for (let n = 0; n < 150; n += 1) first.send({ ac: 'list' })
  expect(await first.next((frame) => frame.type === 'close')).toMatchObject({ code: 4029, error: 'too_many_requests' })
})

test('a stopping gateway sends a close message with 1012 and the reason before it closes the socket', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock?events=1', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  const closing = at.stream.server[Symbol.asyncDispose]()
  expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 1012, error: 'restarting' })
  expect((await client.ended()).code).toBe(1012)
  await closing
})

test('a stopping gateway refuses new sockets and terminates a client that does not confirm the close', async () => {
  await using own = await streamWorld(platform)
  const { stream } = own
  const deaf = handshake(stream.url, '/stock?token=good').pause()
  const client = stream.connect('/stock', { token: 'good' })
  await client.next((frame) => frame.resAc === 'auth')
  await expect.poll(() => stream.hub.sockets).toBe(2)
  const closing = stream.server.close(1_000)
  const late = handshake(stream.url, '/stock?token=good')
  expect(String((await once(late, 'data'))[0])).toContain('HTTP/1.1 503')
  expect((await client.ended()).code).toBe(1012)
  await closing
  expect(stream.hub.sockets).toBe(0)
  deaf.destroy()
})

test('a gateway that starts late reads the tape before it is ready', async () => {
  const ctx = { ...platform, tape: new MemoryTape(platform.clock) }
  await ctx.tape.append('stock', [{ lane: 'stock:AAPL$US:tick', event: tick('AAPL', 7) }])
  await using stream = await openStream(ctx, protocolDeps())
  expect(stream.hub.live.board.tick('stock:AAPL$US')).toMatchObject({ price: 7, seq: ctx.clock.now() * 1000 + 1 })
})
