import type { Chart, Coordinate, Crosshair, Point, VisibleRange } from 'klinecharts'
import type { IndicatorRow } from '#src/contract/indicators/indicator.ts'
import type { BarLoader, ChartBar } from '../data/bar-loader.ts'
import type { ChartInstrument, MarketState } from '../data/market-source.ts'
import type { ChartState } from '../state/chart-state.ts'
import { countdown, isDated } from '../state/time/bar-times.ts'
import { ComparedLines } from './compared-lines.ts'
import { type BoardEvents, DrawingBoard } from './drawing-board.ts'
import { IndicatorBoard } from './indicator-board.ts'
import { rollOn } from './inertia.ts'
import type { CompareExtra } from './layers/price-layers.ts'
import { type ChartTheme, stylesOf } from './layers/theme.ts'
import { openLibrary } from './library.ts'
import { repeatLostClicks } from './lost-clicks.ts'
import { measureByShift } from './measure-by-shift.ts'
import { periods } from './periods.ts'
import { PricePane, pricePane } from './price-pane.ts'
import { TimeAxis } from './time-axis.ts'
import { Viewport } from './viewport.ts'

export type Hover = { bar: ChartBar; before: ChartBar | null; index: number }

/**
 * `x`, `y`: pixels in the window. `drawing`: the id of the drawing at the position; null if there is none. `axis`:
 * whether the position is on the price axis.
 */
export type MenuPosition = { x: number; y: number; drawing: string | null; axis: boolean }

export type EngineEvents = BoardEvents & {
  hover(hover: Hover | null): void
  panes(): void
  /** The reader points at a bar. `time`: the opening time of the bar, ms; null when the pointer has left. */
  pointed(time: number | null): void
  /** The visible range of bars changed. */
  viewed(): void
  menu(position: MenuPosition): void
}

type Shown = { state: ChartState; instrument: ChartInstrument; theme: ChartTheme; compared: readonly CompareExtra[] }

/** The number of bars by which the view moves when the crosshair reaches its edge. */
const scrolledBars = 10

