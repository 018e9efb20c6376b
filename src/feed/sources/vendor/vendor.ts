import type { AssetClass } from '#src/contract/market.ts'
import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import type { Figures } from '#src/market/bars/bar.ts'

/** The classes that vendors are asked for; `name` as in the settings: `AAPL`, `BTC/USD`. */
export const vendorClasses = ['stock', 'fund', 'crypto', 'forex'] as const
export type VendorClass = (typeof vendorClasses)[number] & AssetClass
export type VendorSymbol = { class: VendorClass; name: string }

/** `id`: the same for the same trade on the socket and over REST. `time` in ms. */
export type VendorTrade = { id: string; time: number; price: number; volume: number; side: 0 | 1 | 2 }

/** The best bid and offer; a price of 0 stands for a side that nobody offers. */
export type VendorQuote = { time: number; bid: number; bidVolume: number; ask: number; askVolume: number }

/** `time`: the bar's begin, as the vendor gives it, ms. */
export type VendorBar = Omit<Figures, 'turnover'> & { time: number }

/** What a connection reports. Symbols are those that `connect` was given. */
export type Hearer = {
  /** Any sign of life. */
  heard(): void
  /** From here on every trade of the symbol comes. */
  subscribed(symbol: VendorSymbol): void
  /** The vendor does not give us something that was asked for. */
  rejected(reason: string): void
  trade(symbol: VendorSymbol, trade: VendorTrade): void
  quote(symbol: VendorSymbol, quote: VendorQuote): void
  /** The connection is over. */
  ended(cause: unknown): void
}

/** `ping` asks for a sign of life. */
export type Connection = Disposable & { ping(): void }

/** A data vendor, as its official client offers it. */
export type Vendor = {
  /** As in the order of sources. */
  readonly name: string
  connect(symbols: readonly VendorSymbol[], hearer: Hearer): Promise<Connection>
  /** Recorded trades of a time, both ends included, oldest first, page by page. */
  trades(symbol: VendorSymbol, from: number, to: number): AsyncIterable<VendorTrade[]>
  /** Bars without adjustment, oldest first, page by page. */
  bars(symbol: VendorSymbol, interval: '1m' | '1d', from: number, to: number): AsyncIterable<VendorBar[]>
  /** Every split and cash dividend of a stock or a fund up to `to`, ms; announced ones are in the future. */
  actions(symbol: VendorSymbol, to: number): Promise<SourceAction[]>
}
