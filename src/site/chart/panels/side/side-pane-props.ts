import type { Watchlist } from '../../control/kept/use-watchlist.ts'
import type { MarketStore } from '../../control/market/use-market.ts'
import type { LiveMarket } from '../../data/live-market.ts'
import type { ChartInstrument, MarketState } from '../../data/market-source.ts'

export type SidePaneProps = {
  source: LiveMarket
  watchlist: Watchlist
  /** The symbol of the active chart. `instrument`, `market` and `state` also belong to the active chart. */
  ticker: string
  instrument: ChartInstrument | null
  market: MarketStore
  state: MarketState | null
  /** IANA name of the chart's zone. */
  zone: string
  open(ticker: string): void
  add(): void
}
