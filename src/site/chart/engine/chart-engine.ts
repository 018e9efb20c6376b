import type { AxisCreateRangeParams, AxisRange, Chart, Crosshair, Period, Point } from 'klinecharts'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import type { IndicatorRow, IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { Interval } from '#src/contract/market.ts'
import { countdown, isDated } from '../bar-times.ts'
import type { ChartState, ShownIndicator } from '../chart-state.ts'
import type { BarLoader, ChartBar } from '../data/bar-loader.ts'
import type { ChartInstrument } from '../data/market-source.ts'
import { percentAxis, percentAxisName } from './axes.ts'
import { type BoardEvents, DrawingBoard } from './drawing-board.ts'
import { ownDrawings } from './drawing-tools.ts'
import { indicatorLayers, layerName } from './indicator-layers.ts'
import { minuteOfDayIn } from './minute-of-day.ts'
import {
  type CompareExtra,
  compareLayer,
  compareLayerName,
  heikinAshiLayer,
  heikinAshiLayerName,
  type SessionExtra,
  sessionLayer,
  sessionLayerName,
  volumeLayer,
  volumeLayerName,
} from './price-layers.ts'
import { type ChartTheme, stylesOf } from './theme.ts'

const pricePane = 'candle_pane'
const volumeAxis = 'tw-volume'

export const periods: Record<Interval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
}

export type Hover = { bar: ChartBar; before: ChartBar | null; index: number }
export type PanePlace = { paneId: string; top: number; left: number }

