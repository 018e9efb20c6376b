import { STATUS_CODES } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorName } from '#src/contract/errors.ts'
import { laneOf } from '#src/contract/market.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { type TestPlatform, testPlatform } from '../../../test/fixtures/platform.ts'
import { handshake, rawSocket } from '../../../test/fixtures/raw-socket.ts'
import { type Frame, type Listener, quote, streamWorld, tick } from '../../../test/fixtures/stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())
const world = () => streamWorld(platform)

async function authenticated(at: Awaited<ReturnType<typeof world>>, path = '/stock', key = 'good'): Promise<Listener> {
  const client = at.stream.connect(path, { token: key })
  await client.next((frame) => frame.resAc === 'auth' && frame.code === 1)
  return client
}

test('a socket without a key is closed with 4001 and a reason after five seconds', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock?events=1')
  await client.next()
  await at.ctx.clock.advance(5_000)
  at.stream.hub.sweep()
  expect(at.stream.hub.sockets).toBe(1)
  await at.ctx.clock.advance(1)
  at.stream.hub.sweep()
  expect(await client.next((frame) => frame.type === 'close')).toMatchObject({ code: 4001, error: 'auth_timeout' })
  expect((await client.ended()).code).toBe(4001)
})

test('a key sent in time is accepted, even if the event loop was blocked past the deadline', async () => {
  await using at = await world()
  const client = at.stream.connect('/stock')
  await client.next()
  client.send({ ac: 'auth', params: 'good' })
  void at.ctx.clock.advance(5_001)
  const held = performance.now() + 400
  while (performance.now() < held);
  expect(await client.next((frame) => frame.resAc === 'auth')).toMatchObject({ code: 1 })
})

test.each([
  ['handshake', { token: 'wrong' }],
  ['message', {}],
])('a wrong key sent by %s is refused with 4001', async (way, headers) => {
  await using at = await world()
  const client = at.stream.connect('/stock', headers)
  if (way === 'message') client.send({ ac: 'auth', params: 'wrong' })
  const refusal = await client.next((frame) => frame.resAc === 'auth')
  expect(refusal).toMatchObject({ code: 0, msg: 'auth failed', error: 'key_unknown' })
  expect((await client.ended()).code).toBe(4001)
})

test('refusals on a stream give advice for streams, not for REST calls', async () => {
  await using at = await world()
  const client = at.stream.connect('/stream')
  client.send({ ac: 'list' })
  expect(await client.next((frame) => frame.error === 'key_missing')).toMatchObject({
    msg: expect.stringContaining('with the action auth'),
  })
  client.send('{"ac"')
  const bad = await client.next((frame) => frame.error === 'bad_json')
  expect(bad.msg).not.toContain('Content-Type')
  const known = await authenticated(at, '/stream')
  known.send({ ac: 'subscribe', params: 'BTCUSD' })
  expect(await known.next((frame) => frame.error === 'invalid_symbol')).toMatchObject({
    msg: expect.stringContaining('crypto:BTCUSD'),
  })
})

test('a socket over the limit is refused with 4009, and a closed socket frees its slot at once', async () => {
  await using at = await world()
  const first = await authenticated(at, '/stock', 'small')
  const second = at.stream.connect('/stock', { token: 'small' })
  expect(await second.next((frame) => frame.code === 0)).toMatchObject({ error: 'max_connections' })
  expect((await second.ended()).code).toBe(4009)
  first.ws.close()
  await first.ended()
  await authenticated(at, '/stock', 'small')
})

test('many concurrent sockets over the limit are all refused, and the existing socket stays open', async () => {
  await using at = await world()
  const first = await authenticated(at, '/stock', 'small')
  const others = Array.from({ length: 8 }, () => at.stream.connect('/stock', { token: 'small' }))
  expect(await Promise.all(others.map(async (other) => (await other.ended()).code))).toEqual(others.map(() => 4009))
  first.send('ping')
  expect((await first.next()).resAc).toBe('pong')
})

