import type { Holdings } from '../platform.ts'
import { MemoryHoldings } from './holdings.ts'

export type Holder = Holdings & Disposable

/**
 * Holdings of several holders. A name that several holders hold counts once, and is free when all of them have released
 * it.
 */
export class SharedHoldings {
  /** For each owner and name, the number of its holders. */
  readonly #uses = new Map<string, Map<string, number>>()

  /** Adds a holder. Disposing frees its holdings. */
  holder(): Holder {
    const own = new MemoryHoldings()
    const release = (owner: string, names: readonly string[]) => {
      const uses = this.#uses.get(owner)
      const released = new Set(names.filter((name) => own.holds(owner, name)))
      for (const name of released) {
        const count = uses?.get(name) ?? 0
        if (count > 1) uses?.set(name, count - 1)
        else uses?.delete(name)
      }
      if (uses?.size === 0) this.#uses.delete(owner)
      void own.release(owner, names)
      return uses?.size ?? 0
    }
    return {
      acquire: async (owner, names, limit) => {
        const uses = this.#uses.get(owner) ?? new Map<string, number>()
        const fresh = new Set(names.filter((name) => !uses.has(name)))
        if (fresh.size > 0 && uses.size + fresh.size > limit) return { acquired: false, held: uses.size }
        for (const name of new Set(names)) if (!own.holds(owner, name)) uses.set(name, (uses.get(name) ?? 0) + 1)
        if (uses.size > 0) this.#uses.set(owner, uses)
        await own.acquire(owner, names, Number.POSITIVE_INFINITY)
        return { acquired: true, held: uses.size }
      },
      release: async (owner, names) => release(owner, names),
      [Symbol.dispose]() {
        for (const [owner, names] of [...own.entries()]) release(owner, [...names])
      },
    }
  }
}