export type EngineEvents = BoardEvents & {
  /** The bar under the crosshair, or the newest one. */
  hover(hover: Hover | null): void
  /** Panes were added, moved or resized: legends have to follow. */
  panes(): void
}

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
  readonly #drawn = () => this.#events.panes()
  #shown: Shown | null = null
  #pointed: number | null = null
  #sessionExtra: (SessionExtra & { timezone: string }) | null = null

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
  }

  /** KLineCharts touches `window` when it is imported, so it comes only now. */
  static async open(
    host: HTMLElement,
    loader: BarLoader,
    events: EngineEvents,
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
      layout: { pane: { minHeight: 60, height: 110 }, barSpaceLimit: { min: 1, max: 60 } },
      thousandsSeparator: { sign: ',' },
      decimalFold: { threshold: 1000 },
    })
    if (!chart) throw new Error('the chart could not be opened in its element')
    chart.setBarSpace(8)
    const engine = new ChartEngine(chart, host, library.dispose, loader, events, now)
    engine.#listen()
    return engine
  }

  #listen(): void {
    this.#chart.setFormatter({
      formatExtendText: ({ type, data }) =>
        type === 'last_price' && this.#shown ? countdown(data.timestamp, this.#shown.state.interval, this.#now()) : '',
    })
    this.#chart.subscribeAction('onCrosshairChange', (data) => {
      this.#pointed = this.#indexAt((data as Crosshair | undefined)?.x)
      this.#events.hover(this.hovered())
    })
    this.#host.addEventListener('pointerleave', () => {
      this.#pointed = null
      this.#events.hover(this.hovered())
    })
    this.#chart.subscribeAction('onPaneDrag', () => this.#events.panes())
    this.#loader.startOver = () => this.#chart.resetData()
    this.#chart.setDataLoader(this.#loader.loader)
  }

  /** Brings the canvas to `state`; touches only what differs from what is shown. */
  show(state: ChartState, instrument: ChartInstrument, theme: ChartTheme, compared: readonly CompareExtra[]): void {
    const before = this.#shown
    this.#shown = { state, instrument, theme, compared }
    const retheme = before?.theme !== theme
    if (retheme || before?.state.type !== state.type) this.#chart.setStyles(stylesOf(theme, state.type))
    if (retheme || before?.state.volume !== state.volume) this.#showVolume(state.volume, theme)
    const zone = isDated(state.interval) ? 'UTC' : state.timezone === 'exchange' ? instrument.timezone : state.timezone
    if (this.#chart.getTimezone() !== zone) this.#chart.setTimezone(zone)
    this.#chart.overrideYAxis({ paneId: pricePane, id: this.#priceAxis(), name: axisNames[state.scale] })
    this.#showLayer(heikinAshiLayerName, state.type === 'heikinAshi', { theme })
    this.#showSessions(state, instrument, theme)
    this.#showIndicators(before?.state.indicators ?? [], state.indicators, theme, retheme)
    this.#showCompared(before?.compared ?? [], compared)
    this.#showSubject(before, state, instrument)
    this.#events.panes()
  }

  #showSubject(before: Shown | null, state: ChartState, instrument: ChartInstrument): void {
    const symbolChanged = before?.instrument !== instrument
    const intervalChanged = before?.state.interval !== state.interval
    const adjustChanged = before?.state.adjust !== state.adjust
    if (!symbolChanged && !intervalChanged && !adjustChanged) return
    this.#loader.show({ instrument, interval: state.interval, adjust: state.adjust })
    if (symbolChanged) {
      this.#chart.setSymbol({ ticker: instrument.ticker, pricePrecision: instrument.decimals, volumePrecision: 0 })
    }
    if (intervalChanged) this.#chart.setPeriod(periods[state.interval])
    else if (adjustChanged && !symbolChanged) this.#chart.resetData()
  }

  #priceAxis(): string {
    const axis = this.#chart.getYAxes({ paneId: pricePane }).find(({ id }) => id !== volumeAxis)
    return axis?.id ?? ''
  }

  #showVolume(on: boolean, theme: ChartTheme): void {
    this.#showLayer(volumeLayerName, on, { theme }, volumeAxis)
    if (!on) return
    const gap = { top: 0, bottom: 0 }
    this.#chart.overrideYAxis({ paneId: pricePane, id: volumeAxis, needWidget: false, gap, createRange: footRange })
  }

  #showLayer(name: string, on: boolean, extendData: unknown, yAxisId?: string): void {
    const id = `${name}#1`
    const there = this.#chart.getIndicators({ id }).length > 0
    if (on && there) this.#chart.overrideIndicator({ id, name, extendData })
    else if (on)
      this.#chart.createIndicator({ id, name, paneId: pricePane, extendData, ...(yAxisId && { yAxisId }) }, true)
    else if (there) this.#chart.removeIndicator({ id })
  }

  #showSessions(state: ChartState, instrument: ChartInstrument, theme: ChartTheme): void {
    const { regular, timezone } = instrument
    const on = state.sessions && regular !== null && !isDated(state.interval)
    const extra = this.#sessionExtra
    if (on && (extra?.regular !== regular || extra.theme !== theme || extra.timezone !== timezone)) {
      this.#sessionExtra = { regular, theme, timezone, minuteOfDay: minuteOfDayIn(timezone) }
    }
    this.#showLayer(sessionLayerName, on, this.#sessionExtra)
  }

  #showIndicators(
    before: readonly ShownIndicator[],
    now: readonly ShownIndicator[],
    theme: ChartTheme,
    retheme: boolean,
  ): void {
    const known = new Map(before.map((one) => [one.id, one]))
    for (const { id } of before) if (!now.some((one) => one.id === id)) this.#chart.removeIndicator({ id })
    let priceLines = 0
    for (const one of now) {
      const spec: IndicatorSpec = indicators[one.name]
      const was = known.get(one.id)
      const first = spec.pane === 'price' ? priceLines : 0
      if (spec.pane === 'price') priceLines += spec.outputs.length
      if (was === one && !retheme) continue
      const colors = spec.outputs.map((_, index) => lineColor(theme, first + index))
      const look = {
        id: one.id,
        name: layerName(one.name),
        visible: one.visible,
        extendData: { params: one.params, theme, drawn: this.#drawn },
        styles: {
          lines: colors.map((color) => ({ color, size: 1.5, style: 'solid' as const, smooth: false, dashedValue: [] })),
          circles: colors.map((color) => ({
            upColor: color,
            downColor: color,
            noChangeColor: color,
            style: 'fill' as const,
          })),
        },
      }
      if (was) this.#chart.overrideIndicator(look)
      else
        this.#chart.createIndicator(
          { ...look, ...(spec.pane === 'price' && { paneId: pricePane }) },
          spec.pane === 'price',
        )
    }
  }

  #showCompared(before: readonly CompareExtra[], now: readonly CompareExtra[]): void {
    const idOf = (ticker: string): string => `${compareLayerName}#${ticker}`
    for (const { ticker } of before) {
      if (!now.some((one) => one.ticker === ticker)) this.#chart.removeIndicator({ id: idOf(ticker) })
    }
    for (const one of now) {
      const was = before.find(({ ticker }) => ticker === one.ticker)
      if (was === one) continue
      const create = { id: idOf(one.ticker), name: compareLayerName, paneId: pricePane, extendData: one }
      if (was) this.#chart.overrideIndicator(create)
      else this.#chart.createIndicator(create, true)
    }
  }

  /** The action tells where the crosshair is, not on which bar. */
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

  /** What a shown indicator says at a bar; null before it was calculated. */
  indicatorRow(id: string, index: number): IndicatorRow | null {
    const [layer] = this.#chart.getIndicators({ id })
    return (layer?.result[index] as IndicatorRow | undefined) ?? null
  }

  /** Where the pane of an indicator begins, in pixels from the top of the canvas. */
  paneTop(id: string): number | null {
    const [layer] = this.#chart.getIndicators({ id })
    return layer ? (this.#chart.getSize(layer.paneId, 'root')?.top ?? null) : null
  }

  /** Change of a compared symbol since the left edge of the view, in percent. */
  comparedChange(ticker: string, index: number): number | null {
    const [layer] = this.#chart.getIndicators({ id: `${compareLayerName}#${ticker}` })
    const rows = (layer?.result ?? []) as { close: number | null }[]
    const { from, to } = this.#chart.getVisibleRange()
    const first = rows.slice(from, to).find(({ close }) => close !== null)?.close
    const close = rows[index]?.close
    return first && close ? (close / first - 1) * 100 : null
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
    this.#loader.close()
    this.#dispose(this.#host)
  }
}

/** Volume fills the lowest fifth of the price pane. */
function footRange({ defaultRange }: AxisCreateRangeParams): AxisRange {
  const to = defaultRange.to * 5.5
  return { ...defaultRange, to, range: to, realTo: to, realRange: to, displayTo: to, displayRange: to }
}

const axisNames = { normal: 'normal', log: 'logarithm', percent: percentAxisName } as const

/** The n-th line colour of a theme. */
export function lineColor(theme: ChartTheme, index: number): string {
  return theme.lines[index % theme.lines.length] ?? theme.accent
}
