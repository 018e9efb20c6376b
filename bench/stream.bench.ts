import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Bench, Report } from './bench.ts'
import { quantiles } from './bench.ts'
import type { Answer, Command } from './stream/server.ts'

const clients = 1_000
const perClient = 50
const symbols = 2_000
const readersOfEach = (clients * perClient) / symbols

export const bench: Bench = {
  about: `the live stream: ${clients} clients with ${perClient} of ${symbols} symbols each, server on one core, load on the other`,
  async run(report) {
    const broadcast = await deliveries('plain', '/stock', 1_500)
    const single = await deliveries('ours', '/stock?token=x', 12_000)
    const batched = await deliveries('ours', '/stock?token=x&batch=1', 40_000)
    const baseline = { what: 'plain ws broadcast', value: broadcast.perCpuSecond }
    const unit = 'deliveries per CPU second'
    report.row({ what: 'batched', value: batched.perCpuSecond, unit, goal: { atLeast: 3_000_000 } })
    report.row({ what: 'batched against', value: batched.perCpuSecond, unit, baseline, goal: { ratioAtLeast: 5 } })
    report.row({ what: 'one event a frame', value: single.perCpuSecond, unit, baseline, goal: { ratioAtLeast: 1.2 } })
    report.row({ what: 'tape to client, p99', value: batched.latency.p99, unit: 'ms', goal: { atMost: 30 } })
    report.row({ what: 'tape to client, p50', value: batched.latency.p50, unit: 'ms' })
    await idle(report)
    await stalled(report)
    report.note('peers nats-server and mosquitto are not part of this bench')
  },
}

type Server = { child: ChildProcess; port: number; ask(command: Command): Promise<Answer> }

async function start(kind: 'ours' | 'plain'): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'stream/server.ts'), [kind], { execArgv: ['--expose-gc'] })
  const [hello] = (await once(child, 'message')) as [{ port: number }]
  // Where the machine lets us, the server keeps core 0 and we keep the rest.
  spawnSync('taskset', ['-a', '-p', '-c', '0', String(child.pid)])
  spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)])
  return {
    child,
    port: hello.port,
    async ask(command) {
      const answer = once(child, 'message') as Promise<[Answer]>
      child.send(command)
      return (await answer)[0]
    },
  }
}

async function deliveries(kind: 'ours' | 'plain', path: string, perSecond: number) {
  const server = await start(kind)
  const sockets: Socket[] = []
  const latencies: number[] = []
  for (let n = 0; n < clients; n += 1) {
    const names = Array.from({ length: perClient }, (_, i) => `S${(i * 40 + (n % 40)) % symbols}$US`)
    sockets.push(await open(server.port, path, { ac: 'subscribe', params: names.join(','), types: 'tick' }))
  }
  await settled(sockets)
  sockets[0]?.on('data', (chunk: Buffer) => {
    const now = Date.now()
    for (const match of chunk.toString('latin1').matchAll(/"t":([\d.]+)/g)) latencies.push(now - Number(match[1]))
  })
  await server.ask({ do: 'publish', perSecond: perSecond / 2, seconds: 2, symbols })
  latencies.length = 0
  const half = (await server.ask({ do: 'publish', perSecond: perSecond / 2, seconds: 3, symbols })) as {
    events: number
  }
  const latency = quantiles(latencies)
  const full = (await server.ask({ do: 'publish', perSecond, seconds: 5, symbols })) as {
    cpuSeconds: number
    events: number
  }
  const lost = sockets.filter((socket) => socket.destroyed).length
  if (lost > 0 || half.events === 0) throw new Error(`${lost} of ${clients} sockets were closed during the run`)
  for (const socket of sockets) socket.destroy()
  server.child.kill()
  return { perCpuSecond: (full.events * readersOfEach) / full.cpuSeconds, latency }
}

async function idle(report: Report): Promise<void> {
  const server = await start('ours')
  const before = (await server.ask({ do: 'memory' })) as { rss: number }
  const sockets: Socket[] = []
  const wanted = 10_000
  for (let n = 0; n < wanted; n += 100) {
    const some = Array.from({ length: 100 }, () => open(server.port, '/stock?token=x', { ac: 'list' }))
    sockets.push(...(await Promise.all(some)))
  }
  await settled(sockets)
  const after = (await server.ask({ do: 'memory' })) as { rss: number; sockets: number }
  report.row({
    what: `${after.sockets} idle sockets`,
    value: (after.rss - before.rss) / 2 ** 20,
    unit: 'MiB',
    goal: { atMost: 200 },
  })
  for (const socket of sockets) socket.destroy()
  server.child.kill()
}

async function stalled(report: Report): Promise<void> {
  const server = await start('ours')
  const names = Array.from({ length: 50 }, (_, i) => `S${i}$US`).join(',')
  const sockets: Socket[] = []
  for (let n = 0; n < 500; n += 1) {
    sockets.push(
      await open(server.port, '/stock?token=x&batch=1&events=1', { ac: 'subscribe', params: names, types: 'tick' }),
    )
  }
  await settled(sockets)
  await server.ask({ do: 'publish', perSecond: 2_000, seconds: 2, symbols: 50 })
  const before = (await server.ask({ do: 'memory' })) as { rss: number }
  for (const socket of sockets) socket.pause()
  await server.ask({ do: 'publish', perSecond: 2_000, seconds: 15, symbols: 50 })
  const after = (await server.ask({ do: 'memory' })) as { rss: number }
  report.row({
    what: '500 clients that stop reading',
    value: (after.rss - before.rss) / 2 ** 20,
    unit: 'MiB',
    goal: { atMost: 64 },
  })
  for (const socket of sockets) socket.destroy()
  server.child.kill()
}

/** The cheapest client there is: it shakes hands, says one thing, and lets what comes fall on the floor. */
async function open(port: number, path: string, message: object): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.on('error', () => socket.destroy())
  const secret = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${secret}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.write(masked(JSON.stringify(message)))
  socket.on('data', () => undefined)
  return socket
}

/** A client's text frame with a mask of zeros. */
function masked(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255])
  return Buffer.concat([head, Buffer.alloc(4), body])
}

/** Until nothing has come for a while: every subscription is in place. */
async function settled(sockets: readonly Socket[]): Promise<void> {
  let bytes = -1
  for (;;) {
    const read = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
    if (read === bytes) return
    bytes = read
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
