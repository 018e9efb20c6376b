import type { Holdings } from '../platform.ts'

export class MemoryHoldings implements Holdings {
  readonly #held = new Map<string, Set<string>>()

  async acquire(owner: string, names: readonly string[], limit: number): Promise<{ acquired: boolean; held: number }> {
    const held = this.#held.get(owner)
    const fresh = new Set(names.filter((name) => !held?.has(name)))
    const count = held?.size ?? 0
    if (fresh.size === 0) return { acquired: true, held: count }
    if (count + fresh.size > limit) return { acquired: false, held: count }
    this.#held.set(owner, new Set([...(held ?? []), ...fresh]))
    return { acquired: true, held: count + fresh.size }
  }

  async release(owner: string, names: readonly string[]): Promise<number> {
    const held = this.#held.get(owner)
    if (!held) return 0
    for (const name of names) held.delete(name)
    if (held.size === 0) this.#held.delete(owner)
    return held.size
  }

  holds(owner: string, name: string): boolean {
    return this.#held.get(owner)?.has(name) ?? false
  }

  entries(): Iterable<[string, ReadonlySet<string>]> {
    return this.#held
  }
}
