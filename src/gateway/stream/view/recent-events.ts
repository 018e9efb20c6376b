import type { MarketEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { MarketEntry } from '#src/market/tape.ts'

export type RecentEventsBounds = { retainMs: number; retainBytes: number }

export const recentEventsBounds: RecentEventsBounds = { retainMs: 20 * minuteMs, retainBytes: 64 * 1024 * 1024 }

/** The approximate size of an event in bytes; the limit needs no more precision. */
const weightOf = { tick: 220, quote: 300, bar: 300, depth: 1_500, switch: 200 } as const satisfies Record<
  MarketEvent['type'],
  number
>

export const recentEventsMax = Math.ceil(recentEventsBounds.retainBytes / Math.min(...Object.values(weightOf)))

export type RecentEvent = { seq: number; event: MarketEvent }

/** Entries are dropped in blocks of this size. */
const blockEntries = 1_024

/** Consecutive entries as columns; `before` is the index of the lane's previous entry. */
type Block = { seqs: number[]; events: MarketEvent[]; before: number[]; bytes: number; at: number }

/** A lane's newest entry and its index. It is never dropped, because sockets resume a quiet lane from this entry. */
export class LaneHistory {
  newest: MarketEntry | null = null
  newestIndex = -1
}

/**
 * Events that sockets can resume from: the last minutes of each lane, limited by time and bytes over all lanes. The
 * oldest events are dropped first. Indexes count over all lanes, and each entry links to its lane's previous entry.
 */
export class RecentEvents {
  readonly #bounds: RecentEventsBounds
  readonly #lanes = new Map<string, LaneHistory>()
  readonly #blocks: Block[] = []
  #first = 0
  #bytes = 0

  constructor(bounds: RecentEventsBounds = recentEventsBounds) {
    this.#bounds = bounds
  }

  of(lane: string): LaneHistory {
    let history = this.#lanes.get(lane)
    if (!history) {
      history = new LaneHistory()
      this.#lanes.set(lane, history)
    }
    return history
  }

  /** Adds an entry. Returns the lane's previous sequence number, or null for a new lane. */
  add(history: LaneHistory, entry: MarketEntry): number | null {
    const before = history.newest?.seq ?? null
    const { event } = entry
    const weight = weightOf[event.type]
    const block = this.#block()
    block.before.push(history.newestIndex)
    block.events.push(event)
    block.bytes += weight
    block.at = entry.at
    this.#bytes += weight
    history.newest = entry
    history.newestIndex = this.#first + (this.#blocks.length - 1) * blockEntries + block.seqs.push(entry.seq) - 1
    return before
  }

  trim(now: number): void {
    const { retainMs, retainBytes } = this.#bounds
    while (this.#bytes > retainBytes || (this.#blocks[0]?.at ?? now) < now - retainMs) this.#dropOldest()
  }

  newest(lane: string): number | null {
    return this.#lanes.get(lane)?.newest?.seq ?? null
  }

  /** The newest event of a lane up to a number; null if no such event is in memory. */
  at(name: string, seq: number): RecentEvent | null {
    const history = this.#lanes.get(name)
    if (history) for (const recent of this.#backwards(history)) if (recent.seq <= seq) return recent
    return null
  }

  /**
   * The held events of a lane after `seq`, up to `until`. If the first number is above `seq + 1`, some events were
   * dropped.
   */
  since(name: string, seq: number, until: number): RecentEvent[] {
    const found: RecentEvent[] = []
    const history = this.#lanes.get(name)
    if (!history) return found
    for (const recent of this.#backwards(history)) {
      if (recent.seq <= seq) break
      if (recent.seq <= until) found.push(recent)
    }
    return found.reverse()
  }

  *#backwards({ newest, newestIndex }: LaneHistory): Generator<RecentEvent> {
    if (newest && newestIndex < this.#first) yield { seq: newest.seq, event: newest.event }
    for (let at = newestIndex; at >= this.#first; ) {
      const block = this.#blocks[Math.floor((at - this.#first) / blockEntries)]
      const n = (at - this.#first) % blockEntries
      const event = block?.events[n]
      if (!block || !event) return
      yield { seq: block.seqs[n] ?? 0, event }
      at = block.before[n] ?? -1
    }
  }

  #block(): Block {
    const last = this.#blocks.at(-1)
    if (last && last.seqs.length < blockEntries) return last
    const block: Block = { seqs: [], events: [], before: [], bytes: 0, at: 0 }
    this.#blocks.push(block)
    return block
  }

  #dropOldest(): void {
    const block = this.#blocks.shift()
    if (!block) return
    this.#first += blockEntries
    this.#bytes -= block.bytes
  }
}
