import type { MarketEvent } from '#src/contract/market.ts'
import type { TapeEntry } from '#src/platform/platform.ts'

export type RecallBounds = { retainMs: number; retainBytes: number }

export const recallDefaults: RecallBounds = { retainMs: 20 * 60_000, retainBytes: 64 * 1024 * 1024 }

/** About what an event of each type weighs; a bound needs no more than that. */
const weightOf = { tick: 220, quote: 300, bar: 300, depth: 1_500 } as const satisfies Record<
  MarketEvent['type'],
  number
>

export type Missed =
  /** What is still held of it; the first one's number tells whether older ones are gone. */
  | { kind: 'entries'; entries: readonly TapeEntry[] }
  /** The number lies ahead of the lane, or the lane is not known. */
  | { kind: 'invalid' }

type Lane = { entries: TapeEntry[]; dropped: number }

/** What sockets may resume from: the last minutes of each lane, bounded by time and bytes over all of them, oldest out first. */
export class Recall {
  readonly #bounds: RecallBounds
  readonly #lanes = new Map<string, Lane>()
  #order: Lane[] = []
  #head = 0
  #bytes = 0

  constructor(bounds: RecallBounds = recallDefaults) {
    this.#bounds = bounds
  }

  /** Keeps an entry, and says which number its lane had before; null when the lane is new. */
  add(entry: TapeEntry): number | null {
    let lane = this.#lanes.get(entry.lane)
    if (!lane) {
      lane = { entries: [], dropped: 0 }
      this.#lanes.set(entry.lane, lane)
    }
    const before = lane.entries.at(-1)?.seq ?? null
    lane.entries.push(entry)
    this.#order.push(lane)
    this.#bytes += weightOf[(entry.event as MarketEvent).type]
    while (this.#bytes > this.#bounds.retainBytes || this.#isStale(entry.at)) this.#dropOldest()
    return before
  }

  /** The newest number of a lane, or null while nothing was seen. */
  newest(lane: string): number | null {
    return this.#lanes.get(lane)?.entries.at(-1)?.seq ?? null
  }

  /** What came after `seq`, up to and including `until`. */
  since(name: string, seq: number, until: number): Missed {
    const lane = this.#lanes.get(name)
    const newest = lane?.entries.at(-1)
    if (!lane || !newest || seq > newest.seq) return { kind: 'invalid' }
    const held = lane.entries.slice(lane.dropped).filter((entry) => entry.seq > seq && entry.seq <= until)
    return { kind: 'entries', entries: held }
  }

  #isStale(now: number): boolean {
    const oldest = this.#order[this.#head]
    const at = oldest?.entries[oldest.dropped]?.at
    return at !== undefined && at < now - this.#bounds.retainMs
  }

  /** The newest entry of a lane always stays: it is what a quiet instrument resumes to. */
  #dropOldest(): void {
    const lane = this.#order[this.#head]
    this.#head += 1
    if (this.#head > 65_536 && this.#head * 2 > this.#order.length) {
      this.#order = this.#order.slice(this.#head)
      this.#head = 0
    }
    if (!lane) return
    const entry = lane.entries[lane.dropped]
    if (!entry) return
    this.#bytes -= weightOf[(entry.event as MarketEvent).type]
    if (lane.dropped === lane.entries.length - 1) return
    lane.dropped += 1
    if (lane.dropped > 32 && lane.dropped * 2 > lane.entries.length) {
      lane.entries = lane.entries.slice(lane.dropped)
      lane.dropped = 0
    }
  }
}
