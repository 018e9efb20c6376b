import type { Clock } from '../clock.ts'
import { MemoryLimiter } from '../limits/limiter.ts'
import type { Allowance, Limiter } from '../platform.ts'
import type { CounterLink } from './counter-link.ts'

/**
 * The data process's rate limits. While that process does not answer, this process counts separately, beginning with
 * its own earlier counts.
 */
export class SocketLimiter implements Limiter {
  readonly #counters: CounterLink
  readonly #alone: MemoryLimiter

  constructor(counters: CounterLink, clock: Clock) {
    this.#counters = counters
    this.#alone = new MemoryLimiter(clock)
  }

  async take(key: string, rateLimit: Parameters<Limiter['take']>[1]): Promise<Allowance> {
    const shared = await this.#counters.run<Allowance>({ op: 'take', key, rateLimit })
    if (shared && !shared.allowed) return shared
    const alone = this.#alone.takeNow(key, rateLimit)
    return shared ?? alone
  }

  async peek(key: string, rateLimit: Parameters<Limiter['peek']>[1]): Promise<Allowance> {
    return (await this.#counters.run<Allowance>({ op: 'peek', key, rateLimit })) ?? this.#alone.peek(key, rateLimit)
  }

  async clear(key: string): Promise<void> {
    await this.#alone.clear(key)
    await this.#counters.run({ op: 'clear', key })
  }
}
