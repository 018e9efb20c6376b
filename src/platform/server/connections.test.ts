import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { afterEach, expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { silentLog } from '../log/log.ts'
import { type ConnectionLimits, Connections, connectionLimits } from './connections.ts'
import { listen } from './server.ts'

const opened: { destroy(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.destroy()
})

async function start(limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const server = await listen({
    setting: 'PORT',
    port: 0,
    host: '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 1_000, ofAddress: () => 1_000, trustedProxies: [], ...limits },
    fetch: (request) =>
      request.url.endsWith('/held') ? new Promise(() => {}) : Promise.resolve(new Response('hello')),
    upgrade(_incoming, socket) {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      socket.on('end', () => socket.destroy()).on('error', () => socket.destroy())
      socket.resume()
    },
    log: silentLog,
  })
  opened.push({ destroy: () => server[Symbol.asyncDispose]() }, { destroy: () => server.server.closeAllConnections() })
  return server.port
}

type Client = {
  socket: Socket
  request(path: string, headers?: string, body?: string): Promise<string>
  closed: Promise<unknown>
}

async function client(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  opened.push(socket)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')))
  await once(socket, 'connect')
  return {
    socket,
    closed,
    async request(path, headers = '', body = '') {
      const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))))
      socket.write(`${body === '' ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`)
      return Promise.race([answer, closed])
    },
  }
}

const clients = (port: number, count: number) => Promise.all(Array.from({ length: count }, () => client(port)))
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'

