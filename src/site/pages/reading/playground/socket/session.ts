import { backoffMs, defaultBackoff } from '#sdk/typescript/backoff.ts'
import { closeCodes } from '#src/contract/stream-names.ts'
import { FrameLog, type MissingFrames } from './frame-log.ts'
import {
  type ActiveSymbol,
  type Frame,
  type NewGap,
  type Refusal,
  Subscribed,
  type SubscribeMessage,
} from './subscribed.ts'

/** `ended`: no attempt follows until the reader acts. `waiting`: the next attempt starts automatically. */
export type Connection =
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'open'; since: number }
  | { kind: 'waiting'; code: number; ms: number }
  | { kind: 'ended'; code: number }

const pingMs = 20_000
/** Minimum time between two redraws of the list, however fast frames arrive. */
const drawMs = 200
const ends: readonly number[] = [
  closeCodes.normal,
  closeCodes.auth,
  closeCodes.planExpired,
  closeCodes.tooManyConnections,
  closeCodes.closedByOwner,
  closeCodes.tooManyMessages,
]

/** One socket with its log. A lost connection is reopened with its subscriptions; a refusal ends the connection. */
export class PlaygroundSession {
  readonly log = new FrameLog()
  readonly url: string
  readonly #apiUrl: string
  readonly #listeners = new Set<() => void>()
  #subscribed = new Subscribed()
  #socket: WebSocket | null = null
  #key = ''
  readonly #resuming: MissingFrames[] = []
  #attempt = 0
  #lostAt: number | null = null
  #timers: ReturnType<typeof setTimeout>[] = []
  #drawing: ReturnType<typeof setTimeout> | null = null
  connection: Connection = { kind: 'idle' }
  refusals: Refusal[] = []
  roundTripMs: number | null = null
  /** Increases with every visible change. */
  version = 0

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl
    this.url = streamUrl(apiUrl)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get active(): ActiveSymbol[] {
    return this.#subscribed.active
  }

  /** Whether a connection is open, being opened or waiting for its next attempt. */
  get isOn(): boolean {
    return !/idle|ended/.test(this.connection.kind)
  }

  /** Opens a socket with this key, and closes the current socket. */
  connect(key: string): void {
    this.#leave()
    this.#key = key
    this.#attempt = 0
    this.#lostAt = null
    this.#open()
  }

  /** Connects with the newly chosen key, if a connection is on. */
  changeKey(key: string): void {
    if (this.isOn && this.#key !== key) this.connect(key)
  }

  /** Ends the connection and drops its subscriptions. */
  disconnect(): void {
    const isOpen = this.#socket !== null
    this.#leave()
    this.#subscribed = new Subscribed()
    if (isOpen) this.log.add({ way: 'socket', type: 'close', raw: String(closeCodes.normal) })
    this.#become({ kind: 'idle' })
  }

  send(message: SubscribeMessage): void {
    this.refusals = []
    this.#subscribed.addPending(message)
    this.#write(message, message.params.join(','))
  }

  resume(missing: MissingFrames): void {
    if (missing.after === null) return
    missing.state = 'asked'
    this.#resuming.push(missing)
    this.#write({ ac: 'resume', params: { [missing.lane]: missing.after } }, missing.lane)
  }

  async fill(missing: MissingFrames): Promise<void> {
    missing.state = 'asked'
    this.#draw()
    try {
      const response = await fetch(this.#apiUrl + missing.rest, { headers: { token: this.#key } })
      const text = await response.text()
      const answer: { data?: { length?: number } | null } = JSON.parse(text)
      missing.count = answer.data?.length ?? 1
      missing.state = response.ok ? 'filled' : 'failed'
      this.log.add({ way: 'in', type: `GET ${response.status}`, symbol: missing.lane, raw: text.slice(0, 20_000) })
    } catch {
      // No response arrived, or the response was not JSON.
      missing.state = 'failed'
    }
    this.#draw()
  }

  clear(): void {
    this.log.clear()
    this.#draw()
  }

  #open(): void {
    this.#become({ kind: 'connecting' })
    const socket = new WebSocket(this.url)
    this.#socket = socket
    socket.addEventListener('open', () => socket === this.#socket && this.#onOpen())
    socket.addEventListener('message', ({ data }) => socket === this.#socket && this.#receive(String(data)))
    socket.addEventListener('close', ({ code }) => socket === this.#socket && this.#onClose(code))
    this.#timers = [setInterval(() => this.#everySecond(), 1_000), setInterval(() => this.#ping(), pingMs)]
  }

  #leave(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    for (const missing of this.#resuming.splice(0)) missing.state = 'failed'
    this.roundTripMs = null
    const socket = this.#socket
    this.#socket = null
    socket?.close(closeCodes.normal, 'done')
  }

  #onOpen(): void {
    const after = this.#lostAt === null ? '' : String(Date.now() - this.#lostAt)
    this.log.add({ way: 'socket', type: 'open', raw: after })
    this.#lostAt = null
    this.#write({ ac: 'auth', params: this.#key }, '')
  }

  #onClose(code: number): void {
    this.#leave()
    this.log.add({ way: 'socket', type: 'close', raw: String(code) })
    if (ends.includes(code)) {
      this.#subscribed = new Subscribed()
      this.#become({ kind: 'ended', code })
      return
    }
    this.#lostAt ??= Date.now()
    const ms = backoffMs(this.#attempt, defaultBackoff, Math.random)
    this.#attempt += 1
    this.#timers = [setTimeout(() => this.#open(), ms)]
    this.#become({ kind: 'waiting', code, ms })
  }

  #onAuthenticated(): void {
    this.#attempt = 0
    this.#become({ kind: 'open', since: Date.now() })
    this.#ping()
    for (const message of this.#subscribed.again()) this.send(message)
  }

  #receive(text: string): void {
    this.log.weigh(new Blob([text]).size)
    const frame: Frame = JSON.parse(text)
    if (frame.data?.seq !== undefined) {
      const { type, seq } = frame.data
      const { symbol, gap } = this.#subscribed.receive(frame.data)
      if (gap) this.#noteGap(gap)
      this.log.add({ way: 'in', type, symbol, seq, raw: text, frame })
    } else if (frame.type === 'gap') {
      const { s = '', from = 0, to = 0, rest = '' } = frame
      this.#noteGap({ lane: s, from, to, after: null, rest }, text)
      this.#subscribed.skip(s, to)
    } else this.#handleControl(frame, text)
    this.#draw()
  }

  #noteGap(gap: NewGap, raw = ''): void {
    const missing: MissingFrames = { ...gap, state: 'open', count: gap.to - gap.from + 1 }
    this.log.add({ way: 'in', type: 'gap', symbol: gap.lane, raw: raw || JSON.stringify(gap), missing })
  }

