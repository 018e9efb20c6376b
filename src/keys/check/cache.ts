import type { Clock } from '#src/platform/clock.ts'
import type { Key } from '../key/key.ts'
import type { KeyStanding } from './standing-store.ts'

const lifeMs = 30_000
const sizeMax = 50_000

/** `formerUntil`: when a secret that a reset replaced stops working, ms; null for the current one. */
export type FoundSecret = { key: Key; formerUntil: number | null; standing: KeyStanding }

type Entry<T> = { value: T | null; until: number }

/** Known keys, and secrets known to be invalid. Bounded; the oldest entry goes first. */
export class KeyCache {
  readonly #clock: Clock
  readonly #secrets = new Map<string, Entry<FoundSecret>>()
  readonly #keys = new Map<string, Entry<Key>>()
  readonly #sessions = new Map<string, Entry<true>>()
  readonly #hashesOf = new Map<string, Set<string>>()
  /** Rises with each change of a key: a read that began before it must not be cached. */
  #epoch = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async bySecret(hash: string, load: () => Promise<FoundSecret | null>): Promise<FoundSecret | null> {
    return this.#remember(this.#secrets, hash, load, (found) => {
      const hashes = this.#hashesOf.get(found.key.id) ?? new Set()
      this.#hashesOf.set(found.key.id, hashes.add(hash))
    })
  }

  async byId(keyId: string, load: () => Promise<Key | null>): Promise<Key | null> {
    return this.#remember(this.#keys, keyId, load, () => {})
  }

  async session(id: string, isAlive: () => Promise<boolean>): Promise<boolean> {
    const alive = await this.#remember(
      this.#sessions,
      id,
      async () => ((await isAlive()) ? true : null),
      () => {},
    )
    return alive !== null
  }

  forgetSessions(): void {
    this.#epoch++
    this.#sessions.clear()
  }

  forget(keyId: string, hashes: readonly string[]): void {
    this.#epoch++
    this.#keys.delete(keyId)
    for (const hash of [...(this.#hashesOf.get(keyId) ?? []), ...hashes]) this.#secrets.delete(hash)
    this.#hashesOf.delete(keyId)
  }

  clear(): void {
    this.#epoch++
    this.#secrets.clear()
    this.#keys.clear()
    this.#sessions.clear()
    this.#hashesOf.clear()
  }

  async #remember<T>(
    map: Map<string, Entry<T>>,
    name: string,
    load: () => Promise<T | null>,
    onFound: (value: T) => void,
  ): Promise<T | null> {
    const now = this.#clock.now()
    const known = map.get(name)
    if (known && known.until > now) return known.value
    const epoch = this.#epoch
    const value = await load()
    if (epoch !== this.#epoch) return value
    map.delete(name)
    map.set(name, { value, until: now + lifeMs })
    if (value) onFound(value)
    if (map.size > sizeMax) this.#dropOldest(map)
    return value
  }

  #dropOldest(map: Map<string, unknown>): void {
    const oldest = map.keys().next().value
    if (oldest !== undefined) map.delete(oldest)
  }
}
