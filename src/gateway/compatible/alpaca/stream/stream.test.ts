import { Alpaca, type streaming } from '@alpacahq/alpaca-trade-api'
import { decode, encode } from '@msgpack/msgpack'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type AssetClass, instrumentKey, type MarketEvent } from '#src/contract/market.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type Frame, type Listener, protocolDeps } from '#test/fixtures/stream.ts'
import { minute, noon, quote, vendorStream } from '#test/fixtures/vendor-stream.ts'
import { alpacaStreams } from './stream.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

async function world() {
  const deps = protocolDeps()
  const { admit } = deps
  deps.admit = async (key, text, assetClass) =>
    text.includes('SECRET') ? { kind: 'refused', reason: 'not_in_plan' } : admit(key, text, assetClass)
  const opened = await vendorStream(platform, { vendor: 'alpaca', streams: alpacaStreams, deps })
  return {
    ...opened,
    /** Opens a socket, authenticates it and makes a first subscription. */
    async subscribed(path: string, channels: Record<string, string[]>, secret = 'good'): Promise<Listener> {
      const client = opened.connect(path)
      client.send({ action: 'auth', key: 'any', secret })
      client.send({ action: 'subscribe', ...channels })
      await client.next(isSubscription)
      return client
    },
  }
}

const isSubscription = ({ T }: Frame) => T === 'subscription'
const keyOf = (name: AssetClass, code: string, region = 'US') => instrumentKey({ class: name, code, region })
const apple = keyOf('stock', 'AAPL')
const trade = (key: string, price: number, side: 0 | 1 | 2 = 0): MarketEvent => ({
  ...{ type: 'tick', key, time: noon, price, volume: 7.5, side, session: 0, source: 'simulated' },
})
const book = (key: string): MarketEvent => ({
  ...{ type: 'depth', key, time: noon, source: 'simulated' },
  bids: [{ price: 10.1, volume: 300, orders: 1 }],
  asks: [],
})
const time = '2026-01-05T12:00:00.000Z'
const nothing = { trades: [], quotes: [], bars: [], updatedBars: [], dailyBars: [], statuses: [] }
const noStocks = { ...nothing, lulds: [], corrections: [], cancelErrors: [] }

describe('connections of Alpaca sockets', () => {
  test('an Alpaca socket greets the client, accepts its key, and answers each subscription with all current subscriptions', async () => {
    await using at = await world()
    const client = at.connect('/v2/iex')
    expect(await client.next()).toEqual({ T: 'success', msg: 'connected' })
    client.send({ action: 'auth', key: 'any', secret: 'good' })
    expect(await client.next()).toEqual({ T: 'success', msg: 'authenticated' })
    client.send({ action: 'subscribe', trades: ['AAPL'], quotes: ['MSFT', 'AAPL'] })
    expect(await client.next()).toEqual({ T: 'subscription', ...noStocks, trades: ['AAPL'], quotes: ['MSFT', 'AAPL'] })
    client.send({ action: 'unsubscribe', quotes: ['AAPL'], trades: ['AAPL'] })
    expect(await client.next()).toEqual({ T: 'subscription', ...noStocks, quotes: ['MSFT'] })
    await at.stream.publish(trade(apple, 1), book(keyOf('stock', 'MSFT')))
    expect(await client.next()).toMatchObject({ T: 'q', S: 'MSFT' })
    expect(client.raw.every((text) => text.startsWith('[{'))).toBe(true)
  })

  test('an Alpaca socket reads the key from headers, and sends each response in a separate frame', async () => {
    await using at = await world()
    const client = at.connect('/v2/sip', { 'APCA-API-KEY-ID': 'any', 'APCA-API-SECRET-KEY': 'good' })
    expect([await client.next(), await client.next()]).toEqual([
      { T: 'success', msg: 'connected' },
      { T: 'success', msg: 'authenticated' },
    ])
    expect(client.raw).toHaveLength(2)
    client.send({ action: 'auth', key: 'any', secret: 'good' })
    expect(await client.next()).toEqual({ T: 'error', code: 403, msg: 'already authenticated' })
  })

  test('an Alpaca socket on an unsupported path is closed', async () => {
    await using at = await world()
    for (const path of ['/v2/other', '/v1beta1/news', '/v1beta3/crypto']) {
      const client = at.connect(path)
      await expect(client.next()).rejects.toThrow('closed')
    }
  })
})

