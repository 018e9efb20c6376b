import type { AssetClass } from '#src/contract/market.ts'
import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import type { Figures } from '#src/market/bars/bar.ts'

/** The classes that vendors serve; `name` as in the settings: `AAPL`, `BTC/USD`. */
export const vendorClasses = ['stock', 'fund', 'crypto', 'forex'] as const
export type VendorClass = (typeof vendorClasses)[number] & AssetClass
export type VendorSymbol = { class: VendorClass; name: string }

/** `id`: equal for the same trade on the socket and over REST. `time` in ms. */
export type VendorTrade = { id: string; time: number; price: number; volume: number; side: 0 | 1 | 2 }

/** The best bid and offer; a price of 0 means that the side is empty. */
export type VendorQuote = { time: number; bid: number; bidVolume: number; ask: number; askVolume: number }

/** `time`: the bar's start, as the vendor gives it, ms. */
export type VendorBar = Omit<Figures, 'turnover'> & { time: number }

/** Events of a connection. Symbols are those passed to `connect`. */
export type Hearer = {
  /** Called for any sign of life. */
  heard(): void
  /** From here on, the connection receives every trade of the symbol. */
  subscribed(symbol: VendorSymbol): void
  /** The vendor rejected a subscription or request. */
  rejected(reason: string): void
  trade(symbol: VendorSymbol, trade: VendorTrade): void
  quote(symbol: VendorSymbol, quote: VendorQuote): void
  ended(cause: unknown): void
}

export type Connection = Disposable & { ping(): void }

export type Vendor = {
  /** The source's name, as in the configured order of sources. */
  readonly name: string
  connect(symbols: readonly VendorSymbol[], hearer: Hearer): Promise<Connection>
  /** Recorded trades of a time range, both ends included, oldest first, page by page. */
  trades(symbol: VendorSymbol, from: number, to: number): AsyncIterable<VendorTrade[]>
  /** Unadjusted bars, oldest first, page by page. */
  bars(symbol: VendorSymbol, interval: '1m' | '1d', from: number, to: number): AsyncIterable<VendorBar[]>
  /** Every split and cash dividend of a stock or fund up to `to`, ms; announced ones may be in the future. */
  actions(symbol: VendorSymbol, to: number): Promise<SourceAction[]>
}
