/** A binary heap with the smallest rank at the top. Removed entries are dropped when they reach the top. */
export class Heap<T> {
  readonly #entries: T[] = []
  readonly #ranks: number[] = []
  readonly #isGone: (entry: T) => boolean

  constructor(isGone: (entry: T) => boolean) {
    this.#isGone = isGone
  }

  push(entry: T, rank: number): void {
    let at = this.#entries.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.#ranks[parent] ?? 0
      if (above <= rank) break
      this.#put(at, this.#entries[parent] as T, above)
      at = parent
    }
    this.#put(at, entry, rank)
  }

  /** The rank at the top; infinite when the heap is empty. It may be the rank of an entry that is gone. */
  get least(): number {
    return this.#ranks[0] ?? Number.POSITIVE_INFINITY
  }

  popUpTo(limit: number): T | null {
    while (this.least <= limit) {
      const top = this.#pop()
      if (!this.#isGone(top)) return top
    }
    return null
  }

  popBelow(limit: number): T | null {
    while (this.least < limit) {
      const top = this.#pop()
      if (!this.#isGone(top)) return top
    }
    return null
  }

  #pop(): T {
    const top = this.#entries[0] as T
    const entry = this.#entries.pop() as T
    const rank = this.#ranks.pop() ?? 0
    const size = this.#entries.length
    if (size === 0) return top
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (this.#ranks[child + 1] ?? 0) < (this.#ranks[child] ?? 0)) child += 1
      const below = this.#ranks[child] ?? 0
      if (below >= rank) break
      this.#put(at, this.#entries[child] as T, below)
      at = child
    }
    this.#put(at, entry, rank)
    return top
  }

  #put(at: number, entry: T, rank: number): void {
    this.#entries[at] = entry
    this.#ranks[at] = rank
  }
}
