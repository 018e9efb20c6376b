import type { StreamClient } from './client.ts'

/** What one key (or one caller of the public key) holds over all its sockets: the limits count here. */
export class Holder {
  readonly id: string
  readonly clients = new Set<StreamClient>()
  readonly #uses = new Map<string, number>()

  constructor(id: string) {
    this.id = id
  }

  get instruments(): number {
    return this.#uses.size
  }

  /** How many of `keys` would be new. */
  countNew(keys: Iterable<string>): number {
    let count = 0
    for (const key of new Set(keys)) if (!this.#uses.has(key)) count += 1
    return count
  }

  use(key: string): void {
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1)
  }

  release(key: string): void {
    const uses = this.#uses.get(key) ?? 0
    if (uses > 1) this.#uses.set(key, uses - 1)
    else this.#uses.delete(key)
  }
}
