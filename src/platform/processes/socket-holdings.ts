import { MemoryHoldings } from '../limits/holdings.ts'
import type { Holdings } from '../platform.ts'
import type { CounterLink } from './counter-link.ts'

type Held = { acquired: boolean; held: number }

/**
 * Holdings that the data process counts over all processes. The data process frees the holdings of a process whose
 * connection ends. While the data process does not answer, this process counts separately, and then begins the next
 * connection with its own holdings.
 */
export class SocketHoldings implements Holdings {
  readonly #counters: CounterLink
  readonly #own = new MemoryHoldings()

  constructor(counters: CounterLink) {
    this.#counters = counters
    counters.greeting = () =>
      Array.from(this.#own.entries(), ([owner, names]) => ({ op: 'acquire', owner, names: [...names], limit: null }))
  }

  async acquire(owner: string, names: readonly string[], limit: number): Promise<Held> {
    const shared = await this.#counters.run<Held>({
      ...{ op: 'acquire', owner, names },
      limit: Number.isFinite(limit) ? limit : null,
    })
    if (shared && !shared.acquired) return shared
    const own = await this.#own.acquire(owner, names, shared ? Number.POSITIVE_INFINITY : limit)
    return shared ?? own
  }

  async release(owner: string, names: readonly string[]): Promise<number> {
    const own = this.#own.release(owner, names)
    return (await this.#counters.run<number>({ op: 'release', owner, names })) ?? own
  }
}
