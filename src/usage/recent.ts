import { LRUCache } from 'lru-cache'
import { minuteMs } from '#src/contract/time.ts'
import { Question } from '#src/platform/processes/question.ts'
import { addTally, type Failure, type Tally } from './usage.ts'

/** The span that memory covers: the hour that pages show, from the start of its first minute. */
const recentMs = 61 * minuteMs
export const recentFailuresMax = 200
const unreadMsMax = 10 * minuteMs
const keysMax = 200
const talliesMax = 2_000

/** The usage of a key since `from`, ms: tallies of minutes, and the newest failures, oldest first. */
export type Recent = { from: number; tallies: Tally[]; failures: Failure[] }

/** The time, in ms, since which memory has all failures. */
export function failuresSince({ from, failures: [oldest, ...newer] }: Recent): number {
  return oldest && newer.length + 1 === recentFailuresMax ? oldest.time + 1 : from
}

/** The recent usage of a key by its id. Only the gateway of an installation with one gateway has it. */
export const recentUsage = new Question<string, Recent>('recent usage')

type Kept = { from: number; tallies: Map<string, Tally>; failures: Failure[]; readAt: number }

/**
 * The recent usage of the keys whose usage somebody views, in memory: read from the store once, then counted with each
 * call. Drops keys whose usage nobody reads for ten minutes, keys with too many rows, and, of too many keys, the keys
 * that were read longest ago.
 */
export class RecentUsage {
  readonly #keys = new LRUCache<string, Kept>({ max: keysMax })
  readonly #loading = new Map<string, Promise<Recent>>()
  readonly #load: (keyId: string, from: number, keep: (loaded: Recent) => Recent) => Promise<Recent>

  /** `load` calls `keep` with the usage since `from`, at a moment at which this usage includes every call so far. */
  constructor(load: (keyId: string, from: number, keep: (loaded: Recent) => Recent) => Promise<Recent>) {
    this.#load = load
  }

  async read(keyId: string, now: number): Promise<Recent> {
    const from = Math.floor((now - recentMs) / minuteMs) * minuteMs
    const kept = this.#keys.get(keyId)
    if (kept) {
      kept.readAt = now
      return this.#since(kept, from)
    }
    const loading = this.#loading.get(keyId) ?? this.#load(keyId, from, (loaded) => this.#keep(keyId, loaded, now))
    this.#loading.set(keyId, loading)
    return loading.finally(() => this.#loading.delete(keyId))
  }

  note(tally: Tally, failure: Failure | null): void {
    const kept = this.#keys.peek(tally.keyId)
    if (!kept) return
    addTally(kept.tallies, { ...tally })
    if (failure) kept.failures = [...kept.failures, failure].slice(-recentFailuresMax)
    if (kept.tallies.size > talliesMax) this.#keys.delete(tally.keyId)
  }

  dropUnread(now: number): void {
    for (const [keyId, { readAt }] of this.#keys) if (now - readAt > unreadMsMax) this.#keys.delete(keyId)
  }

  #keep(keyId: string, { from, tallies, failures }: Recent, now: number): Recent {
    const kept: Kept = { from, tallies: new Map(), failures: failures.slice(-recentFailuresMax), readAt: now }
    for (const tally of tallies) addTally(kept.tallies, { ...tally })
    if (kept.tallies.size <= talliesMax) this.#keys.set(keyId, kept)
    return this.#since(kept, from)
  }

  #since(kept: Kept, from: number): Recent {
    kept.from = Math.max(kept.from, from)
    for (const [name, { t }] of kept.tallies) if (t < kept.from) kept.tallies.delete(name)
    kept.failures = kept.failures.filter(({ time }) => time >= kept.from)
    return { from: kept.from, tallies: [...kept.tallies.values()], failures: kept.failures }
  }
}
