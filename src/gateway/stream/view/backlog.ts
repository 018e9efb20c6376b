import type { MarketEntry } from '#src/market/tape.ts'
import { conflationKeyOf, type FanOut } from '../delivery/fan-out.ts'

type Missed = { from: number; since: number; newest: MarketEntry }

/**
 * Events that a late gateway does not publish, but announces once: a range of ticks, and the newest event of each
 * state.
 */
export class Backlog {
  readonly #fanOut: FanOut
  readonly #missed = new Map<string, Missed>()

  constructor(fanOut: FanOut) {
    this.#fanOut = fanOut
  }

  get isEmpty(): boolean {
    return this.#missed.size === 0
  }

  /** `before`: the lane's previous sequence number; null for a new lane. */
  add(entry: MarketEntry, before: number | null): void {
    if (!this.#fanOut.has(entry.lane)) return
    const conflationKey = conflationKeyOf(entry.lane, entry.event)
    const known = this.#missed.get(conflationKey)
    if (known) known.newest = entry
    else
      this.#missed.set(conflationKey, {
        from: before === null ? entry.seq : before + 1,
        since: entry.at,
        newest: entry,
      })
  }

  announce(): void {
    for (const { from, since, newest } of this.#missed.values()) {
      const { event } = newest
      if (event.type === 'tick') this.#fanOut.recordGap({ lane: newest.lane, from, to: newest.seq, since })
      else this.#fanOut.publish(newest.lane, newest, event, { skipped: newest.seq - from })
    }
    this.#missed.clear()
  }
}