describe('events on Alpaca sockets', () => {
  test('trades, quotes, minutes and trading halts of a share have the fields of Alpaca', async () => {
    await using at = await world()
    const channels = { trades: ['AAPL'], quotes: ['AAPL'], bars: ['AAPL'], statuses: ['AAPL'] }
    const client = await at.subscribed('/v2/iex', channels)
    await at.stream.publish(trade(apple, 10.5), book(apple), minute(apple, 10, { final: false }), quote(apple, 0))
    await at.stream.publish(minute(apple, 11), minute(apple, 11, { closes: ['5m'] }), quote(apple, 1), quote(apple, 0))
    await at.stream.publish(trade(apple, 11))
    const got = [await client.next()]
    while (got.at(-1).p !== 11) got.push(await client.next())
    expect(got).toEqual([
      { T: 't', S: 'AAPL', i: expect.any(Number), p: 10.5, s: 7.5, t: time },
      { T: 'q', S: 'AAPL', bp: 10.1, bs: 300, ap: 0, as: 0, t: time },
      { T: 'b', S: 'AAPL', o: 10, h: 12, l: 9, c: 11, v: 40, t: time, n: null, vw: 10.5 },
      { T: 's', S: 'AAPL', sc: 'H', sm: 'Trading Halt', rc: '', rm: '', t: time, z: '' },
      { T: 's', S: 'AAPL', sc: 'T', sm: 'Trading Resumption', rc: '', rm: '', t: time, z: '' },
      expect.objectContaining({ T: 't', p: 11 }),
    ])
  })

  test('minute bars and trading halts reach a delayed Alpaca socket fifteen minutes later than live sockets', async () => {
    await using at = await world()
    at.deps.late.add('pair')
    const channels = { bars: ['AAPL'], statuses: ['AAPL'] }
    const live = await at.subscribed('/v2/iex', channels)
    const delayed = await at.subscribed('/v2/iex', channels, 'pair')
    await at.stream.publish(quote(apple, 0), minute(apple, 11))
    await live.next(({ T }) => T === 'b')
    await at.clock.advance(450_000)
    await at.stream.publish(quote(apple, 1), minute(apple, 12, { time: noon + 60_000 }))
    await live.next(({ T, c }) => T === 'b' && c === 12)
    await at.clock.advance(450_000)
    expect(await delayed.next()).toMatchObject({ T: 'b', c: 11 })
    await at.clock.advance(450_000)
    expect(await delayed.next()).toMatchObject({ T: 's', sc: 'H' })
    expect(await delayed.next()).toMatchObject({ T: 'b', c: 12 })
  })

  test('a minute that changes after its end is sent to Alpaca clients as an updated bar', async () => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { bars: ['AAPL'], updatedBars: ['AAPL'], trades: ['AAPL'] })
    await at.stream.publish(minute(apple, 11), minute(apple, 11), minute(apple, 10.5), trade(apple, 1))
    const got = [await client.next()]
    while (got.at(-1).T !== 't') got.push(await client.next())
    expect(got.map(({ T, c }) => [T, c])).toEqual([
      ['b', 11],
      ['u', 10.5],
      ['t', undefined],
    ])
  })

  test('Alpaca events of crypto have the names of pairs, the side of the taker and complete books', async () => {
    await using at = await world()
    const bitcoin = keyOf('crypto', 'BTCUSD')
    const client = await at.subscribed('/v1beta3/crypto/us', { trades: ['BTC/USD'], orderbooks: ['BTC/USD'] })
    await at.stream.publish(trade(bitcoin, 68_000, 1), book(bitcoin))
    expect(await client.next()).toMatchObject({ T: 't', S: 'BTC/USD', p: 68_000, tks: 'S' })
    expect(await client.next()).toEqual({
      ...{ T: 'o', S: 'BTC/USD', t: time, b: [{ p: 10.1, s: 300 }], a: [], r: true },
    })
  })

  test('the symbol * on an Alpaca socket subscribes to the events of all symbols', async () => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { trades: ['*'] })
    expect(client.frames.at(-1)).toMatchObject({ trades: ['*'] })
    await at.stream.publish(trade(apple, 5), trade(keyOf('stock', 'MSFT'), 6))
    expect([(await client.next()).S, (await client.next()).S]).toEqual(['AAPL', 'MSFT'])
  })
})

