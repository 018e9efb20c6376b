import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { reserveBytes, StorageGuard } from '../data-dir/storage-guard.ts'
import { silentLog } from '../log/log.ts'
import { Readiness } from './health.ts'
import { InFlight } from './in-flight.ts'
import { listen, type RunningServer, type ServerOptions } from './server.ts'

const open: RunningServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
})

const limits = (max: number) => ({ max, ofAddress: () => max, trustedProxies: [] })

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await listen({
    setting: 'PORT',
    port: 0,
    host: '127.0.0.1',
    loopbackOnly: false,
    connections: limits(100),
    fetch: async () => new Response('hello'),
    log: silentLog,
    ...options,
  })
  open.push(server)
  return server
}

/** Sends raw bytes. Returns all that the server sends until it closes the connection. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

test.each([
  ['rubbish', 'rubbish\r\n\r\n', 'HTTP/1.1 400'],
  ['64 KB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(65_536)}\r\n\r\n`, 'HTTP/1.1 431'],
  ['100 KB of query', `GET /?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'HTTP/1.1 414'],
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400'],
  ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400'],
  [
    'an upgrade that the server does not support',
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 426',
  ],
])('a request with %s gets an error status, and the response reveals no internals', async (_case, bytes, answer) => {
  const { port } = await start()
  const text = await raw(port, bytes)
  expect(text.slice(0, answer.length)).toBe(answer)
  expect(text).not.toMatch(/at .*\.ts|node:/)
})

test('the server still answers after a request with a header named __proto__ and one with two hundred headers', async () => {
  const { port } = await start()
  await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n__proto__: x\r\nConnection: close\r\n\r\n`)
  await raw(port, `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(200)}Connection: close\r\n\r\n`)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('hello')
})

test('the server allows 10 s for the headers of a request and 30 s for the whole request', async () => {
  const { server } = await start()
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
})

test('connections beyond the maximum of the server are closed', async () => {
  const { port, server } = await start({ connections: limits(1) })
  const first = connect(port, '127.0.0.1')
  await once(first, 'connect')
  while ((await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))) === 0);
  const second = connect(port, '127.0.0.1').on('error', () => {})
  await once(second, 'close')
  first.destroy()
})

test('a stopping server lets a started request finish', async () => {
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const server = await start({
    fetch: async () => {
      begin()
      await release
      return new Response('finished')
    },
  })
  const answer = fetch(`http://127.0.0.1:${server.port}`)
  await begun
  const stopped = open.pop()?.[Symbol.asyncDispose]()
  resolve()
  expect(await (await answer).text()).toBe('finished')
  await stopped
})

test('a stopping server closes idle connections and incomplete requests, and finally the sockets of streams', async () => {
  const server = await start({
    upgrade: (_incoming, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  })
  const open = (bytes: string) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(bytes)
    return socket
  }
  const idle = open('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const half = open('GET / HTTP/1.1\r\nHo')
  const upgraded = open('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await Promise.all([once(idle, 'data'), once(upgraded, 'data')])
  const closed: string[] = []
  const ends = Object.entries({ idle, half, upgraded }).map(([name, socket]) =>
    once(socket, 'close').then(() => closed.push(name)),
  )
  for (const socket of [idle, half, upgraded]) socket.resume()
  await server.drain(400)
  await Promise.all(ends)
  expect(closed).toEqual(['idle', 'half', 'upgraded'])
})

test('the responses of a stopping process have the header Connection: close', async () => {
  const readiness = new Readiness()
  readiness.start()
  const { port } = await start({ readiness })
  const connection = async () => (await fetch(`http://127.0.0.1:${port}`)).headers.get('connection')
  expect(await connection()).toBe('keep-alive')
  readiness.stop()
  expect(await connection()).toBe('close')
})

test('a load balancer may send a health check without a Host header', async () => {
  const readiness = new Readiness()
  const { port } = await start({ readiness })
  expect(await raw(port, 'GET /healthz/ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 .*\r\n/)
  readiness.start()
  expect(await raw(port, 'OPTIONS /healthz/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(port, 'HEAD /healthz/ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test('the server cannot start on a port in use, and the error names the port and its setting', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  await expect(start({ port, setting: 'API_PORT' })).rejects.toThrow(
    `Port ${port} is taken by another program. Stop it, or set API_PORT`,
  )
  holder.close()
})

test('at the maximum of running requests, a further call is refused unless a place is reserved for it', async () => {
  const inFlight = new InFlight(1)
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = inFlight.run(
    () => promise,
    () => 'busy',
  )
  expect(
    await inFlight.run(
      async () => 'second',
      () => 'busy',
    ),
  ).toBe('busy')
  const reserved = inFlight.run(
    () => promise,
    () => 'busy',
    1,
  )
  resolve('first')
  expect(await reserved).toBe('first')
  expect(await first).toBe('first')
  expect(
    await inFlight.run(
      async () => 'third',
      () => 'busy',
    ),
  ).toBe('third')
})

test('the disk counts as full below a reserve of free space, and as free again only well above the reserve', async () => {
  let free = reserveBytes
  await using guard = new StorageGuard('/', silentLog, async () => free)
  const seen: boolean[] = []
  for (const bytes of [reserveBytes, reserveBytes - 1, reserveBytes + 1, reserveBytes * 2]) {
    free = bytes
    await guard.check()
    seen.push(guard.full)
  }
  expect(seen).toEqual([false, true, true, false])
})

test('if deleting the finished day files frees enough space, the disk does not count as full', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-disk-'))
  const folder = join(dataDir, 'day-files')
  await mkdir(folder)
  for (const name of ['made.parquet', 'making.part']) await writeFile(join(folder, name), 'x')
  const isThere = async () => (await readdir(folder)).includes('made.parquet')
  await using guard = new StorageGuard(dataDir, silentLog, async () => ((await isThere()) ? 0 : reserveBytes))
  await guard.check()
  expect([guard.full, await readdir(folder)]).toEqual([false, ['making.part']])
  await rm(dataDir, { recursive: true })
})

test('a full disk is still detected if day files cannot be deleted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapewire-disk-'))
  await mkdir(join(dataDir, 'day-files/folder'), { recursive: true })
  await using guard = new StorageGuard(dataDir, silentLog, async () => 0)
  await guard.check()
  expect(guard.full).toBe(true)
  await rm(dataDir, { recursive: true })
})
