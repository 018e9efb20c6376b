import type { AxisCreateRangeParams, AxisRange, Chart, YAxis } from 'klinecharts'
import { intervalMs } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { ChartInstrument } from '../data/market-source.ts'
import type { ChartState } from '../state/chart-state.ts'
import { heikinAshi } from '../state/heikin-ashi.ts'
import type { ChartLook } from '../state/look.ts'
import { isDated } from '../state/time/bar-times.ts'
import { percentAxisName } from './layers/axes.ts'
import { LazyRows } from './layers/lazy-rows.ts'
import { minuteOfDayIn } from './layers/minute-of-day.ts'
import {
  type BreakExtra,
  breakLayerName,
  type HeikinAshiExtra,
  heikinAshiLayerName,
  type SessionExtra,
  sessionLayerName,
  volumeLayerName,
} from './layers/price-layers.ts'
import type { ChartTheme } from './layers/theme.ts'
import { rowsInView, type View } from './layers/view.ts'

/** A price axis, with methods that the library's types lack. */
type FittedAxis = YAxis & { getAutoCalcTickFlag(): boolean; setRange(range: AxisRange): void }

export const pricePane = 'candle_pane'
const volumeAxis = 'tw-volume'
/** The share of the height that is free below the prices. The free share above the prices is twice as large. */
const gaps: Record<ChartLook['margin'], number> = { small: 0.03, usual: 0.1, large: 0.2 }
const axisNames = { normal: 'normal', log: 'logarithm', percent: percentAxisName } as const

export class PricePane implements View {
  readonly #chart: Chart
  readonly #candles = new LazyRows(heikinAshi)
  readonly #candleRows: HeikinAshiExtra['rows']
  #sessions: (SessionExtra & { timezone: string }) | null = null
  #breaks: (BreakExtra & { timezone: string }) | null = null

  constructor(chart: Chart) {
    this.#chart = chart
    this.#candleRows = rowsInView(chart, this.#candles)
  }

  show(state: ChartState, instrument: ChartInstrument, theme: ChartTheme): void {
    this.#showVolume(state.volume, theme)
    this.#showAxis(state)
    const candles: HeikinAshiExtra = { theme, rows: this.#candleRows }
    this.#showLayer(heikinAshiLayerName, state.type === 'heikinAshi', candles)
    this.#showSessions(state, instrument, theme)
    this.#showBreaks(state, instrument, theme)
  }

  showRange(from: number, to: number): void {
    this.#candles.fill(from, to)
  }

  /** Overriding the axis makes it fit the prices again, so it is overridden only for a change. */
  #showAxis({ scale, inverted: reverse, look: { side: position, margin } }: ChartState): void {
    const name = axisNames[scale]
    const axis = this.#priceAxis()
    const gap = { top: gaps[margin] * 2, bottom: gaps[margin] }
    const isSame = axis?.name === name && axis.reverse === reverse && axis.position === position
    if (isSame && axis.gap.bottom === gap.bottom) return
    this.#chart.overrideYAxis({ paneId: pricePane, id: axis?.id ?? '', name, reverse, position, gap })
  }

  /** Whether the axis fits itself to the visible prices; dragging the axis turns this off. */
  get isFitted(): boolean {
    return this.#priceAxis()?.getAutoCalcTickFlag() ?? true
  }

  fit(on: boolean): void {
    const axis = this.#priceAxis()
    if (on) this.#chart.overrideYAxis({ paneId: pricePane, id: axis?.id ?? '', name: axis?.name ?? 'normal' })
    else axis?.setRange(axis.getRange())
  }

  /** The difference between the highest and the lowest visible price. */
  get span(): number {
    return this.#priceAxis()?.getRange().range ?? 0
  }

  #priceAxis(): FittedAxis | undefined {
    const axes = this.#chart.getYAxes({ paneId: pricePane }) as FittedAxis[]
    return axes.find(({ id }) => id !== volumeAxis)
  }

  #showVolume(on: boolean, theme: ChartTheme): void {
    this.#showLayer(volumeLayerName, on, { theme }, volumeAxis)
    if (!on) return
    const gap = { top: 0, bottom: 0 }
    this.#chart.overrideYAxis({ paneId: pricePane, id: volumeAxis, needWidget: false, gap, createRange: footRange })
  }

  #showSessions(state: ChartState, instrument: ChartInstrument, theme: ChartTheme): void {
    const { regular, timezone } = instrument
    const on = state.sessions && regular !== null && !isDated(state.interval)
    const known = this.#sessions
    const length = intervalMs[state.interval] / minuteMs
    const isKnown = known?.regular === regular && known.theme === theme && known.timezone === timezone
    if (on && !(isKnown && known.length === length))
      this.#sessions = { regular, theme, timezone, length, minuteOfDay: minuteOfDayIn(timezone) }
    this.#showLayer(sessionLayerName, on, this.#sessions)
  }

  #showBreaks({ look, interval }: ChartState, { timezone }: ChartInstrument, theme: ChartTheme): void {
    const on = look.breaks && !isDated(interval)
    const known = this.#breaks
    if (on && (known?.theme !== theme || known.timezone !== timezone))
      this.#breaks = { theme, timezone, minuteOfDay: minuteOfDayIn(timezone) }
    this.#showLayer(breakLayerName, on, this.#breaks)
  }

  #showLayer(name: string, on: boolean, extendData: unknown, yAxisId?: string): void {
    const id = `${name}#1`
    const there = this.#chart.getIndicators({ id }).length > 0
    if (on && there) this.#chart.overrideIndicator({ id, name, extendData })
    else if (on)
      this.#chart.createIndicator({ id, name, paneId: pricePane, extendData, ...(yAxisId && { yAxisId }) }, true)
    else if (there) this.#chart.removeIndicator({ id })
  }
}

/** The range of the volume axis, with which volume fills about the lowest fifth of the price pane. */
function footRange({ chart }: AxisCreateRangeParams): AxisRange {
  const { from, to } = chart.getVisibleRange()
  const most = chart
    .getDataList()
    .slice(from, to)
    .reduce((highest, { volume = 0 }) => Math.max(highest, volume), 0)
  const top = most > 0 ? most * 5.5 : 1
  const whole = { from: 0, to: top, range: top }
  return { ...whole, realFrom: 0, realTo: top, realRange: top, displayFrom: 0, displayTo: top, displayRange: top }
}
