import type { Chart, Crosshair, Point, VisibleRange } from 'klinecharts'
import type { IndicatorRow } from '#src/contract/indicators/indicator.ts'
import type { Interval } from '#src/contract/market.ts'
import type { BarLoader, ChartBar } from '../data/bar-loader.ts'
import type { ChartInstrument } from '../data/market-source.ts'
import { countdown, isDated } from '../state/bar-times.ts'
import type { ChartState } from '../state/chart-state.ts'
import { ComparedLines } from './compared-lines.ts'
import { type BoardEvents, DrawingBoard } from './drawing-board.ts'
import { ownDrawings } from './drawing-tools.ts'
import { IndicatorBoard } from './indicator-board.ts'
import { percentAxis } from './layers/axes.ts'
import { indicatorLayers } from './layers/indicator-layers.ts'
import { type CompareExtra, compareLayer, heikinAshiLayer, sessionLayer, volumeLayer } from './layers/price-layers.ts'
import { type ChartTheme, stylesOf } from './layers/theme.ts'
import { repeatLostClicks } from './lost-clicks.ts'
import { periods } from './periods.ts'
import { PricePane, pricePane } from './price-pane.ts'

/** Pixels from one bar to the next. */
const [minBarSpace, usualBarSpace, maxBarSpace] = [1, 8, 60]

export type Hover = { bar: ChartBar; before: ChartBar | null; index: number }

export type EngineEvents = BoardEvents & {
  hover(hover: Hover | null): void
  panes(): void
  /** The menu is wanted at a place in the window, for a drawing or the canvas. */
  menu(place: { x: number; y: number; drawing: string | null }): void
}

/** The bars wanted in view: all since a time that depends on the newest bar's, or the one at a time, in the middle. */
type Aim = { from: (newest: number) => number } | { at: number }

type Shown = { state: ChartState; instrument: ChartInstrument; theme: ChartTheme; compared: readonly CompareExtra[] }

/** One KLineCharts canvas, kept in step with a `ChartState`: the only place that talks to the library. */
export class ChartEngine {
  readonly #chart: Chart
  readonly #host: HTMLElement
  readonly #dispose: (host: HTMLElement) => void
  readonly #loader: BarLoader
  readonly #events: EngineEvents
  readonly #now: () => number
  readonly board: DrawingBoard
  readonly #price: PricePane
  readonly #indicators: IndicatorBoard
  readonly #compared: ComparedLines
  readonly #closed = new AbortController()
  #shown: Shown | null = null
  #pointed: number | null = null
  /** Applied when the bars are there. */
  #aim: Aim | null = null

  private constructor(
    chart: Chart,
    host: HTMLElement,
    dispose: (host: HTMLElement) => void,
    loader: BarLoader,
    events: EngineEvents,
    now: () => number,
  ) {
    this.#chart = chart
    this.#host = host
    this.#dispose = dispose
    this.#loader = loader
    this.#events = events
    this.#now = now
    this.board = new DrawingBoard(chart, events)
    this.#price = new PricePane(chart)
    this.#indicators = new IndicatorBoard(chart, () => events.panes())
    this.#compared = new ComparedLines(chart)
  }

  /** KLineCharts touches `window` when it is imported, so it comes only now. The canvas has the theme from its first frame. */
  static async open(
    host: HTMLElement,
    loader: BarLoader,
    events: EngineEvents,
    theme: ChartTheme,
    now: () => number = Date.now,
  ): Promise<ChartEngine> {
    const library = await import('klinecharts')
    for (const layer of indicatorLayers()) library.registerIndicator(layer)
    library.registerIndicator(volumeLayer())
    library.registerIndicator(heikinAshiLayer())
    library.registerIndicator(sessionLayer())
    library.registerIndicator(compareLayer())
    library.registerYAxis(percentAxis())
    for (const drawing of ownDrawings()) library.registerOverlay(drawing)
    const chart = library.init(host, {
      hotkey: { enabled: false },
      layout: { pane: { minHeight: 60, height: 110 }, barSpaceLimit: { min: minBarSpace, max: maxBarSpace } },
      thousandsSeparator: { sign: ',' },
      decimalFold: { threshold: 1000 },
    })
    if (!chart) throw new Error('the chart could not be opened in its element')
    chart.setBarSpace(usualBarSpace)
    chart.setStyles(stylesOf(theme, 'candle'))
    // the library puts its own keyboard focus before everything else on the page
    host.querySelector<HTMLElement>('[tabindex]')?.setAttribute('tabindex', '-1')
    const engine = new ChartEngine(chart, host, library.dispose, loader, events, now)
    engine.#listen(library.utils.formatDate)
    return engine
  }

