import { LRUCache } from 'lru-cache'

const repeatsMin = 20
const namesMax = 100
const countedMax = 1_000

/**
 * Names the statements that a process repeats. PostgreSQL parses and plans a named statement once per connection and
 * keeps it in memory, so only the first 100 repeated statements get a name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #repeats = new LRUCache<string, number>({ max: countedMax })

  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size === namesMax) return name
    const repeats = (this.#repeats.get(text) ?? 0) + 1
    this.#repeats.set(text, repeats)
    if (repeats > repeatsMin) this.#names.set(text, `repeated-${this.#names.size + 1}`)
    return this.#names.get(text)
  }
}
