import type { BarInterval } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'
import type { ChartInstrument, MarketSource } from './market-source.ts'

export type Anchor = { t: number; value: number }

type AnchorSeries = {
  instrument: ChartInstrument
  interval: BarInterval
  adjust: Adjustment
  t: number
  signal: AbortSignal
}

/**
 * The start value of on-balance volume, which counts from the first stored bar. The chart rarely loads that bar, so it
 * requests the value at one loaded bar. The value stays valid when older pages are loaded. If the call fails, the count
 * starts at the first loaded bar.
 */
export class BalanceAnchor {
  readonly #source: MarketSource
  readonly #changed: (anchor: Anchor | null) => void
  #series: AnchorSeries | null = null
  #anchor: Anchor | null = null
  #isWanted = false

  constructor(source: MarketSource, changed: (anchor: Anchor | null) => void) {
    this.#source = source
    this.#changed = changed
  }

  /** Sets whether a cumulative indicator is shown; otherwise nothing is requested. */
  want(on: boolean): void {
    if (on === this.#isWanted) return
    this.#isWanted = on
    void this.#request()
  }

  begin(series: AnchorSeries): void {
    this.#anchor = null
    this.#changed(null)
    this.#series = series
    void this.#request()
  }

  /** Called when older bars arrived. After a failure the balance is requested again. */
  reach(t: number): void {
    if (this.#series && !this.#anchor) this.#series = { ...this.#series, t }
    void this.#request()
  }

  async #request(): Promise<void> {
    const series = this.#series
    if (!series || this.#anchor || !this.#isWanted) return
    const { instrument, interval, adjust, t, signal } = series
    const value = await this.#source.balance(instrument, interval, { adjust, at: t }, signal).catch(() => null)
    if (value === null || signal.aborted || series !== this.#series) return
    this.#anchor = { t, value }
    this.#changed(this.#anchor)
  }
}
