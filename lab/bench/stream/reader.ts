import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** All readers receive into this buffer, one after another. */
const landing = Buffer.alloc(256 * 1024)
const opText = 0x81
const opBinary = 0x82
const opPong = 0x8a
/**
 * The interval of unsolicited pongs, shorter than the ping interval of any server, because the reader does not parse
 * pings.
 */
const pongMs = 10_000

/**
 * A WebSocket client that does as little as possible. It discards what it receives, unless it is measured or waits for
 * a word.
 */
export class Reader {
  readonly socket: Socket
  /** Bytes received since the last `reset`. */
  bytes = 0
  events = 0
  gaps = 0
  skipped = 0
  /**
   * Latency in ms and arrival time of each measured event. Plain numbers, not objects, keep garbage collections short.
   */
  readonly latencies: number[] = []
  readonly arrivals: number[] = []
  readonly #isWatched: boolean
  #tail = ''
  #awaited: { word: string; text: string; heard: () => void } | null = null

  constructor(port: number, isWatched: boolean) {
    this.#isWatched = isWatched
    this.socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: landing,
        callback: (length) => {
          this.bytes += length
          if (this.#isWatched) this.#parse(landing.toString('latin1', 0, length))
          if (this.#awaited) this.#listen(this.#awaited, landing.toString('latin1', 0, length))
          return true
        },
      },
    })
    this.socket.on('error', () => this.socket.destroy())
  }

  async open(path: string, protocol: string | null = null): Promise<void> {
    if (this.socket.connecting) await once(this.socket, 'connect')
    const secret = randomBytes(16).toString('base64')
    const more = protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''
    this.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${secret}\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`,
    )
    const pong = setInterval(() => this.socket.write(masked(opPong, Buffer.alloc(0))), pongMs)
    this.socket.once('close', () => clearInterval(pong))
    await this.hears('HTTP/1.1 101')
  }

  /** Resolves when `word` arrives after this call. */
  hears(word: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const closed = () => reject(new Error('the server closed a new connection'))
      const heard = () => {
        this.#awaited = null
        this.socket.off('close', closed)
        resolve()
      }
      this.#awaited = { word, text: '', heard }
      this.socket.once('close', closed)
    })
  }

  #listen(awaited: { word: string; text: string; heard: () => void }, chunk: string): void {
    awaited.text += chunk
    if (awaited.text.includes(awaited.word)) awaited.heard()
  }

  sayText(text: string): void {
    this.socket.write(masked(opText, Buffer.from(text)))
  }

  sayBinary(body: Buffer): void {
    this.socket.write(masked(opBinary, body))
  }

  reset(): void {
    this.bytes = 0
    this.events = 0
    this.gaps = 0
    this.skipped = 0
    this.latencies.length = 0
    this.arrivals.length = 0
  }

  #parse(chunk: string): void {
    const now = Date.now()
    const text = this.#tail + chunk
    for (const found of text.matchAll(/"seq":|"type":"gap"|"skipped":|"t":(\d{13}),/g)) {
      if (found[1] !== undefined) {
        this.latencies.push(now - Number(found[1]))
        this.arrivals.push(now)
      } else if (found[0] === '"seq":') this.events += 1
      else if (found[0] === '"skipped":') this.skipped += 1
      else this.gaps += 1
    }
    // The kept tail is shorter than a word, so that no word counts twice.
    this.#tail = text.slice(-5)
  }
}

/** A client frame whose mask is zero. */
function masked(op: number, body: Buffer): Buffer {
  const { length } = body
  const head = length < 126 ? Buffer.from([op, 0x80 | length]) : Buffer.from([op, 0xfe, length >> 8, length & 255])
  return Buffer.concat([head, Buffer.alloc(4), body])
}

export async function settled(readers: readonly Reader[]): Promise<void> {
  let bytes = -1
  for (;;) {
    const read = readers.reduce((sum, { socket }) => sum + socket.bytesRead, 0)
    if (read === bytes) return
    bytes = read
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Deliveries since the last reset, computed from the bytes of all readers and the size of an event at the measured
 * readers.
 */
export function deliveriesOf(readers: readonly Reader[]): number {
  const bytes = readers.reduce((sum, reader) => sum + reader.bytes, 0)
  const watched = readers.filter(({ events }) => events > 0)
  const events = watched.reduce((sum, reader) => sum + reader.events, 0)
  if (events === 0) throw new Error('nothing was delivered')
  const size = watched.reduce((sum, reader) => sum + reader.bytes, 0) / events
  return Math.round(bytes / size)
}
