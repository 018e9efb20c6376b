import type { Depth, Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import type { ChartInstrument, MarketState } from './market-source.ts'

/** Best price first, as the wire sends it. */
export type Book = Pick<Depth, 'a' | 'b'>

export type MarketHandlers = {
  quote?(quote: Quote): void
  book?(book: Book): void
  trade?(trade: Trade): void
  /** Events of the instrument were lost: what is shown may be old. */
  lost?(): void
}

/** Prices beside the bars: of the watchlist, the order book and the trades. They wait while few requests of the minute are left. */
export interface LiveMarket {
  watched(ticker: string, signal?: AbortSignal): Promise<ChartInstrument>
  marketState(instrument: ChartInstrument, signal?: AbortSignal): Promise<MarketState>
  /** By ticker; without those that are not known or outside the plan. */
  quotes(instruments: readonly ChartInstrument[], signal?: AbortSignal): Promise<ReadonlyMap<string, Quote>>
  book(instrument: ChartInstrument, signal?: AbortSignal): Promise<Book | null>
  /** Newest first. */
  trades(instrument: ChartInstrument, count: number, signal?: AbortSignal): Promise<Trade[]>
  /** Follows what `news` has listeners for, until the returned function is called. */
  watch(instrument: ChartInstrument, handlers: MarketHandlers): () => void
}
