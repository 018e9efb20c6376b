import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { errorCatalogue, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { closeCodes } from '#src/contract/stream-names.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import { errorAnswer, errorBody, requestLocale, sentHeaders } from '#src/platform/http/envelope.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sayFarewell } from '#src/platform/server/farewell.ts'
import { type Access, producerIn, secretIn } from './access.ts'
import { answerText } from './answer.ts'
import { type Line, lineSlices } from './lines.ts'
import type { Producer } from './producer.ts'
import type { Producers } from './producers.ts'

const frameBytesMax = 1 << 20
/** Maximum size in bytes of the frames that wait for the tape. Above this size, the socket is not read. */
const waitingBytesMax = 4 << 20
/** The time for clients to confirm the close, ms. */
const closeMs = 1_000

/**
 * Producers' WebSockets. A frame holds one message, or several as lines; one response may acknowledge several frames.
 */
export class PushSockets implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #producers: Producers
  readonly #server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: frameBytesMax })
  readonly #open = new Map<PushSocket, string>()
  #access: Access | null = null
  #isClosed = false

  constructor(ctx: Platform, producers: Producers) {
    this.#ctx = ctx
    this.#producers = producers
  }

  admit(access: Access): void {
    this.#access = access
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(closeMs)
  }

  async close(withinMs: number): Promise<void> {
    this.#isClosed = true
    const sockets = [...this.#open.keys()]
    await Promise.all(
      sockets.map((socket) => socket.end('restarting', closeCodes.restarting, Math.min(withinMs, closeMs))),
    )
  }

  /**
   * Closes the sockets of a revoked key. With null, verifies the key of every socket again and closes the sockets with
   * an invalid key.
   */
  end(keyId: string | null): void {
    for (const [socket, secret] of this.#open) {
      const end = () => void socket.end('key_revoked', closeCodes.auth, closeMs)
      if (keyId === null) void this.#access?.verify(secret).catch((cause: unknown) => isRefusal(cause) && end())
      else if (socket.producer.key.id === keyId) end()
    }
  }

  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const locale = requestLocale(sentHeaders(incoming), 'en-US')
    this.#enter(incoming, socket, head, locale).catch((cause: unknown) => {
      const refusal = refusalOf(this.#ctx, cause, 'a handshake of a producer failed')
      refuseUpgrade(socket, refusal, locale, this.#ctx.random.uuid())
    })
  }

  async #enter(incoming: IncomingMessage, socket: Duplex, head: Buffer, locale: Locale): Promise<void> {
    if (this.#isClosed || !this.#access) throw refuse('server_busy', { retryAfter: 1 })
    const secret = secretIn(incoming)
    const key = await this.#access.keyOf(incoming)
    const producer = await this.#producers.of(key, producerIn(incoming))
    const last = await producer.last()
    if (socket.destroyed) return
    this.#server.handleUpgrade(incoming, socket, head, (ws) => {
      const opened = new PushSocket(this.#ctx, this.#producers, producer, ws, locale)
      this.#open.set(opened, secret)
      ws.once('close', () => this.#open.delete(opened))
      ws.send(JSON.stringify({ code: 0, msg: 'ok', data: { acknowledged: last, source: key.source } }))
      // The key may have been revoked during the handshake.
      this.#access?.verify(secret).catch(() => void opened.end('key_revoked', closeCodes.auth, closeMs))
    })
  }
}

class PushSocket {
  readonly producer: Producer
  readonly #ctx: Platform
  readonly #producers: Producers
  readonly #ws: WebSocket
  readonly #locale: Locale
  #frames: Buffer[] = []
  #bytes = 0
  #isAccepting = false

  constructor(ctx: Platform, producers: Producers, producer: Producer, ws: WebSocket, locale: Locale) {
    this.#ctx = ctx
    this.#producers = producers
    this.producer = producer
    this.#ws = ws
    this.#locale = locale
    ws.on('error', () => ws.terminate())
    ws.on('message', (data) => this.#hear(data as Buffer))
  }

  async end(error: 'key_revoked' | 'restarting' | 'server_error', code: number, withinMs: number): Promise<void> {
    const ws = this.#ws
    if (ws.readyState === ws.CLOSED) return
    const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
    ws.send(JSON.stringify(errorBody(refuse(error), this.#locale, this.#ctx.random.uuid())))
    ws.close(code, error)
    const late = setTimeout(() => ws.terminate(), withinMs)
    await closed
    clearTimeout(late)
  }

  #hear(frame: Buffer): void {
    this.#frames.push(frame)
    this.#bytes += frame.length
    if (this.#bytes > waitingBytesMax) this.#ws.pause()
    if (!this.#isAccepting) void this.#acceptAll()
  }

  async #acceptAll(): Promise<void> {
    this.#isAccepting = true
    try {
      while (this.#frames.length > 0 && this.#ws.readyState === this.#ws.OPEN) {
        const frames = this.#frames
        this.#frames = []
        this.#bytes = 0
        this.#ws.resume()
        await this.#accept(frames)
      }
    } catch (cause) {
      await this.#fail(cause)
    }
    this.#isAccepting = false
  }

  async #accept(frames: readonly Buffer[]): Promise<void> {
    const body = Buffer.concat(frames.flatMap((frame) => [frame, newline]))
    const result = await this.producer.accept(withoutBeats(lineSlices(body)), null)
    await this.#producers.heard(this.producer, result.accepted > 0)
    if (result.accepted + result.repeated + result.refusedTotal === 0) return
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(answerText(result, this.#locale))
  }

  /**
   * Closes the socket. The producer reconnects and resends the unacknowledged messages, because these messages may be
   * missing on the tape.
   */
  async #fail(cause: unknown): Promise<void> {
    const refusal = refusalOf(this.#ctx, cause, 'pushed messages could not be accepted')
    if (this.#ws.readyState === this.#ws.OPEN)
      this.#ws.send(JSON.stringify(errorBody(refusal, this.#locale, this.#ctx.random.uuid())))
    this.#ws.close(closeCodes.restarting, 'not taken')
  }
}

const newline = Buffer.from('\n')

function* withoutBeats(slices: Iterable<Line[]>): Generator<Line[]> {
  for (const lines of slices) yield lines.filter((line) => !isBeat(line))
}

function isBeat(line: Line): boolean {
  if (!('value' in line) || typeof line.value !== 'object' || line.value === null) return false
  return 'type' in line.value && line.value.type === 'heartbeat'
}

function refuseUpgrade(socket: Duplex, refusal: Refusal, locale: Locale, requestId: string): void {
  const { status } = errorCatalogue[refusal.error]
  const { headers, body } = errorAnswer(refusal, locale, requestId)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  sayFarewell(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
