import { type FeedKey, mayPush } from '#src/market/feed-keys/feed-key.ts'
import type { Line } from './lines.ts'
import { isRecord, type Lane } from './message.ts'
import type { Names } from './names.ts'

const namesMax = 200_000

type LaneFault = 'unknown_symbol' | 'outside_feed_key' | 'invalid_symbol'

/**
 * The lanes of one producer. A changed instrument may change the meaning of names, so these are looked up again. The
 * last prices of the instruments stay.
 */
export class Lanes {
  readonly #names: Names
  readonly #feedKey: FeedKey
  readonly #named = new Map<string, Pick<Lane, 'key' | 'negative' | 'sessionAt'> | LaneFault>()
  readonly #lanes = new Map<string, Lane>()
  #version = 0

  constructor(names: Names, feedKey: FeedKey) {
    this.#names = names
    this.#feedKey = feedKey
  }

  /** Looks up the unknown names in the lines. */
  async find(lines: readonly Line[]): Promise<void> {
    if (this.#version !== this.#names.version || this.#named.size > namesMax) this.#named.clear()
    if (this.#lanes.size > namesMax) this.#lanes.clear()
    this.#version = this.#names.version
    const unknown = new Set<string>()
    for (const line of lines) {
      const k = 'value' in line && isRecord(line.value) ? line.value.k : undefined
      if (typeof k === 'string' && !this.#named.has(k)) unknown.add(k)
    }
    if (unknown.size === 0) return
    for (const [name, found] of await this.#names.find([...unknown], this.#feedKey)) {
      if (typeof found === 'string') this.#named.set(name, found)
      else if (!mayPush(this.#feedKey, found)) this.#named.set(name, 'outside_feed_key')
      else {
        const { key, sessionAt } = found
        this.#named.set(name, { key, negative: found.class === 'future', sessionAt })
      }
    }
  }

  /** The lane of a name in `drafts`. If it is not there yet, it is copied there. */
  draft(drafts: Map<string, Lane>, name: unknown): Lane | LaneFault {
    const named = typeof name === 'string' ? this.#named.get(name) : undefined
    if (named === undefined) return 'invalid_symbol'
    if (typeof named === 'string') return named
    const { key, negative, sessionAt } = named
    let lane = drafts.get(key)
    if (!lane) {
      const { time, price, suspect, suspectN } = this.#lanes.get(key) ?? fresh
      lane = { key, negative, sessionAt, time, price, suspect, suspectN }
      drafts.set(key, lane)
    }
    return lane
  }

  /** Called once the messages that changed the drafts are on the tape. */
  keep(drafts: ReadonlyMap<string, Lane>): void {
    for (const [key, lane] of drafts) this.#lanes.set(key, lane)
  }
}

const fresh = { time: 0, price: 0, suspect: 0, suspectN: 0 }
