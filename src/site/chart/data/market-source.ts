import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import type { AssetClass, BarInterval } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'

/** The current state of the exchange. `next`: its next opening or close, ms. */
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
  /** The regular session in exchange time, minutes since midnight; null if unknown or trading never pauses. */
  regular: { from: number; to: number } | null
  /** The exchange's state when the instrument was read; null when unknown. */
  market: MarketState | null
  /**
   * Set if the reader's plan does not include the prices. `plan`: the name of a plan that includes the prices; null if
   * there is none.
   */
  locked: { plan: string | null } | null
}

export type BarPage = {
  bars: IndicatorBar[]
  more: boolean
  delay: number
  /** The source of the bars, which the gateway states only in a sandbox: `simulated`, `import`, …; otherwise null. */
  source: string | null
}

export type BarWanted = {
  limit: number
  adjust: Adjustment
  /** Only bars that open before this time, ms. */
  before?: number
  /** Reads forward from this time, ms. */
  from?: number
}

export type LinkState = 'live' | 'reconnecting' | 'off'

export type LiveBars = {
  bar(bar: IndicatorBar): void
  /** Called after a lost connection was restored: the missed bars must be read. */
  gap(): void
  /** Called after the stored history was replaced: all bars must be read again. */
  replaced(): void
  state(state: LinkState): void
}

/** A source of the chart's data: the gateway, a replay, or a source written for a test or bench. */
export interface MarketSource {
  instrument(ticker: string, signal?: AbortSignal): Promise<ChartInstrument>
  bars(instrument: ChartInstrument, interval: BarInterval, wanted: BarWanted, signal?: AbortSignal): Promise<BarPage>
  /** On-balance volume from the first stored bar to the bar that opens at `at`; null when unknown. */
  balance(
    instrument: ChartInstrument,
    interval: BarInterval,
    wanted: { adjust: Adjustment; at: number },
    signal?: AbortSignal,
  ): Promise<number | null>
  follow(instrument: ChartInstrument, interval: BarInterval, live: LiveBars): () => void
}
