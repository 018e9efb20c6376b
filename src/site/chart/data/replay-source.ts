import type { IndicatorBar } from '#src/contract/indicators/indicator.ts'
import { type BarInterval, intervalMs } from '#src/contract/market.ts'
import type { Adjustment } from '../state/chart-state.ts'
import { nextOpen } from '../state/time/bar-times.ts'
import { retryMs } from './bar-loader.ts'
import type { BarPage, BarWanted, ChartInstrument, LiveBars, MarketSource } from './market-source.ts'

const pageSize = 500

type Follower = { instrument: ChartInstrument; interval: BarInterval; live: LiveBars }

/**
 * A source with a time limit, the edge: bars that end after the edge are withheld, so that no chart shows the future.
 * Without an edge the source returns everything. `advance` moves the edge, and later bars then arrive one by one.
 */
export class ReplaySource implements MarketSource {
  readonly #source: MarketSource
  #edge: number | null = null
  /** The number of calls of `begin`. Work that was started for an earlier edge has no effect. */
  #begun = 0
  #follower: Follower | null = null
  #adjust: Adjustment = 'none'
  /** Bars after the edge, oldest first. */
  #ahead: IndicatorBar[] = []
  #loading: Promise<void> | null = null
  /** The time until which no bars are requested, because there were none, ms. Other charts may replay on meanwhile. */
  #endUntil = 0

  constructor(source: MarketSource) {
    this.#source = source
  }

  /** The chart that follows the replay; null while a chart loads its bars. */
  get follower(): object | null {
    return this.#follower
  }

  /** Sets the time up to which bars are returned, ms; null: the market is live. Takes effect with the next load. */
  begin(edge: number | null): void {
    this.#begun += 1
    this.#edge = edge
    this.#restart()
  }

  #restart(): void {
    this.#ahead = []
    this.#loading = null
    this.#endUntil = 0
  }

  /** The end of the first withheld bar; null if there is no edge, no follower or no such bar. */
  async next(): Promise<number | null> {
    const { edge, interval } = { edge: this.#edge, interval: this.#follower?.interval }
    if (edge === null || interval === undefined) return null
    if (this.#ahead.length === 0) {
      if (Date.now() < this.#endUntil) return null
      const begun = this.#begun
      this.#loading ??= this.#load(edge).finally(() => {
        if (begun === this.#begun) this.#loading = null
      })
      await this.#loading
      if (begun !== this.#begun) return null
    }
    const [bar] = this.#ahead
    return bar ? nextOpen(bar.t, interval) : null
  }

  /** Moves the edge. Bars that end at or before the new edge arrive as live bars. */
  async advance(edge: number): Promise<void> {
    const begun = this.#begun
    if (this.#edge === null) return
    for (;;) {
      const end = await this.next()
      if (begun !== this.#begun) return
      if (end === null || end > edge) break
      const bar = this.#ahead.shift()
      this.#edge = end
      if (bar) this.#follower?.live.bar(bar)
    }
    this.#edge = Math.max(this.#edge, edge)
  }

  async #load(edge: number): Promise<void> {
    const follower = this.#follower
    if (!follower) return
    const { instrument, interval } = follower
    const begun = this.#begun
    const wanted = { limit: pageSize, adjust: this.#adjust, from: edge - 2 * intervalMs[interval] }
    const { bars } = await this.#source.bars(instrument, interval, wanted)
    if (follower !== this.#follower || begun !== this.#begun) return
    this.#ahead = bars.filter(({ t }) => nextOpen(t, interval) > edge)
    if (this.#ahead.length === 0) this.#endUntil = Date.now() + retryMs
  }

  instrument(ticker: string, signal?: AbortSignal): Promise<ChartInstrument> {
    return this.#source.instrument(ticker, signal)
  }

  async bars(
    instrument: ChartInstrument,
    interval: BarInterval,
    wanted: BarWanted,
    signal?: AbortSignal,
  ): Promise<BarPage> {
    this.#adjust = wanted.adjust
    const edge = this.#edge
    if (edge === null) return this.#source.bars(instrument, interval, wanted, signal)
    const before = Math.min(wanted.before ?? Number.POSITIVE_INFINITY, edge)
    const page = await this.#source.bars(instrument, interval, { ...wanted, before }, signal)
    return { ...page, bars: page.bars.filter(({ t }) => nextOpen(t, interval) <= edge) }
  }

  balance(
    instrument: ChartInstrument,
    interval: BarInterval,
    wanted: { adjust: Adjustment; at: number },
    signal?: AbortSignal,
  ): Promise<number | null> {
    return this.#source.balance(instrument, interval, wanted, signal)
  }

  follow(instrument: ChartInstrument, interval: BarInterval, live: LiveBars): () => void {
    if (this.#edge === null) return this.#source.follow(instrument, interval, live)
    const follower = { instrument, interval, live }
    this.#follower = follower
    this.#restart()
    live.state('off')
    return () => {
      if (this.#follower === follower) this.#follower = null
    }
  }
}
