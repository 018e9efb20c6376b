import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { startProxy } from '#test/fixtures/proxy.ts'
import { streamWorld, tick } from '#test/fixtures/stream.ts'
import type { MissingFrames } from './frame-log.ts'
import { PlaygroundSession } from './session.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const textsOf = ({ log }: PlaygroundSession) =>
  log.newest(null, '', 100).map(({ way, type, symbol }) => `${way} ${type} ${symbol}`.trim())

test('the playground reconnects after a lost connection, subscribes again, and loads the missed trades on request', async () => {
  await using at = await streamWorld(platform)
  await using proxy = await startProxy(at.stream.url.replace('ws', 'http'))
  const session = new PlaygroundSession(proxy.url)
  const price = () => session.active[0]?.last
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  session.send({ ac: 'subscribe', params: ['stock:AAPL$US'], types: 'tick' })
  await expect.poll(() => session.active).toHaveLength(1)
  await at.stream.publish(tick('AAPL', 100))
  await expect.poll(price).toBe(100)
  proxy.cut()
  await expect.poll(() => session.connection).toMatchObject({ kind: 'waiting', code: 1006 })
  await at.stream.publish(tick('AAPL', 101), tick('AAPL', 102), tick('AAPL', 103))
  await expect.poll(price).toBe(103)
  const [gap] = session.log.gaps
  expect(gap).toMatchObject({
    lane: 'stock:AAPL$US:tick',
    state: 'open',
    count: 2,
    rest: expect.stringContaining('&limit=5000'),
  })
  if (!gap) return
  session.resume(gap)
  await expect.poll(() => gap.state).toBe('resumed')
  const missed = session.log.newest('tick', '', 100).map(({ seq }) => seq)
  expect(missed).toEqual(expect.arrayContaining([gap.from, gap.to]))
  expect(price()).toBe(103)
  session.disconnect()
  expect(session.connection.kind).toBe('idle')
  expect(session.active).toEqual([])
})

test('if the connection is lost while the playground loads the missed events of a gap, the gap is marked as failed', async () => {
  await using at = await streamWorld(platform)
  await using proxy = await startProxy(at.stream.url.replace('ws', 'http'))
  const session = new PlaygroundSession(proxy.url)
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  const gap: MissingFrames = { lane: 'stock:AAPL$US:tick', from: 2, to: 3, after: 1, rest: '', state: 'open', count: 2 }
  session.resume(gap)
  proxy.cut()
  await expect.poll(() => session.connection.kind).toBe('waiting')
  expect(gap.state).toBe('failed')
  session.disconnect()
})

test('the playground stops connecting when its key is refused, and its log never shows the key in full', async () => {
  await using at = await streamWorld(platform)
  const session = new PlaygroundSession(at.stream.url.replace('ws', 'http'))
  session.connect('tw_live_0123456789abcdef')
  await expect.poll(() => session.connection).toEqual({ kind: 'ended', code: 4001 })
  expect(textsOf(session)).toContain('out auth')
  expect(session.log.asLines()).toContain('tw_l***cdef')
  expect(session.log.asLines()).not.toContain('0123456789')
})

test('the message count of the playground matches its log and is reset when the log is cleared', async () => {
  await using at = await streamWorld(platform)
  const session = new PlaygroundSession(at.stream.url.replace('ws', 'http'))
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  session.send({ ac: 'subscribe', params: ['stock:AAPL$US', 'nonsense'], types: 'tick' })
  await expect.poll(() => session.refusals).toEqual([{ symbol: 'nonsense', reason: 'invalid_symbol', limit: null }])
  await at.stream.publish(tick('AAPL', 100), tick('AAPL', 101))
  await expect.poll(() => session.log.counts.tick).toBe(2)
  expect(session.log.total).toBe(textsOf(session).length)
  expect(session.log.newest('tick', 'aapl', 1)).toHaveLength(1)
  session.clear()
  expect(session.log.total).toBe(0)
  session.disconnect()
})

test('a key that is chosen while the playground waits to reconnect is used for the next attempt', async () => {
  await using at = await streamWorld(platform)
  await using proxy = await startProxy(at.stream.url.replace('ws', 'http'))
  const session = new PlaygroundSession(proxy.url)
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  proxy.cut()
  await expect.poll(() => session.connection.kind).toBe('waiting')
  session.changeKey('tw_live_0123456789abcdef')
  await expect.poll(() => session.connection).toEqual({ kind: 'ended', code: 4001 })
})

test('if one subscription has an unknown symbol and exceeds the plan limit, the playground shows both refusals', async () => {
  await using at = await streamWorld(platform)
  const session = new PlaygroundSession(at.stream.url.replace('ws', 'http'))
  session.connect('small')
  await expect.poll(() => session.connection.kind).toBe('open')
  session.send({ ac: 'subscribe', params: ['stock:A$US', 'stock:B$US', 'stock:C$US'], types: 'tick' })
  await expect.poll(() => session.active).toHaveLength(3)
  session.send({ ac: 'subscribe', params: ['nonsense', 'stock:D$US'], types: 'tick' })
  await expect
    .poll(() => session.refusals)
    .toEqual([
      { symbol: 'nonsense', reason: 'invalid_symbol', limit: null },
      { symbol: '', reason: 'too_many_subscriptions', limit: 3 },
    ])
  session.disconnect()
})

test('after the reader ends a lost connection, a new connection is not logged as a reconnection', async () => {
  await using at = await streamWorld(platform)
  await using proxy = await startProxy(at.stream.url.replace('ws', 'http'))
  const session = new PlaygroundSession(proxy.url)
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  proxy.cut()
  await expect.poll(() => session.connection.kind).toBe('waiting')
  session.disconnect()
  session.connect('good')
  await expect.poll(() => session.connection.kind).toBe('open')
  const opened = session.log.newest(null, '', 100).filter(({ type }) => type === 'open')
  expect(opened.map(({ raw }) => raw)).toEqual(['', ''])
  session.disconnect()
})
