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

/** So many entries go at once. */
const blockEntries = 1_024

/** Entries that came one after another: whose they are, their weight, and when the last of them came. */
type Block = { lanes: Held[]; bytes: number; at: number }

/** What is held of one lane: numbers and events, of which the first `dropped` are gone. */
export class Held {
  seqs: number[] = []
  events: MarketEvent[] = []
  dropped = 0
  newest: number | null = null

  /** The newest entry always stays: it is what a quiet instrument resumes to. */
  dropOldest(): void {
    if (this.dropped === this.seqs.length - 1) return
    this.dropped += 1
    if (this.dropped <= 32 || this.dropped * 4 <= this.seqs.length) return
    this.seqs = this.seqs.slice(this.dropped)
    this.events = this.events.slice(this.dropped)
    this.dropped = 0
  }
}

/** What sockets may resume from: the last minutes of each lane, bounded by time and bytes over all of them, oldest out first. */
export class Recall {
  readonly #bounds: RecallBounds
  readonly #lanes = new Map<string, Held>()
  /** The oldest first; entries are added to the last. */
  readonly #blocks: Block[] = []
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
    const block = this.#block()
    held.newest = entry.seq
    held.seqs.push(entry.seq)
    held.events.push(event)
    block.lanes.push(held)
    block.bytes += weight
    block.at = entry.at
    this.#bytes += weight
    return before
  }

  /** Lets go of what is too old or too much. */
  trim(now: number): void {
    const { retainMs, retainBytes } = this.#bounds
    while (this.#bytes > retainBytes || (this.#blocks[0]?.at ?? now) < now - retainMs) this.#dropOldest()
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

  /** The one that is added to. */
  #block(): Block {
    const last = this.#blocks.at(-1)
    if (last && last.lanes.length < blockEntries) return last
    const block: Block = { lanes: [], bytes: 0, at: 0 }
    this.#blocks.push(block)
    return block
  }

  #dropOldest(): void {
    const block = this.#blocks.shift()
    if (!block) return
    this.#bytes -= block.bytes
    for (const held of block.lanes) held.dropOldest()
  }
}
