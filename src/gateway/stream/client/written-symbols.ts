import { LRUCache } from 'lru-cache'
import { type InstrumentId, instrumentKey } from '#src/contract/market.ts'
import type { Spelling } from '../delivery/frame.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import type { Protocol } from '../protocol/protocol.ts'

const knownMax = 50_000

/**
 * `lane`: the lane of a type; `base`: the lane from which it is built (minutes for longer bars); `name`: the lane's
 * name in gaps, e.g. `AAPL$US:tick`.
 */
type WrittenLane = {
  readonly lane: string
  readonly base: string
  readonly name: string
  readonly spelling: Spelling
}

export class WrittenSymbol {
  readonly id: InstrumentId
  readonly key: string
  /** The symbol as lists, gaps and results repeat it. */
  readonly text: string
  readonly #spell: (type: LaneType) => Spelling
  readonly #lanes = new Map<LaneType, WrittenLane>()

  constructor(symbol: string, id: InstrumentId, protocol: Protocol) {
    this.id = id
    this.key = instrumentKey(id)
    this.text = symbol
    this.#spell = protocol.speller(symbol, id)
  }

  of(type: LaneType): WrittenLane {
    let lane = this.#lanes.get(type)
    if (!lane) {
      const spelling = this.#spell(type)
      lane = { lane: laneNamed(this.key, type), base: baseOf(this.key, type), name: `${this.text}:${type}`, spelling }
      this.#lanes.set(type, lane)
    }
    return lane
  }
}

/**
 * Shares a `WrittenSymbol` among the sockets with the same spelling: a million subscriptions need a few thousand
 * objects.
 */
export class WrittenSymbols {
  readonly #known = new LRUCache<string, WrittenSymbol>({ max: knownMax })

  of(symbol: string, id: InstrumentId, protocol: Protocol): WrittenSymbol {
    const name = `${protocol.name} ${id.class} ${symbol}`
    const known = this.#known.get(name)
    if (known && known.id.code === id.code && known.id.region === id.region) return known
    const made = new WrittenSymbol(symbol, id, protocol)
    this.#known.set(name, made)
    return made
  }
}

/** Types that are built from the lane of another type. */
const sources: Partial<Record<LaneType, string>> = { book: 'depth', revised: 'kline@1' }

function laneNamed(key: string, type: LaneType): string {
  return `${key}:${sources[type] ?? type}`
}

function baseOf(key: string, type: LaneType): string {
  if (type === 'second') return `${key}:tick`
  return type.startsWith('kline@') ? `${key}:kline@1` : laneNamed(key, type)
}
