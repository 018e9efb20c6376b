import type { MarketEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'

export type RecallBounds = { retainMs: number; retainBytes: number }

export const recallDefaults: RecallBounds = { retainMs: 20 * 60_000, retainBytes: 64 * 1024 * 1024 }

/** About what an event of each type weighs; a bound needs no more than that. */
const weightOf = { tick: 220, quote: 300, bar: 300, depth: 1_500 } as const satisfies Record<
  MarketEvent['type'],
  number
>

export type Recalled = { seq: number; event: MarketEvent }

export type Missed =
  /** What is still held of it; the first one's number tells whether older ones are gone. */
  | { kind: 'entries'; entries: readonly Recalled[] }
  /** The number lies ahead of the lane, or the lane is not known. */
  | { kind: 'invalid' }

/** What is held of one lane: numbers and events, of which the first `dropped` are gone. */
export class Held {
  seqs: number[] = []
  events: MarketEvent[] = []
  dropped = 0
  newest: number | null = null
}

/** What sockets may resume from: the last minutes of each lane, bounded by time and bytes over all of them, oldest out first. */
export class Recall {
  readonly #bounds: RecallBounds
  readonly #lanes = new Map<string, Held>()
  /** Lane, weight and time of each entry, in the order in which they came. */
  #order: Held[] = []
  #weights: number[] = []
  #ats: number[] = []
  #head = 0
  #bytes = 0

  constructor(bounds: RecallBounds = recallDefaults) {
    this.#bounds = bounds
  }

  of(lane: string): Held {
    let held = this.#lanes.get(lane)
    if (!held) {
      held = new Held()
      this.#lanes.set(lane, held)
    }
    return held
  }

  /** Keeps an entry of a lane, and says which number the lane had before; null when the lane is new. */
  add(held: Held, entry: TapeEntry): number | null {
    const before = held.newest
    const event = entry.event as MarketEvent
    const weight = weightOf[event.type]
    held.newest = entry.seq
    held.seqs.push(entry.seq)
    held.events.push(event)
    this.#order.push(held)
    this.#weights.push(weight)
    this.#ats.push(entry.at)
    this.#bytes += weight
    while (this.#bytes > this.#bounds.retainBytes) this.#dropOldest()
    return before
  }

  /** Lets go of what is too old. */
  trim(now: number): void {
    while ((this.#ats[this.#head] ?? now) < now - this.#bounds.retainMs) this.#dropOldest()
  }

  /** The newest number of a lane, or null while nothing was seen. */
  newest(lane: string): number | null {
    return this.#lanes.get(lane)?.newest ?? null
  }

  /** What came after `seq`, up to and including `until`. */
  since(name: string, seq: number, until: number): Missed {
    const held = this.#lanes.get(name)
    if (!held || held.newest === null || seq > held.newest) return { kind: 'invalid' }
    const entries: Recalled[] = []
    for (let n = held.dropped; n < held.seqs.length; n += 1) {
      const number = held.seqs[n] as number
      if (number > seq && number <= until) entries.push({ seq: number, event: held.events[n] as MarketEvent })
    }
    return { kind: 'entries', entries }
  }

  /** The newest entry of a lane always stays: it is what a quiet instrument resumes to. */
  #dropOldest(): void {
    const held = this.#order[this.#head]
    this.#bytes -= this.#weights[this.#head] ?? 0
    this.#head += 1
    if (this.#head > 65_536 && this.#head * 2 > this.#order.length) {
      this.#order = this.#order.slice(this.#head)
      this.#weights = this.#weights.slice(this.#head)
      this.#ats = this.#ats.slice(this.#head)
      this.#head = 0
    }
    if (!held || held.dropped === held.seqs.length - 1) return
    held.dropped += 1
    if (held.dropped > 32 && held.dropped * 2 > held.seqs.length) {
      held.seqs = held.seqs.slice(held.dropped)
      held.events = held.events.slice(held.dropped)
      held.dropped = 0
    }
  }
}