test('a client’s pongs to the pings of the gateway do not count against its message limit', async () => {
  await using at = await world()
  const client = await authenticated(at)
  for (let n = 0; n < 150; n += 1) {
    at.stream.hub.each((one) => void one.sendPing())
    await new Promise((resolve) => client.ws.once('ping', resolve))
  }
  client.send('ping')
  expect((await client.next()).resAc).toBe('pong')
})

test('from another site, a socket with only a cookie cannot subscribe, but a socket with a key is accepted', async () => {
  await using at = await world()
  const headers = { origin: 'https://site.tld.evil.tld', cookie: 'authorization=a-session' }
  const page = at.stream.connect('/stock', headers)
  expect(await page.answer({ ac: 'subscribe', params: 'AAPL$US' })).toMatchObject({ code: 0, error: 'key_missing' })
  const withKey = at.stream.connect('/stock', { ...headers, token: 'good' })
  expect((await withKey.next((frame) => frame.resAc === 'auth')).code).toBe(1)
})

test('an IP address with one allowed connection may open four handshakes a minute, and the fifth is refused with 429', async () => {
  const settings = { ...platform.settings, connectionsPerAddress: 1 }
  await using at = await streamWorld({ ...platform, settings })
  for (let count = 0; count < 4; count += 1) (await authenticated(at)).ws.terminate()
  const answer = await text(handshake(at.stream.url, '/stock'))
  expect(answer.split('\r\n')).toEqual(expect.arrayContaining(['HTTP/1.1 429 Too Many Requests', 'Retry-After: 60']))
  const msg = errorMessage('zh-HK', 'too_many_requests', { retryAfter: 60 })
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error: 'too_many_requests', msg })
  await platform.clock.advance(60_000)
  await authenticated(at)
})