  #handleControl(frame: Frame, raw: string): void {
    const type = frame.resAc ?? frame.type ?? 'message'
    this.log.add({ way: 'in', type, raw, frame })
    if (type === 'auth' && frame.code === 1) this.#onAuthenticated()
    else if (type === 'pong') this.#onPong(frame)
    else if (type === 'subscribe' || type === 'unsubscribe') this.refusals = this.#subscribed.answer(frame)
    else if (type === 'resume') this.#onResumed(frame)
  }

  #onResumed(frame: Frame): void {
    const missing = this.#resuming.shift()
    if (!missing) return
    const data = frame.data as { replayed?: Record<string, number> } | undefined
    const count = data?.replayed?.[missing.lane]
    missing.state = count === undefined ? 'failed' : 'resumed'
    missing.count = count ?? missing.count
  }

  #onPong(frame: Frame): void {
    const sent = Number((frame.data as { params?: string } | undefined)?.params)
    if (Number.isFinite(sent)) this.roundTripMs = Math.max(0, Date.now() - sent)
  }

  #ping(): void {
    if (this.connection.kind === 'open') this.#write({ ac: 'ping', params: String(Date.now()) }, '')
  }

  #everySecond(): void {
    this.log.nextSecond()
    this.#draw()
  }

  #write(message: { ac: string; params: unknown; types?: string }, symbol: string): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const text = JSON.stringify(message)
    this.#socket.send(text)
    const raw = message.ac === 'auth' ? text.replace(this.#key, maskedKey(this.#key)) : text
    this.log.add({ way: 'out', type: message.ac, symbol, raw })
    this.#draw()
  }

  #become(connection: Connection): void {
    this.connection = connection
    this.#notify()
  }

  #draw(): void {
    this.#drawing ??= setTimeout(() => this.#notify(), drawMs)
  }

  #notify(): void {
    if (this.#drawing) clearTimeout(this.#drawing)
    this.#drawing = null
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}

export function streamUrl(apiUrl: string): string {
  const url = new URL('/stream?events=1', apiUrl)
  url.protocol = url.protocol.replace('http', 'ws')
  return url.href
}

/** Enough of a key to recognise it, but not to use it. */
export function maskedKey(key: string): string {
  return key.length < 16 ? key : `${key.slice(0, 4)}***${key.slice(-4)}`
}