  #listen(format: (zoned: Intl.DateTimeFormat, time: number, template: string) => string): void {
    this.#chart.setFormatter({
      formatDate: ({ dateTimeFormat, timestamp, template }) => {
        const dated = this.#shown !== null && isDated(this.#shown.state.interval)
        return format(dateTimeFormat, timestamp, dated ? template.replace(' HH:mm', '') : template)
      },
      formatExtendText: ({ type, data }) =>
        type === 'last_price' && this.#shown ? countdown(data.timestamp, this.#shown.state.interval, this.#now()) : '',
    })
    this.#chart.subscribeAction('onCrosshairChange', (data) => {
      this.#pointed = this.#indexAt((data as Crosshair | undefined)?.x)
      this.#events.hover(this.hovered())
    })
    const { signal } = this.#closed
    // A finger that is lifted leaves the crosshair where it is.
    const leave = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      this.#pointed = null
      this.#events.hover(this.hovered())
    }
    this.#host.addEventListener('pointerleave', leave, { signal })
    const menu = (event: MouseEvent) => {
      event.preventDefault()
      if (this.board.step !== null) return
      this.#events.menu({ x: event.clientX, y: event.clientY, drawing: this.board.takePressed() })
    }
    this.#host.addEventListener('contextmenu', menu, { signal })
    repeatLostClicks(this.#host, () => this.board.step, signal)
    this.#chart.subscribeAction('onVisibleRangeChange', (range) => {
      const { from, to } = range as VisibleRange
      for (const view of [this.#price, this.#indicators]) view.look(from - 1, to + 1)
    })
    this.#chart.subscribeAction('onPaneDrag', () => this.#events.panes())
    this.#loader.startOver = () => this.#chart.resetData()
    this.#loader.filled = () => this.#look()
    this.#loader.anchored = (anchor) => this.#indicators.anchor(anchor)
    this.#chart.setDataLoader(this.#loader.loader)
  }

  /** Brings the canvas to `state`; touches only what differs from what is shown. */
  show(state: ChartState, instrument: ChartInstrument, theme: ChartTheme, compared: readonly CompareExtra[]): void {
    const before = this.#shown
    this.#shown = { state, instrument, theme, compared }
    if (before?.theme !== theme || before.state.type !== state.type) this.#chart.setStyles(stylesOf(theme, state.type))
    const zone = isDated(state.interval) ? 'UTC' : state.timezone === 'exchange' ? instrument.timezone : state.timezone
    if (this.#chart.getTimezone() !== zone) this.#chart.setTimezone(zone)
    this.board.paint(theme)
    this.#price.show(state, instrument, theme)
    this.#indicators.show(state.indicators, theme)
    this.#loader.warmUp = this.#indicators.warmUp
    this.#loader.isCumulative = this.#indicators.isCumulative
    this.#compared.show(compared)
    this.#showSubject(before, state, instrument)
    this.#events.panes()
  }

  #showSubject(before: Shown | null, state: ChartState, instrument: ChartInstrument): void {
    const symbolChanged = before?.instrument !== instrument
    const intervalChanged = before?.state.interval !== state.interval
    const adjustChanged = before?.state.adjust !== state.adjust
    if (!symbolChanged && !intervalChanged && !adjustChanged) {
      if (this.#loader.isShort) this.#chart.resetData()
      return
    }
    this.#loader.show({ instrument, interval: state.interval, adjust: state.adjust })
    if (symbolChanged) this.#aim = null
    if (symbolChanged) {
      this.#chart.setSymbol({ ticker: instrument.ticker, pricePrecision: instrument.decimals, volumePrecision: 0 })
    }
    if (intervalChanged) this.#chart.setPeriod(periods[state.interval])
    else if (adjustChanged && !symbolChanged) this.#chart.resetData()
  }

  /** The action has the position of the crosshair, not its bar. */
  #indexAt(x: number | undefined): number | null {
    if (x === undefined) return null
    const [point] = this.#chart.convertFromPixel([{ x }], { paneId: pricePane }) as Partial<Point>[]
    const last = this.#chart.getDataList().length - 1
    return point?.dataIndex === undefined ? null : Math.min(last, Math.max(0, point.dataIndex))
  }

  hovered(): Hover | null {
    const bars = this.bars()
    const index = this.#pointed ?? bars.length - 1
    const bar = bars[index]
    return bar ? { bar, before: bars[index - 1] ?? null, index } : null
  }

  bars(): readonly ChartBar[] {
    return this.#chart.getDataList() as ChartBar[]
  }

  indicatorRow(id: string, index: number): IndicatorRow | null {
    return this.#indicators.row(id, index)
  }

  /** Where the pane of an indicator begins, in pixels from the top of the canvas. */
  paneTop(id: string): number | null {
    const [layer] = this.#chart.getIndicators({ id })
    return layer ? (this.#chart.getSize(layer.paneId, 'root')?.top ?? null) : null
  }

  comparedChange(ticker: string, index: number): number | null {
    return this.#compared.change(ticker, index)
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
  showRange({ interval, from }: { interval: Interval; from: (newest: number) => number }): void {
    this.#aim = { from }
    if (this.#shown?.state.interval === interval) this.#look()
  }

  /** Shows the bar at `time`, ms, and loads older bars if it needs them. */
  goTo(time: number): void {
    this.#aim = { at: time }
    const [first] = this.bars()
    if (first && first.t <= time) this.#look()
    else this.#loader.reachBack(time)
  }

  #look(): void {
    const aim = this.#aim
    const bars = this.bars()
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

  reload(): void {
    this.#chart.resetData()
  }

  resize(): void {
    this.#chart.resize()
    this.#events.panes()
  }

  /** The canvas as a PNG data address, drawings included, on the theme's paper. */
  picture(): string {
    return this.#chart.getConvertPictureUrl(true, 'png', this.#shown?.theme.paper ?? '#FFFFFF')
  }

  /** The library's own chart, for benches that measure it. */
  get library(): Chart {
    return this.#chart
  }

  close(): void {
    this.#closed.abort()
    this.#loader.close()
    this.#dispose(this.#host)
  }
}