test.each<[string, number, ErrorName]>([
  ['/stock%00', 400, 'bad_characters'],
  ['/stock?token=%00', 400, 'bad_characters'],
  ['//stock', 400, 'invalid_path'],
  ['/%zz', 400, 'invalid_encoding'],
  ['/stock'.repeat(17), 414, 'uri_too_long'],
  ['/bonds', 404, 'unknown_class'],
])('a handshake at %s is refused with %i and %s, in the requested language', async (path, status, error) => {
  await using at = await world()
  const answer = await text(handshake(at.stream.url, path))
  expect(answer.split('\r\n', 1)).toEqual([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`])
  const body = JSON.parse(answer.slice(answer.indexOf('{')))
  expect(body).toMatchObject({ error, msg: errorMessage('zh-HK', error), data: null })
})

test.each([
  ['a binary frame', [0x82, 0x81, 0, 0, 0, 0, 1], 1003],
  ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
  ['an unmasked frame', [0x81, 0x01, 0x61], 1002],
  ['a reserved bit', [0xa1, 0x81, 0, 0, 0, 0, 0x61], 1002],
  ['a compressed frame without agreed compression', [0xc1, 0x81, 0, 0, 0, 0, 0x61], 1002],
])('%s from the client closes the socket', async (_, bytes, code) => {
  await using at = await world()
  const { socket, closed, head } = await rawSocket(at.stream.url)
  expect(head.toLowerCase()).not.toContain('sec-websocket-extensions')
  socket.write(Buffer.from(bytes))
  expect(await closed).toBe(code)
})

test.each([
  ['not JSON', '{', { resAc: '', error: 'bad_json' }],
  ['U+0000', '{"ac":"ping","params":"\\u0000","id":"\\u0000"}', { resAc: '', error: 'bad_characters' }],
  ['a list', '[]', { resAc: '', error: 'bad_request' }],
  ['no action', { id: 7 }, { resAc: '', error: 'missing_parameter', id: 7 }],
  ['an unknown action', { ac: 'fly', id: 'x' }, { resAc: 'fly', error: 'unknown_action', id: 'x' }],
  ['an action of the prototype', { ac: 'constructor' }, { resAc: 'constructor', error: 'unknown_action' }],
  ['no symbols', { ac: 'subscribe' }, { resAc: 'subscribe', error: 'missing_parameter' }],
  ['empty symbols', { ac: 'subscribe', params: ' , ' }, { resAc: 'subscribe', error: 'missing_parameter' }],
  ['symbols as a number', { ac: 'subscribe', params: 5 }, { resAc: 'subscribe', error: 'invalid_parameter' }],
  ['an unknown type', { ac: 'subscribe', params: 'A', types: 'kline@11' }, { error: 'invalid_type' }],
  ['an unknown symbol', { ac: 'subscribe', params: 'NOPE$US' }, { resAc: 'subscribe', error: 'unknown_symbol' }],
  ['a market outside the plan', { ac: 'subscribe', params: 'A$XX' }, { resAc: 'subscribe', error: 'not_in_plan' }],
  ['a resume with words', { ac: 'resume', params: { 'A$US:tick': 'x' } }, { error: 'invalid_parameter' }],
])(
  'a wrong message (%s) is answered with the name of the error, and the socket stays open',
  async (_, message, expected) => {
    await using at = await world()
    const client = await authenticated(at)
    client.send(message)
    expect(await client.next()).toMatchObject({ code: 0, ...expected })
    client.send('ping')
    expect((await client.next()).resAc).toBe('pong')
  },
)

test('a subscription to more symbols than the plan allows is refused as a whole, with the limit of the plan', async () => {
  await using at = await world()
  const client = await authenticated(at, '/stock', 'small')
  const params = Array.from({ length: 10_000 }, (_, n) => `A${n}`).join(',')
  const refusal = await client.answer({ ac: 'subscribe', params })
  expect(refusal).toMatchObject({ code: 0, error: 'too_many_subscriptions', limit: 3, subscribed: 0 })
})

test('a repeated subscription counts once, and unsubscribing an unknown symbol succeeds without effect', async () => {
  await using at = await world()
  const client = await authenticated(at)
  await client.answer({ ac: 'subscribe', params: 'A,A,A$US', types: 'tick' })
  await client.answer({ ac: 'subscribe', params: 'A', types: 'tick' })
  expect((await client.answer({ ac: 'list' })).data).toEqual([{ s: 'A', r: 'US', types: ['tick'] }])
  await at.stream.publish(tick('A', 1), tick('A', 2))
  expect([(await client.next()).data.ld, (await client.next()).data.ld]).toEqual([1, 2])
  const answer = await client.answer({ ac: 'unsubscribe', params: 'NEVER' })
  expect(answer).toMatchObject({ code: 1, accepted: [] })
})

const many = (work: () => void, times: number): void => {
  for (let n = 0; n < times; n += 1) work()
}

test.each([
  ['a message over 64 KiB', 1009, (client: Listener) => client.send('x'.repeat(65_537))],
  ['sixteen thousand pieces of a message', 1008, (c: Listener) => many(() => c.ws.send('x', { fin: false }), 16_000)],
  ['ten thousand pings', 4029, (client: Listener) => many(() => client.ws.ping(), 10_000)],
  ['a thousand pongs that nobody asked for', 4029, (client: Listener) => many(() => client.ws.pong(), 1_000)],
  ['a thousand messages at once', 4029, (client: Listener) => many(() => client.send({ ac: 'list' }), 1_000)],
])('%s closes the socket with %i', async (_, code, misbehave) => {
  await using at = await world()
  const client = await authenticated(at)
  misbehave(client)
  expect((await client.ended()).code).toBe(code)
})

/** Fills the buffers of a reader that stopped, until the gateway notices and the kernel accepts no more. */
async function fillLines(at: Awaited<ReturnType<typeof world>>): Promise<void> {
  const record = (n: number) => ({ lane: laneOf(tick('AAPL', n)), event: tick('AAPL', n) })
  const isBehind = () => {
    let behind = false
    at.stream.hub.each((client) => {
      behind ||= client.outbox.isBehind
    })
    return behind
  }
  for (let [n, rounds] = [0, 0]; rounds < 20; n += 1_000) {
    rounds = isBehind() || at.stream.hub.sockets === 0 ? rounds + 1 : 0
    await at.ctx.tape.append(
      'stock',
      Array.from({ length: 1_000 }, (_, index) => record(n + index)),
    )
    await new Promise(setImmediate)
  }
  await at.ctx.tape.append(
    'stock',
    Array.from({ length: 2_000 }, (_, index) => record(index)),
  )
}

test('after a client paused its reading, only the newest quote is sent, and every tick is sent or covered by a gap', async () => {
  await using at = await world()
  const client = await authenticated(at, '/stock?events=1')
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick,quote' })
  client.ws.pause()
  await fillLines(at)
  await at.stream.publish(quote('AAPL', 1), quote('AAPL', 2), quote('AAPL', 3))
  client.ws.resume()
  const isQuote = (frame: Frame) => frame.data?.type === 'quote'
  expect((await client.next(isQuote)).data).toMatchObject({ ld: 3, skipped: 2 })
  await at.stream.publish(tick('AAPL', -1))
  await client.next((frame) => frame.data?.ld === -1)
  const received = client.frames.filter((frame) => frame.type === 'gap' || frame.data?.type === 'tick')
  const spans = received.map((frame) =>
    frame.type === 'gap' ? [frame.from, frame.to] : [frame.data.seq, frame.data.seq],
  )
  for (const [index, [from]] of spans.slice(1).entries()) expect(from).toBe(spans[index]?.[1] + 1)
  expect(received.some((frame) => frame.type === 'gap')).toBe(true)
})

test('a client is closed if it reads nothing for half a minute, or if it is slow and accepts no gap announcements', async () => {
  await using at = await world()
  const never = await authenticated(at, '/stock?events=1')
  await never.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  never.ws.pause()
  await fillLines(at)
  await at.ctx.clock.advance(30_001)
  at.stream.hub.sweep()
  never.ws.resume()
  expect((await never.ended()).code).toBe(4008)
  const paused = await authenticated(at)
  await paused.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'tick' })
  paused.ws.pause()
  await fillLines(at)
  paused.ws.resume()
  expect((await paused.ended()).code).toBe(4008)
})

test('a client that misses two pings is terminated, and its slot is free', async () => {
  await using at = await world()
  const dead = await authenticated(at, '/stock', 'small')
  dead.ws.pause()
  for (let interval = 0; interval < 3; interval += 1) {
    await at.ctx.clock.advance(15_000)
    at.stream.hub.sweep()
  }
  await expect.poll(() => at.stream.hub.sockets).toBe(0)
  await authenticated(at, '/stock', 'small')
})

test('a new socket replaces an unresponsive socket of the same key, and the replaced client can read the reason', async () => {
  await using at = await world()
  const dead = await authenticated(at, '/stock?events=1', 'small')
  dead.ws.pause()
  await authenticated(at, '/stock', 'small')
  dead.ws.resume()
  expect(await dead.next((frame) => frame.type === 'close')).toMatchObject({ code: 4009, error: 'replaced_by_newer' })
  expect((await dead.ended()).code).toBe(4009)
})

test('a resume from a future sequence number is refused, and the live stream continues', async () => {
  await using at = await world()
  await at.stream.publish(tick('AAPL', 1))
  const client = await authenticated(at)
  const refusal = await client.answer({ ac: 'resume', params: { 'AAPL$US:tick': 9e15 } })
  expect(refusal).toMatchObject({ code: 0, error: 'resume_invalid' })
  await at.stream.publish(tick('AAPL', 2))
  expect((await client.next()).data.ld).toBe(2)
})
