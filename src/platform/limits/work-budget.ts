import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from '../clock.ts'

/**
 * Counts work by its owner (a client address or a key) in fixed windows of one minute, for work that no shared limit
 * covers. The budget counts in this process only and never waits.
 */
export class WorkBudget {
  readonly #clock: Clock
  readonly #limit: number
  #used = new Map<string, number>()
  #until = 0

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Counts one piece of work and returns 0. At the limit, returns the ms until the owner may do more. */
  take(owner: string): number {
    const waitMs = this.waitMs(owner)
    if (waitMs === 0) this.#used.set(owner, (this.#used.get(owner) ?? 0) + 1)
    return waitMs
  }

  /** The ms until the owner may do more; 0 below the limit. */
  waitMs(owner: string): number {
    const now = this.#clock.elapsed()
    if (now >= this.#until) {
      this.#used = new Map()
      this.#until = now + minuteMs
    }
    return (this.#used.get(owner) ?? 0) < this.#limit ? 0 : this.#until - now
  }
}
