import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssetClass, instrumentKey, type MarketEvent } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import type { Frame, Listener } from '#test/fixtures/stream.ts'
import { minute, noon, quote, vendorStream } from '#test/fixtures/vendor-stream.ts'
import { massiveStreams } from './stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

async function world() {
  const opened = await vendorStream(platform, { vendor: 'massive', streams: massiveStreams })
  return {
    ...opened,
    /** Opens an authenticated socket with a first subscription. */
    async subscribed(market: string, params: string, key = 'good'): Promise<Listener> {
      const client = opened.connect(`/${market}`)
      client.send({ action: 'auth', params: key })
      client.send({ action: 'subscribe', params })
      await client.next(({ status }) => status === 'auth_success')
      for (const _ of params.split(',')) await client.next(({ ev }) => ev === 'status')
      return client
    },
  }
}

const keyOf = (name: AssetClass, code: string) => instrumentKey({ class: name, code, region: 'US' })
const trade = (key: string, price: number, volume: number, time = noon): MarketEvent => ({
  ...{ type: 'tick', key, time, price, volume, side: 0, session: 0, source: 'simulated' },
})
const book = (key: string): MarketEvent => ({
  ...{ type: 'depth', key, time: noon, source: 'simulated' },
  bids: [
    { price: 10.1, volume: 300, orders: 1 },
    { price: 10, volume: 400, orders: 1 },
  ],
  asks: [{ price: 10.2, volume: 200, orders: 1 }],
})
const apple = keyOf('stock', 'AAPL')
const isEvent = ({ ev }: Frame) => ev !== 'status'

test('a Massive socket greets the client, accepts its key, and confirms each subscribed and unsubscribed topic', async () => {
  await using at = await world()
  const client = at.stream.connect('/massive/stocks')
  expect(await client.next()).toEqual({ ev: 'status', status: 'connected', message: 'Connected Successfully' })
  client.send({ action: 'auth', params: 'good' })
  expect(await client.next()).toEqual({ ev: 'status', status: 'auth_success', message: 'authenticated' })
  client.send({ action: 'subscribe', params: 'T.AAPL,AM.MSFT' })
  expect([await client.next(), await client.next()]).toEqual([
    { ev: 'status', status: 'success', message: 'subscribed to: T.AAPL' },
    { ev: 'status', status: 'success', message: 'subscribed to: AM.MSFT' },
  ])
  client.send({ action: 'unsubscribe', params: 'T.AAPL' })
  expect(await client.next()).toEqual({ ev: 'status', status: 'success', message: 'unsubscribed to: T.AAPL' })
  await at.stream.publish(trade(apple, 1, 1), minute(keyOf('stock', 'MSFT'), 11))
  expect(await client.next()).toMatchObject({ ev: 'AM', sym: 'MSFT' })
  expect(client.raw.every((text) => text.startsWith('['))).toBe(true)
})

test('trades, best prices and finished minutes of a share have the fields of Massive', async () => {
  await using at = await world()
  const client = await at.subscribed('stocks', 'T.AAPL,Q.AAPL,AM.AAPL')
  await at.stream.publish(trade(apple, 10.5, 7.5), quote(apple), book(apple), minute(apple, 10, { final: false }))
  await at.stream.publish(minute(apple, 11), minute(apple, 11, { closes: ['5m'] }), trade(apple, 11, 1))
  const [first, best, bar, last] = [
    await client.next(isEvent),
    await client.next(isEvent),
    await client.next(isEvent),
    await client.next(isEvent),
  ]
  expect(first).toEqual({ ev: 'T', sym: 'AAPL', i: `${first.q}`, p: 10.5, s: 7, ds: '7.5', t: noon, q: first.q })
  expect(best).toEqual({ ev: 'Q', sym: 'AAPL', bp: 10.1, bs: 300, ap: 10.2, as: 200, t: noon, q: best.q })
  expect(bar).toEqual({
    ...{ ev: 'AM', sym: 'AAPL', v: 40, av: 1_000, op: 9.5, a: 10.4, vw: 10.5 },
    ...{ o: 10, c: 11, h: 12, l: 9, s: noon, e: noon + 60_000 },
  })
  expect(last).toMatchObject({ ev: 'T', p: 11 })
})

