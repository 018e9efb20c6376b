import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { streamPath } from '#src/contract/stream-names.ts'
import { type TestPlatform, testPlatform } from '../fixtures/platform.ts'
import { type Frame, streamWorld, tick } from '../fixtures/stream.ts'

/* Clients written only from the public description of the old protocol: their messages, the fields that they read,
   and their reconnections. They do not know `seq`, batches or gaps, and must work unchanged. */

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

async function until<T>(poll: () => T | undefined): Promise<T> {
  const end = Date.now() + 15_000
  for (;;) {
    const found = poll()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error('the client did not receive the expected message in time')
    await new Promise(setImmediate)
  }
}

/**
 * Like the Node, PHP and chart samples: authenticates by message, subscribes after the acknowledgement, and pings
 * with the time as text.
 */
class MessageAuthClient {
  readonly events: Frame[] = []
  pong: string | null = null
  error: string | null = null
  readonly ws: WebSocket

  constructor(url: string, key: string, symbols: string) {
    this.ws = new WebSocket(`${url}/stock`)
    this.ws.on('message', (raw) => {
      const message = JSON.parse(String(raw)) as Frame
      if (message.msg === 'Connected Successfully') this.#send({ ac: 'auth', params: key })
      else if (message.resAc === 'auth') {
        if (message.code === 1) this.#send({ ac: 'subscribe', params: symbols, types: 'depth,quote,tick,kline@1' })
        else this.error = message.msg
      } else if (message.resAc === 'pong') this.pong = message.data.params
      else if (message.code === 1 && message.data?.type) this.events.push(message.data)
      else if (message.code === 0) this.error = message.msg
    })
    this.ws.on('error', () => undefined)
  }

  ping(): void {
    this.#send({ ac: 'ping', params: String(1_731_688_569_840) })
  }

  #send(message: object): void {
    this.ws.send(JSON.stringify(message))
  }
}

/**
 * Like the Python package: sends the key in a header, and uses the old path, `action` and `codes`. Reconnects after
 * each close.
 */
class HeaderAuthClient {
  readonly prices: number[] = []
  connections = 0
  ready = false
  #ws: WebSocket | null = null
  #stopped = false
  readonly #url: string

  constructor(url: string) {
    this.#url = url
    this.#connect()
  }

  drop(): void {
    this.#ws?.terminate()
  }

  stop(): void {
    this.#stopped = true
    this.#ws?.terminate()
  }

  #connect(): void {
    this.connections += 1
    this.ready = false
    const ws = new WebSocket(`${this.#url}/websocket/stock`, { headers: { token: 'good' } })
    this.#ws = ws
    ws.on('message', (raw) => {
      const message = JSON.parse(String(raw)) as Frame
      if (message.resAc === 'auth' && message.code === 1) {
        ws.send(JSON.stringify({ action: 'subscribe', codes: ['AAPL$US'], types: ['tick'] }))
      } else if (message.resAc === 'subscribe') this.ready = message.code === 1
      else if (message.data?.type === 'tick') this.prices.push(message.data.ld)
    })
    ws.on('error', () => undefined)
    ws.on('close', () => {
      if (!this.#stopped) this.#connect()
    })
  }
}

/**
 * Like the Java package: sends the key in the address, and `ping` as plain text. Searches the text of responses for
 * `"type":"tick"`.
 */
class QueryAuthClient {
  readonly lines: string[] = []
  readonly ws: WebSocket

  constructor(url: string, path = '/stock') {
    this.ws = new WebSocket(`${url}${path}?token=good`)
    this.ws.on('message', (raw) => this.lines.push(String(raw)))
    this.ws.on('open', () => this.ws.send('{"ac":"subscribe","params":"AAPL$US","types":"tick"}'))
    this.ws.on('error', () => undefined)
  }
}

test('an old stream client that authenticates by message receives events and the reply to its ping', async () => {
  await using at = await streamWorld(platform)
  const client = new MessageAuthClient(at.stream.url, 'good', 'AAPL$US,TSLA$US')
  await until(() => (at.stream.hub.live.fanOut.size === 8 ? true : undefined))
  await at.stream.publish(tick('AAPL', 225.215), tick('TSLA', 300))
  await until(() => client.events[1])
  expect(client.events[0]).toMatchObject({ s: 'AAPL', r: 'US', ld: 225.215, type: 'tick' })
  expect(client.events[1]).toMatchObject({ s: 'TSLA', ld: 300 })
  client.ping()
  expect(await until(() => client.pong ?? undefined)).toBe('1731688569840')
  client.ws.terminate()
})

