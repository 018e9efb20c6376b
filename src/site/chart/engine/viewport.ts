import type { Chart } from 'klinecharts'
import type { BarInterval } from '#src/contract/market.ts'
import type { BarLoader, ChartBar } from '../data/bar-loader.ts'
import { pricePane } from './price-pane.ts'

/** Pixels from one bar to the next: minimum, default, maximum. */
export const [minBarSpace, usualBarSpace, maxBarSpace] = [1, 8, 60]

/**
 * The times of the first and last visible bar, ms. `gap`: the fraction of the width that is empty after the last bar.
 */
export type Span = { from: number; to: number; gap: number }

/**
 * The bars to show. `from`: the bars since a time that is computed from the newest bar's time; `at`: the bar to
 * centre; `span`: a range.
 */
type Aim = { from: (newest: number) => number } | { at: number } | { span: Span }

export class Viewport {
  readonly #chart: Chart
  readonly #loader: BarLoader
  /** The range to show once its bars are loaded; null for none. */
  #aim: Aim | null = null
  /** The range that was set by another chart; it is not reported back to that chart. */
  #followed: Span | null = null
  /** The interval of the bars that are loaded or being loaded. */
  interval: BarInterval | null = null

  constructor(chart: Chart, loader: BarLoader) {
    this.#chart = chart
    this.#loader = loader
  }

  /** Drops the pending range when the symbol changes. */
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

  resetView(): void {
    this.#chart.setBarSpace(usualBarSpace)
    this.#chart.scrollToRealTime(0)
  }

  /** Fits the bars since `from(newest)`, ms, into the view, at once or when the bars of `interval` are loaded. */
  showRange({ interval, from }: { interval: BarInterval; from: (newest: number) => number }): void {
    this.#aim = { from }
    if (this.interval === interval) this.reveal()
  }

  /** Shows the bar at `time`, ms, and loads older bars if necessary. */
  goTo(time: number): void {
    this.#aim = { at: time }
    const [first] = this.#bars()
    if ((first && first.t <= time) || !this.#loader.reachBack(time)) this.reveal()
  }

  /** Shows the pending range in the loaded bars. Without bars, the range stays pending. */
  reveal(): void {
    const aim = this.#aim
    const bars = this.#bars()
    const newest = bars.at(-1)
    if (!aim || !newest) return
    this.#aim = null
    if ('span' in aim) {
      this.#fit(aim.span)
      return
    }
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

  /** The visible range; null without bars, or while it equals the range set by another chart. */
  get span(): Span | null {
    const bars = this.#bars()
    const { from, to, realTo } = this.#chart.getVisibleRange()
    const [first, last] = [bars[from], bars[Math.min(to, bars.length) - 1]]
    if (!first || !last) return null
    const { width = 0 } = this.#chart.getSize(pricePane, 'main') ?? {}
    const empty = Math.max(0, realTo - bars.length) * this.#chart.getBarSpace().bar
    const span = { from: first.t, to: last.t, gap: width > 0 ? Math.min(0.9, empty / width) : 0 }
    const known = this.#followed
    return known?.from === span.from && known.to === span.to ? null : span
  }

  /** Shows the same range as another chart, and loads older bars if necessary. */
  follow(span: Span): void {
    const [first] = this.#bars()
    this.#aim = { span }
    if (!first) return
    if (first.t > span.from) this.#loader.reachBack(span.from)
    this.#fit(span)
  }

  #fit({ from, to, gap }: Span): void {
    const bars = this.#bars()
    const first = bars.findIndex(({ t }) => t >= from)
    const last = bars.findLastIndex(({ t }) => t <= to)
    if (first < 0 || last < first) return
    const { width = 0 } = this.#chart.getSize(pricePane, 'main') ?? {}
    const space = Math.min(maxBarSpace, Math.max(minBarSpace, (width * (1 - gap)) / (last - first + 1)))
    this.#followed = { from, to, gap }
    this.#chart.setBarSpace(space)
    this.#chart.scrollToDataIndex(last + (width * gap) / space, 0)
    // The bars of this chart may not match the bars of the other chart, so the actual range is stored.
    this.#followed = null
    this.#followed = this.span
  }
}
