import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../platform.ts'

type Subscription = { channel: string; handler: (payload: unknown) => void; onGap: (() => void) | undefined }

const retryMsMax = 5_000

/** One connection for the notifications of all channels. It reports a gap to its subscribers after a reconnect. */
export class PostgresListener implements AsyncDisposable {
  readonly #connection: pg.ClientConfig
  readonly #log: Log
  #subscriptions = new Set<Subscription>()
  #client: pg.Client | null = null
  #connecting: Promise<void> | null = null
  #closed = new AbortController()

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  async listen(channel: string, handler: (payload: unknown) => void, onGap?: () => void): Promise<AsyncDisposable> {
    if (!/^[a-z][a-z0-9_]*$/.test(channel)) throw new Error(`not a channel name: ${channel}`)
    const subscription = { channel, handler, onGap }
    const known = [...this.#subscriptions].some((other) => other.channel === channel)
    this.#subscriptions.add(subscription)
    if (!this.#client) await this.#connect()
    else if (!known) await this.#client.query(`listen ${channel}`)
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
    const client = new pg.Client({ ...this.#connection, keepAlive: true, connectionTimeoutMillis: 2_500 })
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    await client.connect()
    for (const channel of new Set([...this.#subscriptions].map((one) => one.channel)))
      await client.query(`listen ${channel}`)
    this.#client = client
  }

  #deliver(channel: string, payload: string | undefined): void {
    const value: unknown = payload ? JSON.parse(payload) : null
    for (const subscription of this.#subscriptions) {
      if (subscription.channel !== channel) continue
      try {
        subscription.handler(value)
      } catch (cause) {
        this.#log.error('a listener failed', { channel, cause })
      }
    }
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
        for (const { onGap } of this.#subscriptions) onGap?.()
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
    await client?.end()
  }
}