describe('errors on Alpaca sockets', () => {
  test.each([
    ['subscribe before the key', { action: 'subscribe', trades: ['AAPL'], quotes: ['AAPL'] }, 401, 'not authenticated'],
    ['no JSON', '{', 400, 'invalid syntax'],
    ['a list', [], 400, 'invalid syntax'],
    ['another action', { action: 'listen' }, 400, 'invalid syntax'],
    ['a wrong key', { action: 'auth', key: 'any', secret: 'bad' }, 402, 'auth failed'],
    ['no key', { action: 'auth' }, 402, 'auth failed'],
  ])('the message "%s" on an Alpaca socket is answered with an error', async (_, message, code, msg) => {
    await using at = await world()
    const client = at.connect('/v2/iex')
    await client.next()
    client.send(message)
    expect(await client.next()).toEqual({ T: 'error', code, msg })
  })

  test.each([
    ['a channel without data', { lulds: ['AAPL'] }, 410],
    ['an unknown symbol', { trades: ['NOPE'] }, 400],
    ['a symbol outside the plan', { trades: ['SECRET'] }, 409],
    ['more symbols than the plan has', { trades: ['A', 'B', 'C', 'D'] }, 405],
    ['no list', { trades: 'AAPL' }, 400],
  ])('an Alpaca subscription with %s gets an error, and its valid part is subscribed', async (_, channels, code) => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { quotes: ['MSFT'] }, 'small')
    client.send({ action: 'subscribe', bars: ['MSFT'], ...channels })
    expect(await client.next()).toMatchObject({ T: 'error', code })
    expect(await client.next()).toEqual({ T: 'subscription', ...noStocks, quotes: ['MSFT'], bars: ['MSFT'] })
  })

  test('if an Alpaca subscription exceeds the plan and has an unknown symbol, each fault gets an error and no symbol is subscribed', async () => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { quotes: ['MSFT', 'TSLA'] }, 'small')
    client.send({ action: 'subscribe', trades: ['A', 'B', 'NOPE'] })
    expect([(await client.next()).code, (await client.next()).code].sort()).toEqual([400, 405])
    expect(await client.next()).toMatchObject({ T: 'subscription', trades: [] })
  })

  test('after a change to a smaller plan, an Alpaca socket gets an error and the list of its remaining subscriptions', async () => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { quotes: ['MSFT', 'TSLA'] })
    const good = at.deps.keys.get('good')
    if (good) at.deps.keys.set('good', { ...good, limits: { ...good.limits, subscriptions: 1 } })
    await at.stream.hub.recheck(() => true)
    expect(await client.next()).toMatchObject({ T: 'error', code: 405 })
    expect(await client.next()).toMatchObject({ T: 'subscription', quotes: ['MSFT'] })
  })

  test('an Alpaca subscription without symbols gets an error and the list of unchanged subscriptions', async () => {
    await using at = await world()
    const client = await at.subscribed('/v2/iex', { quotes: ['MSFT'] })
    client.send({ action: 'subscribe' })
    expect(await client.next()).toMatchObject({ T: 'error', code: 400 })
    expect(await client.next()).toMatchObject({ T: 'subscription', quotes: ['MSFT'] })
  })

  test('an Alpaca socket without a key is closed after the auth timeout', async () => {
    await using at = await world()
    const client = at.connect('/v2/iex')
    await client.next()
    await at.clock.advance(60_000)
    expect(await client.next()).toEqual({ T: 'error', code: 404, msg: 'auth timeout' })
    await client.ended()
  })
})

