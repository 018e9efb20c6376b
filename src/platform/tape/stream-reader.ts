import { Cluster, type Redis, type RedisOptions } from 'iovalkey'
import type { Log } from '../platform.ts'
import { connectRedis, type RedisConnection, retryStrategy } from '../stores/redis.ts'
import type { Row } from './block.ts'

/** The channel on which Redis announces changes of keys that another connection has read. */
const changes = '__redis__:invalidate'
/** The longest wait of a reader, because a wake-up may be lost with its connection. */
const waitMs = 1_000
/** The longest wait while a server refuses to announce changes. */
const pollMs = 20

type Waiting = Map<string, Set<() => void>>

/**
 * Reads any number of streams on two connections for each Redis node. One reads without blocking, since a blocking read
 * serves the keys of one slot only and occupies its connection. The server remembers the streams that were read
 * (`CLIENT TRACKING`), and announces the first change of each on the other connection. Then that stream is read again.
 */
export class StreamReader implements AsyncDisposable {
  readonly #log: Log
  readonly #redis: RedisConnection
  readonly #waiting: Waiting = new Map()
  readonly #listeners = new Map<Redis, Redis>()
  readonly #beating: NodeJS.Timeout
  #polling: NodeJS.Timeout | null = null
  #connection = 0

  constructor(url: string, log: Log, options: RedisOptions) {
    this.#log = log
    this.#redis = connectRedis(url, log, options)
    if (this.#redis instanceof Cluster) this.#redis.on('+node', (node: Redis) => this.#watch(node))
    else this.#watch(this.#redis)
    this.#beating = setInterval(() => this.#beat(), waitMs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#beating)
    if (this.#polling) clearInterval(this.#polling)
    for (const listener of this.#listeners.values()) listener.disconnect()
    this.#redis.disconnect()
    this.#wakeAll()
  }

  /**
   * A number that changes whenever a connection is opened or lost. The next connection may lead to another server,
   * which may lack the newest entries.
   */
  get connection(): number {
    return this.#connection
  }

  /** Opens every connection again, which resolves the address again. */
  reconnect(): void {
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes() : [this.#redis]
    for (const node of nodes) node.disconnect(true)
  }

  /** The entries after an offset. If there are none, waits until the stream may have changed and returns none. */
  async read(stream: string, after: string, count: number, signal: AbortSignal): Promise<Row[]> {
    const changed = Promise.withResolvers<null>()
    const aborted = Promise.withResolvers<null>()
    const wake = () => changed.resolve(null)
    const stop = () => aborted.resolve(null)
    const waiting = this.#waiting.get(stream) ?? new Set()
    // Registers before the read, so that no change after the read is missed.
    this.#waiting.set(stream, waiting.add(wake))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      const reading = this.#redis.xread('COUNT', count, 'STREAMS', stream, after)
      const found = await Promise.race([reading, aborted.promise])
      if (!found) await Promise.race([changed.promise, aborted.promise])
      return found?.[0]?.[1] ?? []
    } finally {
      signal.removeEventListener('abort', stop)
      waiting.delete(wake)
      if (waiting.size === 0 && this.#waiting.get(stream) === waiting) this.#waiting.delete(stream)
    }
  }

  async newest(stream: string): Promise<Row | undefined> {
    const [newest] = await this.#redis.xrevrange(stream, '+', '-', 'COUNT', 1)
    return newest
  }

  /** Whenever a connection to the node opens, opens a listener on the same node. */
  #watch(node: Redis): void {
    node.on('ready', () => {
      this.#connection += 1
      this.#listeners.get(node)?.disconnect()
      this.#listeners.set(node, this.#listen(node))
    })
    node.on('close', () => {
      this.#connection += 1
      this.#listeners.get(node)?.disconnect()
      this.#listeners.delete(node)
    })
  }

  #listen(node: Redis): Redis {
    const listener = node.duplicate({ lazyConnect: false, autoResubscribe: false, readOnly: false, retryStrategy })
    listener.on('error', (error) => this.#log.debug('Redis connection', { error }))
    listener.on('messageBuffer', (_channel: Buffer, keys: Buffer[] | null) => {
      if (keys === null) this.#wakeAll()
      else for (const key of keys) this.#wake(this.#waiting.get(String(key)))
    })
    listener.on('ready', () => {
      this.#announce(node, listener).catch((error: unknown) => this.#log.debug('Redis connection', { error }))
    })
    return listener
  }

  async #announce(node: Redis, listener: Redis): Promise<void> {
    try {
      const id = await listener.client('ID')
      await listener.subscribe(changes)
      await node.client('TRACKING', 'ON', 'REDIRECT', id)
    } catch (error) {
      const isCurrent = this.#listeners.get(node) === listener
      if (!isCurrent || node.status !== 'ready' || listener.status !== 'ready') return
      // The address led the two connections to different servers.
      if (error instanceof Error && error.message.includes('does not exist')) return listener.disconnect(true)
      this.#log.warn(`Redis does not announce changes; its streams are read every ${pollMs} ms`, { error })
      listener.disconnect()
      this.#polling ??= setInterval(() => this.#wakeAll(), pollMs)
    }
    // Changes from before the tracking are not announced, so every reader reads again.
    this.#wakeAll()
  }

  /** A listener sends only these pings, so only they detect that its connection is dead. */
  #beat(): void {
    for (const listener of this.#listeners.values())
      if (listener.status === 'ready') listener.ping().catch(() => undefined)
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const waiting of this.#waiting.values()) this.#wake(waiting)
  }

  #wake(waiting: Iterable<() => void> = []): void {
    for (const wake of waiting) wake()
  }
}