test('a Massive bar of one second is sent after its end, and sent again after a late trade', async () => {
  await using at = await world()
  const client = await at.subscribed('stocks', 'A.AAPL,T.AAPL')
  const traded = async (...trades: MarketEvent[]) => {
    await at.stream.publish(...trades)
    for (const _ of trades) await client.next(({ ev }) => ev === 'T')
  }
  const seconds = () => client.frames.filter(({ ev }) => ev === 'A')
  await at.clock.advance(500)
  await traded(trade(apple, 10, 2, noon + 100), trade(apple, 12, 2, noon + 300), trade(apple, 11, 4, noon + 400))
  expect(seconds()).toEqual([])
  await at.clock.advance(1_000)
  const first = {
    ...{ ev: 'A', sym: 'AAPL', v: 8, vw: 11, o: 10, c: 11, h: 12, l: 10, z: 3, s: noon, e: noon + 1_000 },
  }
  await expect.poll(seconds).toEqual([first])
  await traded(trade(apple, 9, 2, noon + 900), trade(apple, 20, 1, noon + 1_200))
  await expect.poll(seconds).toMatchObject([first, { s: noon, v: 10, l: 9, c: 9 }])
  await at.clock.advance(1_500)
  await expect.poll(seconds).toMatchObject([first, { s: noon }, { s: noon + 1_000, v: 1, o: 20 }])
})

test('a Massive bar of one second contains all its trades, even those that the gateway reads late', async () => {
  await using at = await world()
  const client = await at.subscribed('stocks', 'A.AAPL')
  for (const price of [10, 12]) {
    const late = at.stream.publish(trade(apple, price, 5))
    await Promise.all([late, at.clock.advance(2_000)])
    await new Promise(setImmediate)
  }
  await expect.poll(() => client.frames.findLast(({ ev }) => ev === 'A')).toMatchObject({ v: 10, h: 12, c: 12 })
})

test('Massive events of coins, currencies and indices have their own channels, names and fields', async () => {
  await using at = await world()
  const coins = await at.subscribed('crypto', 'XT.BTC-USD,XQ.X:BTC-USD,XL2.BTC-USD,XA.BTC-USD')
  const bitcoin = keyOf('crypto', 'BTCUSD')
  await at.stream.publish(trade(bitcoin, 60_000, 0.25), book(bitcoin), minute(bitcoin, 11))
  const events = [1, 2, 3, 4].map(() => coins.next(isEvent))
  const [sold, best, levels, bar] = await Promise.all(events)
  expect(sold).toEqual({ ev: 'XT', pair: 'BTC-USD', p: 60_000, t: noon, s: 0.25, i: sold.i })
  expect(best).toEqual({ ev: 'XQ', pair: 'BTC-USD', bp: 10.1, bs: 300, ap: 10.2, as: 200, t: noon })
  expect(levels).toEqual({
    ...{ ev: 'XL2', pair: 'BTC-USD', t: noon, a: [[10.2, 200]] },
    b: [
      [10.1, 300],
      [10, 400],
    ],
  })
  expect(bar).toEqual({
    ...{ ev: 'XA', pair: 'BTC-USD', v: 40, vw: 10.5, o: 10, c: 11, h: 12, l: 9, s: noon, e: noon + 60_000 },
  })

  const currencies = await at.subscribed('forex', 'C.EUR/USD,CA.EUR/USD')
  const euro = keyOf('forex', 'EURUSD')
  await at.stream.publish(book(euro), minute(euro, 11))
  expect(await currencies.next(isEvent)).toEqual({ ev: 'C', p: 'EUR/USD', a: 10.2, b: 10.1, t: noon })
  expect(await currencies.next(isEvent)).toMatchObject({ ev: 'CA', pair: 'EUR/USD', c: 11 })

  const indices = await at.subscribed('indices', 'V.I:SPX,AM.I:SPX')
  const index = keyOf('indices', 'SPX')
  await at.stream.publish(trade(index, 6_900, 0), quote(index), minute(index, 11))
  expect(await indices.next(isEvent)).toEqual({ ev: 'V', val: 6_900, T: 'I:SPX', t: noon })
  expect(await indices.next(isEvent)).toEqual({
    ...{ ev: 'AM', sym: 'I:SPX', op: 9.5, o: 10, c: 11, h: 12, l: 9, s: noon, e: noon + 60_000 },
  })
})

test('after a Massive socket unsubscribes from XQ, it still receives XL2, although both channels are made from depth events', async () => {
  await using at = await world()
  const client = await at.subscribed('crypto', 'XQ.BTC-USD,XL2.BTC-USD')
  client.send({ action: 'unsubscribe', params: 'XQ.BTC-USD' })
  await client.next(({ message }) => message === 'unsubscribed to: XQ.BTC-USD')
  await at.stream.publish(book(keyOf('crypto', 'BTCUSD')), book(keyOf('crypto', 'BTCUSD')))
  expect([await client.next(), await client.next()].map(({ ev }) => ev)).toEqual(['XL2', 'XL2'])
})

