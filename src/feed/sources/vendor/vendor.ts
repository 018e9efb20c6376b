import type { AssetClass, DepthLevel } from '#src/contract/market.ts'
import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import type { Figures } from '#src/market/bars/bar.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'

/** The classes that vendors serve. `name`: the symbol in the settings, such as `AAPL` or `BTC/USD`. */
export const vendorClasses = ['stock', 'fund', 'crypto', 'forex'] as const
export type VendorClass = (typeof vendorClasses)[number] & AssetClass
export type VendorSymbol = { class: VendorClass; name: string }

/** `id`: the same for a trade on the socket and over REST. `time` in ms. */
export type VendorTrade = { id: string; time: number; price: number; volume: number; side: 0 | 1 | 2 }

/** The best bid and offer; a price of 0 means that the side is empty. */
export type VendorQuote = { time: number; bid: number; bidVolume: number; ask: number; askVolume: number }

export type VendorBook = { time: number; asks: DepthLevel[]; bids: DepthLevel[] }

export type VendorInterval = '1d' | '1h' | '1m'

/** `time`: the vendor's time of the bar's start, ms. */
export type VendorBar = Omit<Figures, 'turnover'> & { time: number }

/** Events of a connection. Their symbols were passed to `connect`. */
export type Hearer = {
  /** Called before a socket for some of the symbols opens. The result is called for each sign of life of the socket. */
  opened(symbols: readonly VendorSymbol[]): () => void
  /**
   * Called when the connection begins to receive every trade of the symbol. Resolves when the missed earlier trades
   * are published or no longer awaited.
   */
  subscribed(symbol: VendorSymbol): Promise<void>
  /** Trades of the symbol may have been missed until now. */
  missed(symbol: VendorSymbol): Promise<void>
  /** The vendor rejected a subscription or request. */
  rejected(reason: string): void
  trade(symbol: VendorSymbol, trade: VendorTrade): void
  quote(symbol: VendorSymbol, quote: VendorQuote): void
  book(symbol: VendorSymbol, book: VendorBook): void
  ended(cause: unknown): void
}

export type Connection = Disposable & { ping(): void }

export type Vendor = {
  /** The source's name in the configured order of sources. */
  readonly name: string
  /** The source of the vendor's events and bars. An exchange provides the figures of the running day, too. */
  readonly source: 'push' | 'exchange'
  /** The intervals of the vendor's bars, widest first. */
  readonly intervals: readonly VendorInterval[]
  /** The symbols that match the configured symbols, if these are patterns. */
  choose?(): Promise<readonly VendorSymbol[]>
  /** Finds or creates the instrument of a symbol, if its code is not the symbol's name. */
  instrumentOf?(symbol: VendorSymbol): Promise<Instrument>
  connect(
    symbols: readonly VendorSymbol[],
    hearer: Hearer,
  ): Promise<Connection | (AsyncDisposable & Pick<Connection, 'ping'>)>
  /** Recorded trades of a time range, both ends included, oldest first, page by page. */
  trades(symbol: VendorSymbol, from: number, to: number): AsyncIterable<VendorTrade[]>
  /** Unadjusted bars, oldest first, page by page. */
  bars(symbol: VendorSymbol, interval: VendorInterval, from: number, to: number): AsyncIterable<VendorBar[]>
  /** Every split and cash dividend of a stock or fund up to `to`, ms. Announced actions may be in the future. */
  actions(symbol: VendorSymbol, to: number): Promise<SourceAction[]>
}