test('an address over its connection limit gets 429, and is admitted again when one of its connections closes', async () => {
  const port = await start({ ofAddress: () => 2 })
  const [first, second] = await clients(port, 2)
  await second?.request('/', upgrade)
  const refused = await client(port)
  const answer = await refused.request('/', 'Accept-Language: en\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toMatch(/retry-after: 5\r\n/i)
  expect(answer).toMatch(/"error":"too_many_connections","requestId":"[^"]+"/)
  await refused.closed
  expect(await (await client(port)).request('/', upgrade)).toMatch(/^HTTP\/1\.1 429 /)
  first?.socket.destroy()
  await expect.poll(async () => (await client(port)).request('/')).toContain('hello')
})

test('behind a trusted proxy, requests and sockets are counted for the address of the client', async () => {
  const port = await start({ ofAddress: () => 2, trustedProxies: ['127.0.0.0/8'] })
  const forwarded = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const held = await clients(port, 3)
  void held[0]?.request('/held', forwarded('9.9.9.9'))
  await held[1]?.request('/', forwarded('9.9.9.9') + upgrade)
  const proxied = await client(port)
  await expect.poll(() => proxied.request('/', forwarded('8.8.8.8'))).toContain('hello')
  expect(await (await client(port)).request('/', forwarded('9.9.9.9') + upgrade)).toMatch(/^HTTP\/1\.1 429 /)
  expect(await (await client(port)).request('/', forwarded('9.9.9.9'))).toMatch(/^HTTP\/1\.1 429 /)
  held[1]?.socket.destroy()
  await expect.poll(async () => (await client(port)).request('/', forwarded('9.9.9.9'))).toContain('hello')
  expect(await proxied.request('/')).toContain('hello')
})

test('near the maximum of connections, an idle connection is closed so that a new client gets a response', async () => {
  const port = await start({ max: 20 })
  const idle = await clients(port, 6)
  for (const one of idle) await one.request('/')
  const [atWork] = await clients(port, 12)
  void atWork?.request('/held')
  expect(await (await client(port)).request('/')).toContain('hello')
  await Promise.race(idle.map(({ closed }) => closed))
  expect(idle[0]?.socket.destroyed).toBe(true)
  expect([idle[5]?.socket.destroyed, atWork?.socket.destroyed]).toEqual([false, false])
})

test('connections without a request do not prevent new clients from connecting', async () => {
  const port = await start({ max: 20 })
  const atWork = await client(port)
  void atWork.request('/held')
  for (let n = 0; n < 60; n += 1) await client(port)
  expect(await (await client(port)).request('/')).toContain('hello')
  expect(atWork.socket.destroyed).toBe(false)
})

/** A file of 32 MiB, sent as fast as the client reads it. */
async function* fileParts() {
  for (let part = 0; part < 512; part += 1) yield Buffer.alloc(64 * 1024)
}

/** Connections with their own clock. `/big` and `/file` exceed the buffers of a client that does not read. */
async function onClock() {
  const clock = { now: 0 }
  let begun = 0
  const connections = new Connections({ max: 20, ofAddress: () => 100, trustedProxies: [] }, () => clock.now)
  const server = createServer((incoming, outgoing) => {
    connections.begin(incoming, outgoing)
    if (incoming.url === '/big') outgoing.end(Buffer.alloc(32 * 1024 * 1024))
    if (incoming.url === '/file') void pipeline(fileParts, outgoing).catch(() => {})
    begun += 1
  })
  server.on('connection', (socket) => connections.enter(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({ destroy: () => server.closeAllConnections() }, { destroy: () => server.close() })
  const { port } = server.address() as AddressInfo
  return { clock, connections, port, begun: (count: number) => expect.poll(() => begun).toBe(count) }
}

test.each([
  ['half a request', (one: Client) => void one.request('/held', 'Content-Length: 100\r\n', 'half')],
  ['a response that it does not read', (one: Client) => one.socket.pause() && void one.request('/big')],
])(
  'near the maximum of connections, a client with %s loses its connection after half a second',
  async (_case, slow) => {
    const { clock, port, begun } = await onClock()
    const [one, ...atWork] = await clients(port, 18)
    if (one) slow(one)
    for (const other of atWork) void other.request('/held')
    await begun(18)
    clock.now = 501
    await client(port)
    one?.socket.resume()
    await one?.closed
    expect(atWork.some(({ socket }) => socket.destroyed)).toBe(false)
  },
)

test('a connection is closed if its client does not read a finished response for a minute', async () => {
  const { clock, connections, port, begun } = await onClock()
  const one = await client(port)
  one.socket.pause()
  void one.request('/big')
  await begun(1)
  clock.now = 60_001
  connections.sweep()
  one.socket.resume()
  await one.closed
})

async function readBytes(socket: Socket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; ) {
    const part = socket.read() as Buffer | null
    if (part) left -= part.length
    else await once(socket, 'readable')
  }
}

test('a slow download continues, and a download that makes no progress is dropped', async () => {
  const { clock, connections, port, begun } = await onClock()
  const [slow, stuck] = await clients(port, 2)
  if (!slow || !stuck) throw new Error('two clients')
  for (const { socket } of [slow, stuck]) {
    socket.pause()
    socket.write('GET /file HTTP/1.1\r\nHost: a\r\n\r\n')
  }
  await begun(2)
  for (let minute = 1; minute <= 3; minute += 1) {
    await readBytes(slow.socket, 4 * 1024 * 1024)
    clock.now = minute * 60_000
    connections.sweep()
  }
  clock.now += 1
  connections.sweep()
  stuck.socket.resume()
  await stuck.closed
  await readBytes(slow.socket, 4 * 1024 * 1024)
})

test.each([
  ['live', null, '127.0.0.1', 256],
  ['live', null, '2001:db8:1:2::/64', 256],
  ['live', 10, '9.9.9.9', 10],
  ['sandbox', null, '127.0.0.1', Number.POSITIVE_INFINITY],
  ['sandbox', null, '::/64', Number.POSITIVE_INFINITY],
  ['sandbox', null, '9.9.9.9', 256],
  ['sandbox', 10, '127.0.0.1', 10],
] as const)(
  'in %s mode with CONNECTIONS_PER_ADDRESS=%s, the address %s may hold %s connections',
  (mode, chosen, address, expected) => {
    const limits = connectionLimits({ ...testSettings({ MODE: mode }), connectionsPerAddress: chosen }, 1_000)
    expect(limits.ofAddress(address)).toBe(expected)
  },
)