test('a Massive topic with * subscribes to the whole market, and is refused if the plan does not allow that many symbols', async () => {
  await using at = await world()
  const all = await at.subscribed('crypto', 'XT.*')
  await at.stream.publish(trade(keyOf('crypto', 'ETHUSD'), 3_000, 1), trade(keyOf('crypto', 'BTCUSD'), 60_000, 1))
  expect([await all.next(), await all.next()].map(({ pair }) => pair)).toEqual(['ETH-USD', 'BTC-USD'])
  all.send({ action: 'unsubscribe', params: 'XT.*' })
  expect((await all.next()).message).toBe('unsubscribed to: XT.*')

  const small = await at.subscribed('crypto', 'XT.BTC-USD', 'small')
  small.send({ action: 'subscribe', params: 'XT.*' })
  expect(await small.next()).toEqual({
    ...{ ev: 'status', status: 'error' },
    message: 'exceeding the maximum subscription limit: 1 of 3 symbols are subscribed',
  })
  await at.stream.publish(trade(keyOf('crypto', 'ETHUSD'), 3_000, 1), trade(keyOf('crypto', 'BTCUSD'), 60_000, 1))
  expect(await small.next()).toMatchObject({ ev: 'XT', pair: 'BTC-USD' })
})

test('a refusal on a Massive socket is an error message that names a refused topic', async () => {
  await using at = await world()
  const client = at.stream.connect('/massive/stocks')
  await client.next()
  const refused = async (message: unknown): Promise<string> => {
    client.send(message)
    const { status, message: text } = await client.next()
    return `${status}: ${text}`
  }
  expect(await refused({ action: 'subscribe', params: 'T.AAPL' })).toContain('error: Authenticate first')
  client.send({ action: 'auth', params: 'good' })
  await client.next()
  expect(await refused({ action: 'subscribe', params: 'T.NOPE' })).toMatch(/^error: .*\(T\.NOPE\)$/)
  expect(await refused({ action: 'subscribe', params: 'XT.BTC-USD' })).toBe(
    'error: This socket has the channels T, Q, A, AM (XT.BTC-USD)',
  )
  expect(await refused({ action: 'dance', params: 'T.AAPL' })).toBe(
    'error: The actions are auth, subscribe and unsubscribe.',
  )
  expect(await refused('{')).toMatch(/^error: /)
  expect(await refused({ action: 'subscribe' })).toMatch(/^error: /)
  client.ws.send(Buffer.from('{}'), { binary: true })
  expect(await client.ended()).toMatchObject({ code: 1003 })
})

test('after a change to a smaller plan, a Massive socket gets an error that names each ended symbol', async () => {
  await using at = await world()
  const client = await at.subscribed('stocks', 'T.AAPL,T.MSFT')
  const good = at.deps.keys.get('good')
  if (good) at.deps.keys.set('good', { ...good, limits: { ...good.limits, subscriptions: 1 } })
  await at.stream.hub.recheck(() => true)
  expect((await client.next()).message).toBe('exceeding the maximum subscription limit: 1 of 1 symbols are subscribed')
  expect((await client.next()).message).toMatch(/\(MSFT\)$/)
})

test('a Massive socket is closed after a status message if its key is wrong or its plan allows no further socket', async () => {
  await using at = await world()
  const wrong = at.stream.connect('/massive/stocks')
  wrong.send({ action: 'auth', params: 'wrong' })
  expect((await wrong.next(({ status }) => status === 'auth_failed')).message).toMatch(/^authentication failed: /)
  expect((await wrong.ended()).code).toBe(4001)

  await at.subscribed('stocks', 'T.AAPL', 'small')
  const second = at.stream.connect('/massive/stocks')
  second.send({ action: 'auth', params: 'small' })
  await second.next(({ status }) => status === 'max_connections')
  expect((await second.ended()).code).toBe(4009)
  expect(at.deps.refusals.at(-1)).toMatchObject({ what: '/massive/stocks', error: 'max_connections' })
})

test('a Massive socket of a market without data is refused before the upgrade', async () => {
  await using at = await world()
  const client = at.stream.connect('/massive/options')
  const status = await new Promise((resolve) =>
    client.ws.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
  )
  expect(status).toBe(404)
})
