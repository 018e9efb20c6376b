/** Other WebSocket brokers, each in a separate process, fed with the same texts over plain TCP. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventText, spell } from '#src/gateway/stream/delivery/frame.ts'
import type { FigureId } from '#src/site/content/benches/figures.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { programs } from '../peers/fetched.ts'
import type { Reader } from './reader.ts'

export type Broker = {
  program: string
  figure: FigureId
  /** The required ratio of our deliveries to those of the broker. */
  ratioMin: number
  config: (ports: { tcp: number; ws: number }) => string
  arguments: (file: string) => string[]
  /** The path of the broker's WebSockets, and their subprotocol. */
  path: string
  protocol: string | null
  subscribe: (reader: Reader, symbols: readonly string[], id: number) => void
  hello: () => Buffer
  publish: (events: readonly Event[]) => Buffer
}

type Event = { symbol: string; text: string }

const nats: Broker = {
  program: 'nats-server',
  figure: 'streamNats',
  ratioMin: 8,
  config: ({ tcp, ws }) => `listen: "127.0.0.1:${tcp}"\nwebsocket { listen: "127.0.0.1:${ws}", no_tls: true }\n`,
  arguments: (file) => ['-c', file],
  path: '/',
  protocol: null,
  subscribe(reader, symbols) {
    const lines = symbols.map((symbol, n) => `SUB ${symbol} ${n + 1}\r\n`)
    reader.sayBinary(Buffer.from(`CONNECT {"verbose":false}\r\n${lines.join('')}`))
  },
  hello: () => Buffer.from('CONNECT {"verbose":false}\r\n'),
  publish: (events) =>
    Buffer.from(events.map(({ symbol, text }) => `PUB ${symbol} ${text.length}\r\n${text}\r\n`).join('')),
}

const mosquitto: Broker = {
  program: 'mosquitto',
  figure: 'streamMosquitto',
  ratioMin: 1,
  config: ({ tcp, ws }) =>
    `listener ${tcp} 127.0.0.1\nlistener ${ws} 127.0.0.1\nprotocol websockets\nallow_anonymous true\n`,
  arguments: (file) => ['-c', file],
  path: '/',
  protocol: 'mqtt',
  subscribe(reader, symbols, id) {
    reader.sayBinary(mqttConnect(`reader-${id}`))
    const topics = symbols.map((symbol) => Buffer.concat([mqttText(symbol), Buffer.from([0])]))
    reader.sayBinary(mqttPacket(0x82, Buffer.concat([Buffer.from([0, 1]), ...topics])))
  },
  hello: () => mqttConnect('publisher'),
  publish: (events) =>
    Buffer.concat(
      events.map(({ symbol, text }) => mqttPacket(0x30, Buffer.concat([mqttText(symbol), Buffer.from(text)]))),
    ),
}

/** Centrifugo with its default settings: it merges the events that wait for a socket into one frame. */
const centrifugo: Broker = {
  program: 'centrifugo',
  figure: 'streamCentrifugo',
  ratioMin: 1,
  config: ({ tcp, ws }) =>
    JSON.stringify({
      http_server: { address: '127.0.0.1', port: ws, internal_address: '127.0.0.1', internal_port: tcp },
      client: { insecure: true, ping_interval: '10m' },
      http_api: { insecure: true },
      log: { level: 'none' },
    }),
  arguments: (file) => ['-c', file],
  path: '/connection/websocket',
  protocol: null,
  subscribe(reader, symbols) {
    const commands = symbols.map((channel, n) => ({ id: n + 2, subscribe: { channel } }))
    reader.sayText([{ id: 1, connect: {} }, ...commands].map((command) => JSON.stringify(command)).join('\n'))
  },
  hello: () => Buffer.alloc(0),
  publish(events) {
    const commands = events.map(({ symbol, text }) => `{"publish":{"channel":"${symbol}","data":${text}}}`)
    const body = `{"commands":[${commands.join(',')}]}`
    const head = 'POST /api/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
    return Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  },
}

export const brokers: readonly Broker[] = [nats, mosquitto, centrifugo]

function mqttText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)])
}

function mqttPacket(type: number, body: Buffer): Buffer {
  const length: number[] = []
  let rest = body.length
  do {
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

/** An MQTT 3.1.1 CONNECT with a clean session and without keep-alive. */
function mqttConnect(id: string): Buffer {
  return mqttPacket(0x10, Buffer.concat([mqttText('MQTT'), Buffer.from([4, 2, 0, 0]), mqttText(id)]))
}

export type RunningBroker = AsyncDisposable & {
  pid: number
  port: number
  /** Offers events at this rate and drops those that the broker does not accept in time. */
  feed(perSecond: number, seconds: number, symbols: number): Promise<void>
  cpuSeconds(): number
}

/** Returns null when the program is not installed. */
export async function startBroker(broker: Broker): Promise<RunningBroker | null> {
  const program = pathOf(broker.program)
  if (!program) return null
  const dir = mkdtempSync(join(tmpdir(), 'tapewire-peer-'))
  const ports = { tcp: await freePort(), ws: await freePort() }
  const file = join(dir, 'peer.json')
  writeFileSync(file, broker.config(ports))
  const child = spawn(program, broker.arguments(file), { stdio: 'ignore', cwd: dir })
  ;(await reach(ports.ws, child)).destroy()
  const line = await reach(ports.tcp, child)
  line.write(broker.hello())
  line.resume()
  return {
    pid: child.pid ?? 0,
    port: ports.ws,
    feed: (perSecond, seconds, symbols) => feed(broker, line, perSecond, seconds, symbols),
    cpuSeconds: () => cpuOf(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      line.destroy()
      child.kill('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function feed(broker: Broker, line: Socket, perSecond: number, seconds: number, symbols: number) {
  const begun = performance.now()
  let offered = 0
  let seq = 1_700_000_000_000_000
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) * perSecond) / 1000)
    const events: Event[] = []
    for (; offered < due; offered += 1) {
      if (line.writableLength > 1_000_000 || events.length >= 1_000) continue
      const code = `S${offered % symbols}`
      seq += 1
      const event = {
        type: 'tick',
        key: code,
        time: Date.now(),
        price: 225.21,
        volume: 100,
        side: 0,
        session: 0,
      } as const
      events.push({ symbol: code, text: eventText({ ...event, source: 'simulated' }, seq, spell(code, 'US', null)) })
    }
    if (events.length > 0) line.write(broker.publish(events))
    await sleep(5)
  }
}

function pathOf(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', programs]
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

async function reach(port: number, child: ChildProcess): Promise<Socket> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const answered = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (answered) return socket.on('error', () => undefined)
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error('the peer did not start')
}

/** Seconds of processor time of another process. Linux counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const [, , , , , , , , , , , user = '0', system = '0'] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(user) + Number(system)) / 100
}
