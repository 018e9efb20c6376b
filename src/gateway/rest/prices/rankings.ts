import type { rankings } from '#src/contract/data/live.ts'
import type { AssetClass, InstrumentId, QuoteEvent } from '#src/contract/market.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Board } from '../../board.ts'

type Ranking = (typeof rankings)[number]

/**
 * The time for which a ranking of a class over all its regions is cached, ms, because computing it reads every quote.
 */
const keptMs = 1_000

const scores: Record<Ranking, (quote: QuoteEvent) => number> = {
  gainers: ({ changePercent }) => changePercent,
  losers: ({ changePercent }) => -changePercent,
  // An unknown turnover is estimated as volume × last price.
  active: ({ turnover, volume, last }) => turnover || volume * last,
}

type Kept = { at: number; quotes: readonly QuoteEvent[] }
type Ranked = { board: Board; assetClass: AssetClass; by: Ranking }

/** Ranks the quotes of a class. Leaves out halted instruments, and instruments with a score of 0 or less. */
export class Rankings {
  readonly #clock: Clock
  /** Rankings by board. Each delay has a board of its own, so plans with different delays share no ranking. */
  readonly #kept = new WeakMap<Board, Map<string, Kept>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `sees`: whether a region is included. */
  top(
    { board, assetClass, by }: Ranked,
    sees: (region: string) => boolean,
    limit: number,
  ): { id: InstrumentId; quote: QuoteEvent }[] {
    const found: { id: InstrumentId; quote: QuoteEvent }[] = []
    for (const quote of this.#ranked({ board, assetClass, by })) {
      if (found.length === limit) break
      const id = parseInstrumentKey(quote.key)
      if (id && sees(id.region)) found.push({ id, quote })
    }
    return found
  }

  #ranked({ board, assetClass, by }: Ranked): readonly QuoteEvent[] {
    const name = `${assetClass} ${by}`
    const ofBoard = this.#kept.get(board) ?? new Map<string, Kept>()
    const known = ofBoard.get(name)
    const now = this.#clock.now()
    if (known && now - known.at < keptMs) return known.quotes
    const score = scores[by]
    const quotes = [...board.quotes(assetClass)]
      .filter((quote) => quote.tradingStatus === 0 && score(quote) > 0)
      .sort((a, b) => score(b) - score(a) || (a.key < b.key ? -1 : 1))
    this.#kept.set(board, ofBoard.set(name, { at: now, quotes }))
    return quotes
  }
}
