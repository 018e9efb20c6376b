import { type Backoff, backoffMs, defaultBackoff } from './backoff.ts'
import { addressOf, checkOptions, type KeySource, keyFrom } from './key.ts'
import { Lanes, wireType } from './lanes.ts'
import type { Gap, Incoming, MarketUpdate, StreamEvents, StreamState, SubscriptionType } from './stream-events.ts'

/** The WebSocket that the SDK uses: from the browser or Node, or from the options. */
export type SocketLike = {
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

type SocketClass = new (url: string) => SocketLike

export type StreamOptions = {
  /** Origin of the data gateway (`http:` and `ws:` both work). */
  apiUrl: string
  key: KeySource
  /** Whether a frame may have many events. Default true. */
  batch?: boolean
  backoff?: Backoff
  /** A connection without a message for this many ms counts as dead, default 25,000. Heartbeats come every 10 s. */
  silenceMs?: number
  WebSocket?: SocketClass
  random?: () => number
}

type Listener<K extends keyof StreamEvents> = (event: StreamEvents[K]) => void

const openState = 1
const authClosed = 4001
const planClosed = 4003
const ownerClosed = 4010

/**
 * The live stream. Connects at the first subscription, and reconnects automatically with growing, random waits. After a
 * reconnect, each subscription continues after the last received event. Events that the gateway no longer has are
 * reported as `gap`.
 *
 *     const stream = new Stream({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
 *     stream.on('quote', (quote) => console.log(quote.symbol, quote.ld))
 *     const stop = stream.subscribe(['stock:AAPL$US', 'crypto:BTCUSD$BA'], ['quote'])
 */
export class Stream {
  readonly #options: StreamOptions
  readonly #lanes = new Lanes()
  readonly #listeners = new Map<keyof StreamEvents, Set<Listener<never>>>()
  #socket: SocketLike | null = null
  #state: StreamState = { kind: 'idle' }
  #authenticated = false
  #attempt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #lastError = { error: '', message: '' }

  constructor(options: StreamOptions) {
    checkOptions(options)
    this.#options = options
  }

  get state(): StreamState {
    return this.#state
  }

  /** The number of distinct subscribed instruments, which count against the plan. */
  get instruments(): number {
    return this.#lanes.instruments
  }

  /** Calls `listener` for each event of a kind, until the returned function is called. */
  on<K extends keyof StreamEvents>(kind: K, listener: Listener<K>): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners)
    listeners.add(listener as Listener<never>)
    return () => listeners.delete(listener as Listener<never>)
  }

  /**
   * Subscribes to `types` of `symbols` (`class:CODE$REGION`) until the returned function is called. A symbol with
   * several callers is subscribed once. Refusals arrive as `rejected`.
   */
  subscribe(symbols: readonly string[], types: readonly SubscriptionType[] = ['quote']): () => void {
    this.#socketClass()
    const known = this.#lanes.size
    const wanted = symbols.flatMap((symbol) => types.map((type) => this.#lanes.want(symbol.trim(), wireType(type))))
    if (this.#authenticated) this.#request('subscribe', this.#lanes.all().slice(known))
    this.#connectIfNeeded()
    let stopped = false
    return () => {
      if (stopped) return
      stopped = true
      const dropped = wanted.filter((lane) => this.#lanes.drop(lane))
      if (this.#authenticated) this.#request('unsubscribe', dropped)
    }
  }

  /** Closes the connection permanently. */
  close(): void {
    this.#setState({ kind: 'closed' })
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    this.#lanes.clear()
    const socket = this.#socket
    this.#socket = null
    socket?.close(1000, 'done')
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #connectIfNeeded(): void {
    if (this.#socket || this.#retry || this.#lanes.size === 0) return
    if (this.#state.kind === 'closed' || this.#state.kind === 'refused') return
    void this.#connect()
  }

  #socketClass(): SocketClass {
    const found: SocketClass | undefined = this.#options.WebSocket ?? globalThis.WebSocket
    if (found) return found
    throw new Error('There is no WebSocket here. Use Node 22 or newer, or pass WebSocket of the package "ws".')
  }

  async #connect(): Promise<void> {
    this.#setState({ kind: 'connecting' })
    const Socket = this.#socketClass()
    const socket = new Socket(this.#url())
    this.#socket = socket
    this.#authenticated = false
    this.#listenForSilence()
    const key = keyFrom(this.#options.key)
    socket.addEventListener('open', () => {
      key.then(
        (secret) => socket === this.#socket && socket.send(JSON.stringify({ ac: 'auth', params: secret })),
        (error: unknown) => {
          if (socket === this.#socket) this.#lastError = { error: String(error), message: '' }
          socket.close()
        },
      )
    })
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#receive(String(data))
    })
    socket.addEventListener('error', () => undefined)
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket === this.#socket) this.#onClose(code, reason)
    })
    // The error is handled where the key is awaited. If the socket closes before that, this handler keeps the rejection
    // from being unhandled.
    key.catch(() => undefined)
  }

  #url(): string {
    const url = addressOf(this.#options.apiUrl.replace(/^http/, 'ws'), '/stream')
    if (this.#options.batch !== false) url.searchParams.set('batch', '1')
    url.searchParams.set('events', '1')
    return url.href
  }

  #receive(text: string): void {
    this.#listenForSilence()
    const value: Incoming | Incoming[] = JSON.parse(text)
    for (const frame of Array.isArray(value) ? value : [value]) this.#handle(frame)
  }

  #handle(frame: Incoming): void {
    if (frame.data?.seq !== undefined) this.#handleEvent(frame.data)
    else if (frame.type === 'gap') this.#handleGap(frame)
    else if (frame.type === 'heartbeat') {
      const { t = 0, markets, ages = {}, replaced = [] } = frame
      if (markets) this.#emit('heartbeat', { t, markets, ages, replaced })
    } else if (isClosing(frame)) this.#lastError = { error: frame.error ?? '', message: frame.msg ?? '' }
    else if (frame.resAc === 'auth') this.#onAuthenticated()
    else this.#handleReply(frame)
  }

  #handleEvent(data: MarketUpdate & { class?: string }): void {
    const lane = this.#lanes.laneOf(data)
    if (!lane || data.seq <= (lane.seq ?? 0)) return
    lane.seq = data.seq
    const update: MarketUpdate = { ...data, symbol: lane.symbol }
    if (update.type === 'tick' || update.type === 'quote' || update.type === 'depth') this.#emit(update.type, update)
    else this.#emit('kline', update)
  }

  #handleGap(frame: Incoming): void {
    const name = frame.s ?? ''
    const at = name.lastIndexOf(':')
    const lane = this.#lanes.get(name)
    const { from = 0, to = 0, rest = '' } = frame
    if (lane && (lane.seq ?? 0) < to) lane.seq = to
    const gap: Gap = { s: name, from, to, rest, symbol: name.slice(0, at), subscriptionType: name.slice(at + 1) }
    this.#emit('gap', gap)
  }

  #handleReply({ code, error = '', msg, limit = null, rejected = [], id }: Incoming): void {
    const message = (code === 0 && msg) || ''
    const isWhole = code === 0 && (rejected.length === 0 || (error === 'too_many_subscriptions' && id !== undefined))
    this.#lanes.answered(id, isWhole)
    if (isWhole) this.#emit('rejected', { symbol: null, error, message, limit })
    for (const { s, reason } of rejected)
      this.#reject(s, reason, message || `The gateway refused ${s}: ${reason}.`, reason === error ? limit : null)
  }

  /** A refused symbol is not requested again. A lane that cannot resume restarts with its next event. */
  #reject(symbol: string, reason: string, message: string, limit: number | null): void {
    if (reason === 'resume_invalid') {
      const lane = this.#lanes.get(symbol)
      if (lane) lane.seq = null
      return
    }
    this.#lanes.forget(symbol)
    this.#emit('rejected', { symbol, error: reason, message, limit })
  }

  #onAuthenticated(): void {
    this.#authenticated = true
    this.#attempt = 0
    this.#lanes.reconnect()
    this.#setState({ kind: 'live' })
    this.#request('subscribe', this.#lanes.all())
  }

  #request(ac: 'subscribe' | 'unsubscribe', lanes: Parameters<Lanes['requests']>[0]): void {
    for (const request of this.#lanes.requests(lanes)) this.#send({ ac, ...request })
  }

  #send(message: object): void {
    if (this.#socket?.readyState === openState) this.#socket.send(JSON.stringify(message))
  }

  #onClose(code: number, reason: string): void {
    this.#socket = null
    this.#authenticated = false
    clearTimeout(this.#silence)
    const { error, message } = this.#lastError
    this.#lastError = { error: '', message: '' }
    if (this.#state.kind === 'closed') return
    const isFinal =
      code === planClosed ||
      code === ownerClosed ||
      (code === authClosed && typeof this.#options.key === 'string' && error !== 'auth_timeout')
    if (isFinal) {
      this.#setState({ kind: 'refused', error: error || reason, message })
      return
    }
    if (this.#lanes.size === 0) {
      this.#setState({ kind: 'idle' })
      return
    }
    const { backoff = defaultBackoff, random = Math.random } = this.#options
    const ms = backoffMs(this.#attempt, backoff, random)
    this.#attempt += 1
    this.#setState({ kind: 'waiting', ms, reason: error || reason || `closed with ${code}` })
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#connectIfNeeded()
    }, ms)
  }

  #listenForSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      const socket = this.#socket
      if (!socket) return
      this.#onClose(1006, 'silence')
      socket.close()
    }, this.#options.silenceMs ?? 25_000)
  }

  #setState(state: StreamState): void {
    this.#state = state
    this.#emit('state', state)
  }

  #emit<K extends keyof StreamEvents>(kind: K, event: StreamEvents[K]): void {
    for (const listener of this.#listeners.get(kind) ?? [])
      try {
        ;(listener as Listener<K>)(event)
      } catch (error) {
        // A frame has many events. An error in a listener is uncaught, but must not lose the others.
        queueMicrotask(() => {
          throw error
        })
      }
  }
}

/** Whether a frame names the reason of the coming end of the connection. */
const isClosing = ({ type, code, resAc }: Incoming): boolean =>
  type === 'close' || (code === 0 && (resAc === 'auth' || resAc === 'close'))
