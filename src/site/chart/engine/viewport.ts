import type { Chart } from 'klinecharts'
import type { BarInterval } from '#src/contract/market.ts'
import type { BarLoader, ChartBar } from '../data/bar-loader.ts'
import { pricePane } from './price-pane.ts'

/** Pixels from one bar to the next. */
export const [minBarSpace, usualBarSpace, maxBarSpace] = [1, 8, 60]

/** The bars wanted in view: all since a time that depends on the newest bar's, or the one at a time, in the middle. */
type Aim = { from: (newest: number) => number } | { at: number }

/** The part of the bars that is in view. */
export class Viewport {
  readonly #chart: Chart
  readonly #loader: BarLoader
  /** Applied when the bars are there. */
  #aim: Aim | null = null
  /** Of the bars that are loaded or being loaded. */
  interval: BarInterval | null = null

  constructor(chart: Chart, loader: BarLoader) {
    this.#chart = chart
    this.#loader = loader
  }

  /** Another symbol: what was wanted of the one before is not wanted of it. */
  forget(): void {
    this.#aim = null
  }

  #bars(): readonly ChartBar[] {
    return this.#chart.getDataList() as ChartBar[]
  }

  zoom(factor: number): void {
    this.#chart.zoomAtCoordinate(factor, undefined, 120)
  }

  scroll(bars: number): void {
    this.#chart.scrollByDistance(bars * this.#chart.getBarSpace().bar)
  }

  toNewest(): void {
    this.#chart.scrollToRealTime(200)
  }

  /** Shows the newest bars at the usual width. */
  resetView(): void {
    this.#chart.setBarSpace(usualBarSpace)
    this.#chart.scrollToRealTime(0)
  }

  /** Fits the bars since `from(newest)`, ms, into the view, now or as soon as those of `interval` are there. */
  showRange({ interval, from }: { interval: BarInterval; from: (newest: number) => number }): void {
    this.#aim = { from }
    if (this.interval === interval) this.look()
  }

  /** Shows the bar at `time`, ms, and loads older bars if it needs them. */
  goTo(time: number): void {
    this.#aim = { at: time }
    const [first] = this.#bars()
    if (first && first.t <= time) this.look()
    else this.#loader.reachBack(time)
  }

  /** Brings what is wanted into view, if its bars are there. */
  look(): void {
    const aim = this.#aim
    const bars = this.#bars()
    const newest = bars.at(-1)
    if (!aim || !newest) return
    this.#aim = null
    const { width = 0 } = this.#chart.getSize(pricePane, 'main') ?? {}
    const right = this.#chart.getOffsetRightDistance()
    if ('from' in aim) {
      const since = aim.from(newest.t)
      const count = bars.filter(({ t }) => t >= since).length
      this.#chart.setBarSpace(Math.min(maxBarSpace, Math.max(minBarSpace, (width - right) / count)))
      this.#chart.scrollToRealTime(0)
      return
    }
    const found = bars.findIndex(({ t }) => t >= aim.at)
    const half = Math.floor(width / this.#chart.getBarSpace().bar / 2)
    this.#chart.scrollToDataIndex(Math.min(bars.length - 1, (found < 0 ? bars.length - 1 : found) + half), 0)
  }
}