describe('MessagePack on Alpaca sockets', () => {
  test('an Alpaca socket reads and writes MessagePack with timestamps if the client requests MessagePack', async () => {
    await using at = await world()
    const socket = new WebSocket(`${at.stream.url}/alpaca/v2/iex`, {
      headers: { 'Content-Type': 'application/msgpack' },
    })
    const got: unknown[] = []
    const { promise: traded, resolve } = Promise.withResolvers<void>()
    socket.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(true)
      const list = decode(data) as Frame[]
      got.push(...list)
      const [{ T, msg }] = list
      if (msg === 'connected') socket.send(encode({ action: 'auth', key: 'any', secret: 'good' }))
      if (msg === 'authenticated') socket.send(encode({ action: 'subscribe', trades: ['AAPL'] }))
      if (T === 'subscription') void at.stream.publish(...Array.from({ length: 20 }, (_, n) => trade(apple, n + 1)))
      if (list.some(({ p }) => p === 20)) resolve()
    })
    await traded
    socket.close()
    expect(got.slice(0, 3)).toMatchObject([{ msg: 'connected' }, { msg: 'authenticated' }, { trades: ['AAPL'] }])
    expect(got[3]).toEqual({ T: 't', S: 'AAPL', i: expect.any(Number), p: 1, s: 7.5, t: new Date(noon) })
    expect(got).toHaveLength(23)
  })

  test('the client of Alpaca authenticates, subscribes, and reads bars, quotes and order books', async () => {
    await using at = await world()
    const { marketData } = new Alpaca({ keyId: 'any', secret: 'good' })
    const url = (path: string) => `${at.stream.url}/alpaca${path}`
    const stock = marketData.stockStream({ url: url('/v2/iex'), reconnect: false })
    const coin = marketData.cryptoStream({ url: url('/v1beta3/crypto/us'), reconnect: false })
    const bitcoin = keyOf('crypto', 'BTCUSD')
    const [bar, quoted, books] = [
      first<streaming.StreamBar>((listen) => stock.onBar(listen)),
      first<streaming.StreamQuote>((listen) => stock.onQuote(listen)),
      first<streaming.StreamOrderbook>((listen) => coin.onOrderbook(listen)),
    ]
    const ready = [stock, coin].map((one) => first((listen) => one.on('subscription', listen)))
    stock.subscribeForBars(['AAPL'])
    stock.subscribeForQuotes(['AAPL'])
    coin.subscribeForOrderbooks(['BTC/USD'])
    stock.connect()
    coin.connect()
    await Promise.all(ready)
    await at.stream.publish(minute(apple, 11), book(apple), book(bitcoin))
    expect(await bar).toMatchObject({ symbol: 'AAPL', close: 11, vwap: 10.5, timestamp: new Date(noon) })
    expect(await quoted).toMatchObject({ symbol: 'AAPL', bidPrice: 10.1, askPrice: 0, timestamp: new Date(noon) })
    expect(await books).toMatchObject({ symbol: 'BTC/USD', bids: [{ price: 10.1, size: 300 }] })
    stock.disconnect()
    coin.disconnect()
  })
})

function first<Event>(listen: (heard: (event: Event) => void) => unknown): Promise<Event> {
  return new Promise((resolve) => listen(resolve))
}
