import type { Depth, Quote, Trade } from '#sdk/typescript/calls/shapes.ts'
import type { Beside } from './beside.ts'
import type { ChartInstrument, MarketState } from './market-source.ts'

/** Levels with the best price first, as the stream sends them. */
export type Book = Pick<Depth, 'a' | 'b'>

export type MarketHandlers = {
  quote?(quote: Quote): void
  book?(book: Book): void
  trade?(trade: Trade): void
  /** Called when events of the instrument were lost: the shown data may be old. */
  lost?(): void
  /** Called when another source replaced the data of the instrument: all shown data is outdated. */
  replaced?(): void
}

/**
 * Watchlist prices, order book and trades. Reads except `marketState` wait while the minute limit allows few further
 * requests.
 */
export interface LiveMarket {
  watched(ticker: string, signal?: AbortSignal): Promise<ChartInstrument>
  marketState(instrument: ChartInstrument, signal?: AbortSignal): Promise<MarketState>
  /** The quotes by ticker, or the reason why a quote could not be read. */
  quotes(instruments: readonly ChartInstrument[], signal?: AbortSignal): Promise<ReadonlyMap<string, Beside<Quote>>>
  book(instrument: ChartInstrument, signal?: AbortSignal): Promise<Book | null>
  /** The newest trades, newest first. */
  trades(instrument: ChartInstrument, count: number, signal?: AbortSignal): Promise<Trade[]>
  /** Subscribes to the data for which `handlers` has functions, until the returned function is called. */
  watch(instrument: ChartInstrument, handlers: MarketHandlers): () => void
}