/** One KLineCharts canvas that shows a `ChartState`. */
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
  readonly #timeAxis: TimeAxis
  readonly view: Viewport
  /** The state of the exchange; null when unknown. */
  market: MarketState | null = null
  readonly #closed = new AbortController()
  #shown: Shown | null = null
  #pointed: number | null = null

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
    this.#timeAxis = new TimeAxis(chart)
    this.view = new Viewport(chart, loader)
  }

  static async open(
    host: HTMLElement,
    loader: BarLoader,
    events: EngineEvents,
    theme: ChartTheme,
    now: () => number = Date.now,
  ): Promise<ChartEngine> {
    const { library, chart } = await openLibrary(host, theme)
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
        type === 'last_price' && this.#shown
          ? countdown(data.timestamp, this.#shown.state.interval, this.#now(), this.market)
          : '',
    })
    this.#chart.subscribeAction('onCrosshairChange', (data) => {
      this.#point(this.#indexAt((data as Crosshair | undefined)?.x))
    })
    const { signal } = this.#closed
    // When a finger is lifted, the crosshair stays where it is.
    const leave = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      this.#point(null)
    }
    this.#host.addEventListener('pointerleave', leave, { signal })
    const menu = (event: MouseEvent) => {
      event.preventDefault()
      if (this.board.step !== null) return
      const { clientX: x, clientY: y } = event
      const plot = this.#chart.getSize(pricePane, 'main')
      const inside = x - this.#host.getBoundingClientRect().left - (plot?.left ?? 0)
      const axis = inside < 0 || inside > (plot?.width ?? Number.POSITIVE_INFINITY)
      const position = { x, y, drawing: this.board.popPressed(), axis }
      const show = () => this.#events.menu(position)
      // Some systems request the menu while the button is down. Releasing the button outside the menu would close the
      // menu, so it opens after the release.
      if ((event.buttons & 2) === 0) show()
      else document.addEventListener('pointerup', () => setTimeout(show), { once: true, signal })
    }
    this.#host.addEventListener('contextmenu', menu, { signal })
    // Dragging or double-clicking the axis changes whether the axis fits itself to the visible prices.
    this.#host.addEventListener('pointerup', () => this.#events.panes(), { signal })
    repeatLostClicks(this.#host, () => this.board.step, signal)
    measureByShift(this.#host, this.board, signal)
    rollOn(this.#chart, this.#host, () => this.board.step !== null, signal)
    this.#chart.subscribeAction('onVisibleRangeChange', (range) => {
      const { from, to } = range as VisibleRange
      for (const view of [this.#price, this.#indicators]) view.showRange(from - 1, to + 1)
      this.#events.viewed()
    })
    this.#chart.subscribeAction('onPaneDrag', () => this.#events.panes())
    this.#loader.startOver = () => this.#chart.resetData()
    this.#loader.filled = () => this.view.reveal()
    this.#loader.anchored = (anchor) => this.#indicators.anchor(anchor)
    this.#chart.setDataLoader(this.#loader.loader)
  }

  /** Updates the canvas to `state`; changes only what differs from the shown state. */
  show(state: ChartState, instrument: ChartInstrument, theme: ChartTheme, compared: readonly CompareExtra[]): void {
    const before = this.#shown
    this.#shown = { state, instrument, theme, compared }
    const { type, scale, look } = state
    const { state: was } = before ?? {}
    if (before?.theme !== theme || was?.type !== type || was.scale !== scale || was.look.grid !== look.grid)
      this.#chart.setStyles(stylesOf(theme, type, scale, look))
    const zone = isDated(state.interval) ? 'UTC' : state.timezone === 'exchange' ? instrument.timezone : state.timezone
    // Set before the time zone, because changing the zone draws the axis.
    this.#timeAxis.show(zone, isDated(state.interval))
    if (this.#chart.getTimezone() !== zone) this.#chart.setTimezone(zone)
    this.board.paint(theme)
    this.#price.show(state, instrument, theme)
    this.#indicators.show(state.indicators, theme)
    this.#indicators.place(look.side)
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
      if (this.#loader.hasTooFew) this.#chart.resetData()
      return
    }
    this.#loader.show({ instrument, interval: state.interval, adjust: state.adjust })
    this.view.interval = state.interval
    if (symbolChanged) this.view.forget()
    if (symbolChanged) {
      this.#chart.setSymbol({ ticker: instrument.ticker, pricePrecision: instrument.decimals, volumePrecision: 0 })
    }
    if (intervalChanged) this.#chart.setPeriod(periods[state.interval])
    else if (adjustChanged && !symbolChanged) this.#chart.resetData()
  }

  /** The index of the bar at an x position: the library's event has only the position of the crosshair. */
  #indexAt(x: number | undefined): number | null {
    if (x === undefined) return null
    const [point] = this.#chart.convertFromPixel([{ x }], { paneId: pricePane }) as Partial<Point>[]
    const last = this.#chart.getDataList().length - 1
    return point?.dataIndex === undefined ? null : Math.min(last, Math.max(0, point.dataIndex))
  }

  #point(index: number | null): void {
    this.#pointed = index
    this.#events.hover(this.hovered())
    this.#events.pointed(index === null ? null : (this.bars()[index]?.t ?? null))
  }

  /**
   * Moves the crosshair by a number of bars onto a bar's close, and scrolls if the crosshair reaches an edge of the
   * view.
   */
  step(by: number): void {
    const bars = this.bars()
    const { from, to } = this.#chart.getVisibleRange()
    const start = this.#pointed ?? Math.min(bars.length, to) - (by < 0 ? 0 : 2)
    const index = Math.min(bars.length - 1, Math.max(0, start + by))
    const bar = bars[index]
    if (!bar) return
    if (index <= from) this.view.scroll(scrolledBars)
    else if (index >= to - 1 && index < bars.length - 1) this.view.scroll(-scrolledBars)
    const [pixel] = this.#chart.convertToPixel([{ dataIndex: index, value: bar.c }], {
      paneId: pricePane,
    }) as Partial<Coordinate>[]
    const crosshair = { x: pixel?.x ?? 0, y: pixel?.y ?? 0, paneId: pricePane }
    this.#chart.executeAction('onCrosshairChange', crosshair as Crosshair)
    this.#point(index)
  }

  /** Shows the crosshair of another chart as a vertical line at the bar of `time`, ms; null removes the line. */
  pointAt(time: number | null): void {
    const bars = this.bars()
    const index = time === null ? -1 : bars.findLastIndex(({ t }) => t <= time)
    this.#pointed = index < 0 ? null : index
    // The crosshair has no position before the first bar. Naming a pane that does not exist suppresses the horizontal
    // line, which belongs to the other chart.
    const [pixel] = this.#chart.convertToPixel([{ dataIndex: index }]) as Partial<Coordinate>[]
    const shown = index < 0 ? undefined : { x: pixel?.x ?? 0, paneId: 'none' }
    this.#chart.executeAction('onCrosshairChange', shown as Crosshair)
    this.#events.hover(this.hovered())
  }

  /** Whether the crosshair is on a bar; otherwise the newest bar counts as hovered. */
  get isPointed(): boolean {
    return this.#pointed !== null
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

  /** The bar at a fraction of the width of the view. */
  barAt(share: number): ChartBar | null {
    const { width = 0 } = this.#chart.getSize(pricePane, 'main') ?? {}
    const index = this.#indexAt(width * share)
    return index === null ? null : (this.bars()[index] ?? null)
  }

  indicatorRow(id: string, index: number): IndicatorRow | null {
    return this.#indicators.row(id, index)
  }

  /** The top of an indicator's pane, in pixels from the top of the canvas. */
  paneTop(id: string): number | null {
    const [layer] = this.#chart.getIndicators({ id })
    return layer ? (this.#chart.getSize(layer.paneId, 'root')?.top ?? null) : null
  }

  comparedChange(ticker: string, index: number): number | null {
    return this.#compared.change(ticker, index)
  }

  get isFitted(): boolean {
    return this.#price.isFitted
  }

  /** Sets whether the price axis fits itself to the visible prices. */
  fit(on: boolean): void {
    this.#price.fit(on)
    this.#events.panes()
  }

  /** The price at a y position in the window, as formatted by the axis; null outside of the price pane. */
  priceAt(y: number): string | null {
    const top = this.#host.getBoundingClientRect().top
    const pane = this.#chart.getSize(pricePane, 'root')
    if (!pane || y - top < pane.top || y - top > pane.top + pane.height) return null
    const [point] = this.#chart.convertFromPixel([{ y: y - top }], {
      paneId: pricePane,
      absolute: true,
    }) as Partial<Point>[]
    return point?.value === undefined ? null : point.value.toFixed(this.#shown?.instrument.decimals ?? 2)
  }

  priceSpan(share: number): number {
    return this.#price.span * share
  }

  reload(): void {
    this.#chart.resetData()
  }

  resize(): void {
    this.#chart.resize()
    this.#events.panes()
  }

  /** The canvas as a PNG data URL with drawings, on the theme's background. */
  picture(): string {
    return this.#chart.getConvertPictureUrl(true, 'png', this.#shown?.theme.paper ?? '#FFFFFF')
  }

  /** The library's chart object, for benches that measure it. */
  get library(): Chart {
    return this.#chart
  }

  close(): void {
    this.#closed.abort()
    this.#loader.close()
    this.#dispose(this.#host)
  }
}
