import type { Clock } from '../clock.ts'
import { Breaker } from '../limits/breaker.ts'
import { MemoryLimiter } from '../limits/limiter.ts'
import type { Allowance, Limiter, Log } from '../platform.ts'
import type { StoresClient } from './stores-client.ts'

/**
 * The data process's rate limits, so that pages show a key's quota. While that process does not answer, this one counts
 * alone, and starts from its own earlier counts.
 */
export class SocketLimiter implements Limiter, AsyncDisposable {
  readonly #stores: StoresClient
  readonly #alone: MemoryLimiter
  readonly #breaker: Breaker

  constructor(stores: StoresClient, clock: Clock, log: Log) {
    this.#stores = stores
    this.#alone = new MemoryLimiter(clock)
    this.#breaker = new Breaker({
      probe: () => stores.request({ op: 'ping' }),
      onChange(cause) {
        if (cause === null) log.info('limits are counted with the other part again')
        else log.warn('limits cannot be counted with the other part now; this one counts alone', { cause })
      },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#breaker[Symbol.asyncDispose]()
  }

  async take(key: string, rateLimit: Parameters<Limiter['take']>[1]): Promise<Allowance> {
    const shared = await this.#breaker.run(() => this.#stores.request<Allowance>({ op: 'take', key, rateLimit }))
    if (shared && !shared.allowed) return shared
    const alone = this.#alone.takeNow(key, rateLimit)
    return shared ?? alone
  }

  async peek(key: string, rateLimit: Parameters<Limiter['peek']>[1]): Promise<Allowance> {
    return (
      (await this.#breaker.run(() => this.#stores.request<Allowance>({ op: 'peek', key, rateLimit }))) ??
      this.#alone.peek(key, rateLimit)
    )
  }

  async clear(key: string): Promise<void> {
    await this.#alone.clear(key)
    await this.#breaker.run(() => this.#stores.request({ op: 'clear', key }))
  }
}