test('an old stream client with a wrong key receives the text “auth failed”', async () => {
  await using at = await streamWorld(platform)
  const client = new MessageAuthClient(at.stream.url, 'wrong', 'AAPL$US')
  expect(await until(() => client.error ?? undefined)).toBe('auth failed')
})

test('an old stream client above the subscription limit of its plan receives the old error text', async () => {
  await using at = await streamWorld(platform)
  const client = new MessageAuthClient(at.stream.url, 'small', 'A$US,B$US,C$US,D$US')
  expect(await until(() => client.error ?? undefined)).toBe('exceeding the maximum subscription limit')
  client.ws.terminate()
})

test('an old stream client that subscribes on each new connection gets ticks again after a reconnect', async () => {
  await using at = await streamWorld(platform)
  const client = new HeaderAuthClient(at.stream.url)
  await until(() => (client.ready ? true : undefined))
  await at.stream.publish(tick('AAPL', 1))
  await until(() => client.prices[0])
  client.drop()
  await until(() => (client.connections === 2 && client.ready ? true : undefined))
  await at.stream.publish(tick('AAPL', 2))
  await until(() => (client.prices.includes(2) ? true : undefined))
  client.stop()
})

test('an old stream client with its key in the address receives ticks, and a pong when it sends the text “ping”', async () => {
  await using at = await streamWorld(platform)
  const client = new QueryAuthClient(at.stream.url)
  await until(() => client.lines.find((line) => line.includes('subscribe Successfully')))
  client.ws.send('ping')
  await until(() => client.lines.find((line) => line.includes('pong')))
  await at.stream.publish(tick('AAPL', 5))
  expect(await until(() => client.lines.find((line) => line.includes('"type":"tick"')))).toContain('"ld":5')
  client.ws.terminate()
})

/** Like the chart demo: treats every `data` of a frame with code 1 as a tick, and sends no region. */
class ChartClient {
  readonly ticks: Frame[] = []
  ready = false
  readonly ws: WebSocket

  constructor(url: string) {
    this.ws = new WebSocket(`${url}/stock`)
    this.ws.on('open', () => this.ws.send(JSON.stringify({ ac: 'auth', params: 'good' })))
    this.ws.on('message', (raw) => {
      const { code, data, resAc } = JSON.parse(String(raw)) as Frame
      if (code === 1 && resAc === 'auth') this.ws.send('{"ac":"subscribe","params":"AAPL","types":"tick"}')
      else if (code === 1 && data) this.ticks.push(data)
      else if (code === 1 && resAc === 'subscribe') this.ready = true
    })
    this.ws.on('error', () => undefined)
  }
}

test('an old chart client does not mistake the replies to an unsubscription and a ping for ticks', async () => {
  await using at = await streamWorld(platform)
  const client = new ChartClient(at.stream.url)
  await until(() => (client.ready ? true : undefined))
  await at.stream.publish(tick('AAPL', 7))
  await until(() => client.ticks[0])
  let answers = 0
  client.ws.on('message', () => {
    answers += 1
  })
  client.ws.send('{"ac":"unsubscribe","params":"AAPL"}')
  client.ws.send('ping')
  await until(() => (answers === 2 ? true : undefined))
  expect(client.ticks.map(({ ld }) => ld)).toEqual([7])
  client.ws.terminate()
})

test.each(['/sws', '/SWS', '/Stock', '/websocket/sws', '/websocket/Stock'])(
  'the old socket path %s streams ticks of stocks',
  async (path) => {
    await using at = await streamWorld(platform)
    const client = new QueryAuthClient(at.stream.url, path)
    await until(() => client.lines.find((line) => line.includes('subscribe Successfully')))
    await at.stream.publish(tick('AAPL', 5))
    expect(await until(() => client.lines.find((line) => line.includes('"type":"tick"')))).toContain('"ld":5')
    client.ws.terminate()
  },
)

test.each([
  ['/fws', 'forex'],
  ['/iws', 'indices'],
  ['/Indices', 'indices'],
  ['/cws', 'crypto'],
  ['/xws', undefined],
])('the socket path %s belongs to the asset class %s, where undefined means an unknown path', (path, name) => {
  expect(streamPath(path)?.class).toBe(name)
})
