import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import type { AssetClass, BarInterval } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'

/** What the exchange does now; `next` is its next opening or close, ms. */
export type MarketState = {
  status: 'regular' | 'pre' | 'after' | 'closed'
  next: { at: number; to: 'open' | 'closed' } | null
}

export type ChartInstrument = {
  ticker: string
  class: AssetClass
  region: string
  code: string
  name: string
  exchange: string
  timezone: string
  decimals: number
  /** The regular session in exchange time, minutes since midnight; null where trading never pauses or is not known. */
  regular: { from: number; to: number } | null
  /** When the instrument was read; null where it is not known. */
  market: MarketState | null
}

export type BarPage = {
  bars: IndicatorBar[]
  more: boolean
  delay: number
  /** `simulated`, `import`, … where the gateway says it (sandbox). */
  source: string | null
}

export type BarWanted = {
  limit: number
  adjust: Adjustment
  /** Only bars that open before this, ms. */
  before?: number
  /** Reads forward from here, ms. */
  from?: number
}

export type LinkState = 'live' | 'reconnecting' | 'off'

export type LiveBars = {
  bar(bar: IndicatorBar): void
  /** The connection was lost and is back: bars of the time between must be read. */
  gap(): void
  state(state: LinkState): void
}

/** The source of the chart's data; the page opens one on the gateway, tests and benches have their own. */
export interface MarketSource {
  instrument(ticker: string, signal?: AbortSignal): Promise<ChartInstrument>
  bars(instrument: ChartInstrument, interval: BarInterval, wanted: BarWanted, signal?: AbortSignal): Promise<BarPage>
  /** On-balance volume from the first stored bar to the one that opens at `at`; null where it is not known. */
  balance(
    instrument: ChartInstrument,
    interval: BarInterval,
    wanted: { adjust: Adjustment; at: number },
    signal?: AbortSignal,
  ): Promise<number | null>
  follow(instrument: ChartInstrument, interval: BarInterval, live: LiveBars): () => void
}
