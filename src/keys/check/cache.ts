import type { Counter } from 'prom-client'
import type { Clock } from '#src/platform/clock.ts'
import { inTime } from '#src/platform/engines/last-known.ts'
import { WorkBudget } from '#src/platform/limits/work-budget.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Key } from '../key/key.ts'
import type { SheetLink } from '../sheet-links/sheet-link.ts'
import type { KeyControls } from './controls-store.ts'

const lifeMs = 30_000
/** Pause between two attempts to read an entry again while the store fails, ms. */
const retryMs = 2_000
const sizeMax = 50_000
/** The maximum number of unknown keys that one client address may try per minute. */
const guessesPerMinute = 300

/**
 * `formerUntil`: the time in ms at which a secret that a reset replaced stops working; null for the current secret.
 * `link`: the sheet link whose token the secret is; null for keys.
 */
export type FoundSecret = { key: Key; formerUntil: number | null; controls: KeyControls; link: SheetLink | null }

type Entry<T> = { value: T | null; until: number; readAt: number }

/**
 * Caches keys, and hashes of invalid secrets. The size is limited; the oldest entry is dropped first. While the store
 * fails or is slow, entries that were read within the last `graceMs` stay valid.
 */
export class KeyCache {
  readonly #clock: Clock
  readonly #kept: Counter
  readonly #graceMs: number
  readonly #secrets = new Map<string, Entry<FoundSecret>>()
  readonly #keys = new Map<string, Entry<Key>>()
  readonly #sessions = new Map<string, Entry<true>>()
  readonly #hashesOf = new Map<string, Set<string>>()
  readonly #guesses: WorkBudget
  /** Rises with each change of a key; a read that began before the change must not be cached. */
  #epoch = 0

  constructor(ctx: Pick<Platform, 'clock' | 'metrics'>, graceMs: number) {
    this.#clock = ctx.clock
    const kept = 'Keys judged by what was known before PostgreSQL stopped answering.'
    this.#kept = ctx.metrics.counter('tapewire_key_checks_kept_total', kept)
    this.#graceMs = graceMs
    this.#guesses = new WorkBudget(ctx.clock, guessesPerMinute)
  }

  async bySecret(hash: string, load: () => Promise<FoundSecret | null>): Promise<FoundSecret | null> {
    return this.#remember(this.#secrets, hash, load, (found) => {
      const hashes = this.#hashesOf.get(found.key.id) ?? new Set()
      this.#hashesOf.set(found.key.id, hashes.add(hash))
    })
  }

  /** True if the key is not cached and its sender has tried too many unknown keys. Cached keys are never refused. */
  isOverGuesses(hash: string, address: string): boolean {
    return !this.#secrets.has(hash) && this.#guesses.waitMs(address) > 0
  }

  countGuess(address: string): void {
    this.#guesses.take(address)
  }

  async byId(keyId: string, load: () => Promise<Key | null>): Promise<Key | null> {
    return this.#remember(this.#keys, keyId, load, () => {})
  }

  /** `sessionKey`: the ids of a session and of the account that it works in. */
  async session(sessionKey: string, isAlive: () => Promise<boolean>): Promise<boolean> {
    const alive = await this.#remember(
      this.#sessions,
      sessionKey,
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

  /** Marks every entry as expired: each is read again before its next use, but stays in use while the store fails. */
  doubt(): void {
    this.#epoch++
    for (const map of [this.#secrets, this.#keys, this.#sessions])
      for (const entry of map.values()) entry.until = Number.NEGATIVE_INFINITY
  }

  async #remember<T>(
    map: Map<string, Entry<T>>,
    name: string,
    load: () => Promise<T | null>,
    onFound: (value: T) => void,
  ): Promise<T | null> {
    const now = this.#clock.elapsed()
    const known = map.get(name)
    if (known && known.until > now) return known.value
    const reading = this.#read(map, name, load, onFound)
    if (!known || now - known.readAt > this.#graceMs) return reading
    const found = await inTime(this.#clock, reading)
    if (found) return found.value
    known.until = now + retryMs
    this.#kept.inc()
    return known.value
  }

  async #read<T>(
    map: Map<string, Entry<T>>,
    name: string,
    load: () => Promise<T | null>,
    onFound: (value: T) => void,
  ): Promise<T | null> {
    const epoch = this.#epoch
    const now = this.#clock.elapsed()
    const value = await load()
    if (epoch !== this.#epoch) return value
    map.delete(name)
    map.set(name, { value, until: now + lifeMs, readAt: now })
    if (value) onFound(value)
    if (map.size > sizeMax) this.#dropOldest(map)
    return value
  }

  #dropOldest(map: Map<string, unknown>): void {
    const oldest = map.keys().next().value
    if (oldest !== undefined) map.delete(oldest)
  }
}
