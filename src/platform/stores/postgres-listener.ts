import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '../clock.ts'
import { waitFor } from '../engines/wait.ts'
import { Bell, pause } from '../loop.ts'
import type { Log } from '../platform.ts'

type Subscription = { channel: string; handler: (payload: unknown) => unknown; onGap: () => unknown }

export type ListenerOptions = {
  connection: pg.ClientConfig
  log: Log
  /** Sends a notification in the same way as the product does, possibly through a pooler. */
  send: (channel: string, payload: string) => Promise<void>
  /** `proofMs`: the pause between two proofs. `arrivalMs`: the limit for the arrival of a proof. */
  times?: { proofMs: number; arrivalMs: number }
}

const retryMsMax = 5_000
const connectMs = { starting: 60_000, serving: 2_500 }
/** Both times together are less than a minute, the longest time by which a subscriber may be behind. */
const proofTimes = { proofMs: 30_000, arrivalMs: 15_000 }

/**
 * One connection for the notifications of all channels. It reports a gap to its subscribers after a reconnect, and
 * whenever a proof, a notification to itself, has not arrived in time. PostgreSQL delivers in order, so a proof that
 * arrives shows that no earlier notification was missed.
 */
export class PostgresListener implements AsyncDisposable {
  readonly #connection: pg.ClientConfig
  readonly #log: Log
  readonly #send: ListenerOptions['send']
  readonly #times: NonNullable<ListenerOptions['times']>
  readonly #proofChannel = `proof_${randomUUID().replaceAll('-', '')}`
  readonly #closed = new AbortController()
  #subscriptions = new Set<Subscription>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #proving: Promise<void> | null = null
  #arrival = new Bell()
  #connectMs = connectMs.starting

  constructor({ connection, log, send, times = proofTimes }: ListenerOptions) {
    this.#connection = connection
    this.#log = log
    this.#send = send
    this.#times = times
  }

  /** From now on, slow attempts to connect are stopped earlier and repeated. */
  beginServing(): void {
    this.#connectMs = connectMs.serving
  }

  async listen(
    channel: string,
    handler: (payload: unknown) => unknown,
    onGap: () => unknown,
  ): Promise<AsyncDisposable> {
    if (!/^[a-z][a-z0-9_]*$/.test(channel)) throw new Error(`not a channel name: ${channel}`)
    const subscription = { channel, handler, onGap }
    const known = [...this.#subscriptions].some((other) => other.channel === channel)
    this.#subscriptions.add(subscription)
    const client = this.#client
    if (!client) await this.#connect()
    else if (!known)
      await client.query(`listen ${channel}`).catch(() => {
        // The connection has failed. The next connection listens to every channel.
        this.#lost(client)
        return this.#connect()
      })
    this.#proving ??= this.#prove()
    return {
      [Symbol.asyncDispose]: async () => {
        this.#subscriptions.delete(subscription)
        if ([...this.#subscriptions].some((other) => other.channel === channel)) return
        // If the connection is lost, its subscriptions are gone as well.
        await this.#client?.query(`unlisten ${channel}`).catch(() => {})
      },
    }
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      keepAlive: true,
      connectionTimeoutMillis: this.#connectMs,
      application_name: 'tapewire listener',
    })
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    const wait = { for: 'a connection to PostgreSQL for notifications', limitMs: this.#connectMs, log: this.#log }
    await waitFor(wait, () => client.connect())
    const heard = new Set<string>()
    const next = () =>
      [this.#proofChannel, ...[...this.#subscriptions].map((one) => one.channel)].find((name) => !heard.has(name))
    // Subscriptions may be added meanwhile.
    for (let channel = next(); channel !== undefined; channel = next()) {
      await client.query(`listen ${channel}`)
      heard.add(channel)
    }
    if (this.#closed.signal.aborted) {
      await client.end()
      throw this.#closed.signal.reason
    }
    this.#client = client
  }

  #deliver(channel: string, payload: string | undefined): void {
    if (channel === this.#proofChannel) {
      this.#arrival.ring()
      return
    }
    const value: unknown = payload ? JSON.parse(payload) : null
    for (const subscription of this.#subscriptions) {
      if (subscription.channel !== channel) continue
      this.#tell(channel, () => subscription.handler(value))
    }
  }

  /** Logs a failure of the handler, or of a promise that it returns. */
  #tell(channel: string, call: () => unknown): void {
    const called = (async () => call())()
    called.catch((cause: unknown) => this.#log.error('a listener failed', { channel, cause }))
  }

  #reportGap(): void {
    for (const { channel, onGap } of this.#subscriptions) this.#tell(channel, onGap)
  }

  async #prove(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await pause(systemClock, this.#times.proofMs, signal)
      this.#arrival = new Bell()
      // While the database accepts nothing, no notification can be missed.
      const isSent = !signal.aborted && (await this.#send(this.#proofChannel, '').then(isDone, isNotDone))
      if (!isSent || (await this.#arrival.wait(systemClock, this.#times.arrivalMs, signal)) || signal.aborted) continue
      this.#log.warn('a notification from PostgreSQL did not arrive: all followers read again')
      const client = this.#client
      if (client) {
        this.#lost(client)
        client.end().catch(() => {})
      }
      this.#reportGap()
    }
  }

  /** Opens a new connection, which resolves the address again. */
  renew(): void {
    // The end of the connection starts the reconnection.
    this.#client?.end().catch((cause: unknown) => this.#log.debug('a former listener did not close', { cause }))
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    if (this.#closed.signal.aborted) return
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    for (let waitMs = 100; !this.#closed.signal.aborted; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      try {
        await sleep(waitMs, undefined, { signal: this.#closed.signal })
        await this.#connect()
        this.#reportGap()
        return
      } catch (cause) {
        this.#log.debug('the notification channel is still away', { cause })
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort()
    const client = this.#client
    this.#client = null
    await this.#proving
    await this.#connecting?.catch(() => {})
    await client?.end()
  }
}

const isDone = () => true
const isNotDone = () => false
