import { LRUCache } from 'lru-cache'
import { type InstrumentId, instrumentKey } from '#src/contract/market.ts'
import type { SubscriptionType } from '#src/contract/stream-names.ts'
import { type Spelling, spell } from '../delivery/frame.ts'

const knownMax = 50_000

/** `lane`: a type's lane; `base`: its source lane (minutes for wider bars); `name`: in gaps, e.g. `AAPL$US:tick`. */
type WrittenLane = { readonly lane: string; readonly base: string; readonly name: string }

export class WrittenSymbol {
  readonly id: InstrumentId
  readonly key: string
  /** The symbol as lists, gaps and results repeat it. */
  readonly text: string
  readonly spelling: Spelling
  readonly #lanes = new Map<SubscriptionType, WrittenLane>()

  constructor(symbol: string, id: InstrumentId, namesClass: boolean) {
    const { code, region } = written(symbol, id)
    this.id = id
    this.key = instrumentKey(id)
    this.text = symbol
    this.spelling = spell(code, region, namesClass ? id.class : null)
  }

  of(type: SubscriptionType): WrittenLane {
    let lane = this.#lanes.get(type)
    if (!lane) {
      const base = `${this.key}:${type.startsWith('kline@') ? 'kline@1' : type}`
      lane = { lane: `${this.key}:${type}`, base, name: `${this.text}:${type}` }
      this.#lanes.set(type, lane)
    }
    return lane
  }
}

/** Shares a `WrittenSymbol` among sockets of one spelling: a million subscriptions need a few thousand objects. */
export class WrittenSymbols {
  readonly #known = new LRUCache<string, WrittenSymbol>({ max: knownMax })

  /** `namesClass`: whether events contain the class, as on `/stream`. */
  of(symbol: string, id: InstrumentId, namesClass: boolean): WrittenSymbol {
    const name = `${namesClass} ${id.class} ${symbol}`
    const known = this.#known.get(name)
    if (known && known.id.code === id.code && known.id.region === id.region) return known
    const made = new WrittenSymbol(symbol, id, namesClass)
    this.#known.set(name, made)
    return made
  }
}

/** The code and region as the client wrote them, with the canonical region if it wrote none. */
function written(symbol: string, id: InstrumentId): { code: string; region: string } {
  const bare = symbol.startsWith(`${id.class}:`) ? symbol.slice(id.class.length + 1) : symbol
  const parts = bare.split('$')
  const code = parts[0] ?? id.code
  return { code, region: parts.length > 1 ? (parts.at(-1) ?? id.region) : id.region }
}
