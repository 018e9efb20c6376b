import type { rankings } from '#src/contract/data/live.ts'
import type { AssetClass, InstrumentId, QuoteEvent } from '#src/contract/market.ts'
import { currenciesOf } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Board } from '../../board.ts'

type Ranking = (typeof rankings)[number]

/**
 * The time for which a ranking of a class over all its regions is cached, ms, because computing it reads every quote.
 */
const keptMs = 1_000
/** The time for which the currencies of a class are cached, ms. */
const currenciesMs = 300_000
/** So small a factor ranks turnovers without a known rate behind all others, and keeps their order. */
const unknownRate = 1e-30

const scores: Record<Ranking, (quote: QuoteEvent) => number> = {
  gainers: ({ changePercent }) => changePercent,
  losers: ({ changePercent }) => -changePercent,
  // An unknown turnover is estimated as volume × last price.
  active: ({ turnover, volume, last }) => turnover || volume * last,
}

type Kept = { at: number; quotes: readonly QuoteEvent[] }
type Currencies = { at: number; byKey: Promise<ReadonlyMap<string, string>> }
type Ranked = { board: Board; assetClass: AssetClass; by: Ranking }

/**
 * Ranks the quotes of a class, turnovers in US dollars. Leaves out halted instruments, and instruments with a score of 0
 * or less.
 */
export class Rankings {
  readonly #ctx: Platform
  /** Rankings by board. Each delay has a board of its own, so plans with different delays share no ranking. */
  readonly #kept = new WeakMap<Board, Map<string, Kept>>()
  readonly #currencies = new Map<AssetClass, Currencies>()

  constructor(ctx: Platform) {
    this.#ctx = ctx
  }

  /** `sees`: whether a region is included. */
  async top(
    ranked: Ranked,
    sees: (region: string) => boolean,
    limit: number,
  ): Promise<{ id: InstrumentId; quote: QuoteEvent }[]> {
    const found: { id: InstrumentId; quote: QuoteEvent }[] = []
    for (const quote of await this.#ranked(ranked)) {
      if (found.length === limit) break
      const id = parseInstrumentKey(quote.key)
      if (id && sees(id.region)) found.push({ id, quote })
    }
    return found
  }

  async #ranked({ board, assetClass, by }: Ranked): Promise<readonly QuoteEvent[]> {
    const name = `${assetClass} ${by}`
    const ofBoard = this.#kept.get(board) ?? new Map<string, Kept>()
    const known = ofBoard.get(name)
    const now = this.#ctx.clock.now()
    if (known && now - known.at < keptMs) return known.quotes
    const rateOf = by === 'active' ? await this.#rates(board, assetClass) : () => 1
    const quotes = [...board.quotes(assetClass)]
      .map((quote) => ({ quote, score: scores[by](quote) * rateOf(quote.key) }))
      .filter(({ quote, score }) => quote.tradingStatus === 0 && score > 0)
      .sort((a, b) => b.score - a.score || (a.quote.key < b.quote.key ? -1 : 1))
      .map(({ quote }) => quote)
    this.#kept.set(board, ofBoard.set(name, { at: now, quotes }))
    return quotes
  }

  /** Returns a function from an instrument to the value of its currency in US dollars. */
  async #rates(board: Board, assetClass: AssetClass): Promise<(key: string) => number> {
    const byKey = await this.#currenciesOf(assetClass)
    const dollars = dollarsOf(board)
    return (key) => dollars.get(byKey.get(key) ?? '') ?? unknownRate
  }

  #currenciesOf(assetClass: AssetClass): Currencies['byKey'] {
    const now = this.#ctx.clock.now()
    const former = this.#currencies.get(assetClass)
    if (former && now - former.at < currenciesMs) return former.byKey
    const byKey = currenciesOf(this.#ctx, assetClass).catch((cause: unknown) => {
      this.#currencies.delete(assetClass)
      if (!former) throw cause
      // Former currencies stay in use while PostgreSQL fails.
      this.#currencies.set(assetClass, former)
      return former.byKey
    })
    this.#currencies.set(assetClass, { at: now, byKey })
    return byKey
  }
}

/** The value of one unit of each currency in US dollars, by the newest prices of pairs with the dollar. */
function dollarsOf(board: Board): Map<string, number> {
  const dollars = new Map([
    ['USD', 1],
    ['USDT', 1],
    ['USDC', 1],
  ])
  for (const { key, last } of [...board.quotes('forex'), ...board.quotes('crypto')]) {
    const code = parseInstrumentKey(key)?.code ?? ''
    if (last <= 0) continue
    if (code.endsWith('USD')) dollars.set(code.slice(0, -3), last)
    else if (code.startsWith('USD')) dollars.set(code.slice(3), 1 / last)
  }
  const [pound, offshoreYuan] = [dollars.get('GBP'), dollars.get('CNH')]
  // London quotes shares in pence. The yuan inside and outside China is nearly equal.
  if (pound !== undefined) dollars.set('GBX', pound / 100)
  if (offshoreYuan !== undefined && !dollars.has('CNY')) dollars.set('CNY', offshoreYuan)
  return dollars
}
