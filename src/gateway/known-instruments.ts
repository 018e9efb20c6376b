import { LRUCache } from 'lru-cache'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstruments, type InstrumentQuery } from '#src/market/instruments/instruments.ts'
import { inTime } from '#src/platform/engines/last-known.ts'
import type { Platform } from '#src/platform/platform.ts'

const knownMax = 50_000
/** Unknown names have a cache of their own, so that invented names evict only each other. */
const unknownMax = 10_000
/** The pause between two attempts to read changed instruments while PostgreSQL fails, ms. */
const retryMs = 2_000

type Wanted = { name: string; query: InstrumentQuery }

/**
 * Looks up instruments and caches the results by name. After `forget`, the results are read again; while PostgreSQL
 * fails, the former results stay in use.
 */
export class KnownInstruments<T> {
  readonly #ctx: Platform
  readonly #of: (instrument: Instrument) => T | null
  /** A plain map, not an LRU cache, because every request reads it. It is cleared when full. */
  #known = new Map<string, T>()
  #former = new Map<string, T>()
  #changes = 0
  readonly #unknown = new LRUCache<string, true>({ max: unknownMax })
  /** The time at which former results are read again, in elapsed ms; null: no former results are in use. */
  #retryAt: number | null = null

  /** `of` returns null for an instrument that these names do not name. */
  constructor(ctx: Platform, of: (instrument: Instrument) => T | null) {
    this.#ctx = ctx
    this.#of = of
  }

  /** Changes when the cached results are discarded. */
  get changes(): number {
    this.#retry()
    return this.#changes
  }

  /** Returns null for an unknown instrument, undefined for a name that is not cached. */
  recall(name: string): T | null | undefined {
    this.#retry()
    return this.#known.get(name) ?? (this.#unknown.has(name) ? null : undefined)
  }

  /** Looks up all names that are not cached, in one query. Afterwards `recall` has them. */
  async learn(wanted: readonly Wanted[]): Promise<void> {
    const fresh = wanted.filter(({ name }) => this.recall(name) === undefined)
    if (fresh.length === 0) return
    const reading = findInstruments(
      this.#ctx,
      fresh.map(({ query }) => query),
    )
    const changes = this.#changes
    const former = fresh.flatMap(({ name }) => this.#former.get(name) ?? [])
    const found = former.length < fresh.length ? { value: await reading } : await inTime(this.#ctx.clock, reading)
    // An instrument may have changed during the read. Then the result may be the older state.
    if (found && changes !== this.#changes) return this.learn(fresh)
    if (!found) this.#retryAt ??= this.#ctx.clock.elapsed() + retryMs
    for (const [index, { name }] of fresh.entries()) {
      const instrument = found?.value[index]
      const known = found ? instrument && this.#of(instrument) : former[index]
      if (known) this.#keep(name, known)
      else this.#unknown.set(name, true)
    }
  }

  #retry(): void {
    if (this.#retryAt !== null && this.#ctx.clock.elapsed() >= this.#retryAt) this.forget()
  }

  forget(): void {
    this.#changes += 1
    for (const [name, known] of this.#known) this.#former.set(name, known)
    if (this.#former.size > knownMax) this.#former = this.#known
    this.#known = new Map()
    this.#unknown.clear()
    this.#retryAt = null
  }

  #keep(name: string, known: T): void {
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.set(name, known)
  }
}
