import type { Chart, IndicatorDrawParams, IndicatorTemplate, KLineData } from 'klinecharts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Ohlc } from '../../state/heikin-ashi.ts'
import type { ChartTheme } from './theme.ts'
import { faded } from './theme.ts'

export const volumeLayerName = 'tw-layer:volume'
export const heikinAshiLayerName = 'tw-layer:heikin-ashi'
export const sessionLayerName = 'tw-layer:sessions'
export const breakLayerName = 'tw-layer:breaks'
export const compareLayerName = 'tw-layer:compare'

type Themed = { theme: ChartTheme }
export type HeikinAshiExtra = Themed & { rows: (bars: KLineData[]) => Ohlc[] }
export type SessionExtra = Themed & {
  regular: { from: number; to: number } | null
  /** The minutes of a bar. */
  length: number
  minuteOfDay: (time: number) => number
}
export type BreakExtra = Pick<SessionExtra, 'theme' | 'minuteOfDay'>
export type CompareExtra = { ticker: string; color: string; closes: () => readonly { t: number; c: number }[] }

const dayMinutes = dayMs / minuteMs

/**
 * A layer without rows: it only draws the visible bars. The price pane takes the fewest decimals of its layers, so this
 * layer has those of the price.
 */
const drawnOnly = {
  series: 'price' as const,
  figures: [],
  calc: () => [],
  shouldUpdate: () => ({ calc: false, draw: true }),
}

/** Volume at the bottom of the price pane, on a separate axis. Each volume has the colour of its bar. */
export function volumeLayer(): IndicatorTemplate<never, unknown, Themed> {
  return {
    ...drawnOnly,
    name: volumeLayerName,
    series: 'volume',
    zLevel: -1,
    draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
      const { up, down } = indicator.extendData.theme
      const [rose, fell] = [faded(up, 0.32), faded(down, 0.32)]
      const { gapBar, halfGapBar } = chart.getBarSpace()
      eachVisible(chart, ({ open, close, volume = 0 }, index) => {
        const top = Math.round(yAxis.convertToPixel(volume))
        ctx.fillStyle = close >= open ? rose : fell
        ctx.fillRect(Math.round(xAxis.convertToPixel(index)) - halfGapBar, top, gapBar, bounding.height - top)
      })
      return true
    },
  }
}

function eachVisible(chart: Chart, visit: (bar: KLineData, index: number) => void): void {
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  for (let index = from; index < to; index++) {
    const bar = bars[index]
    if (bar) visit(bar, index)
  }
}

/** Heikin-Ashi candles over the hidden real candles. The last price, the legend and indicators use the real values. */
export function heikinAshiLayer(): IndicatorTemplate<Ohlc, unknown, HeikinAshiExtra> {
  return {
    name: heikinAshiLayerName,
    series: 'price',
    figures: [{ key: 'high' }, { key: 'low' }],
    calc: (bars, { extendData }) => extendData.rows(bars),
    shouldUpdate: () => ({ calc: false, draw: true }),
    draw: drawCandles,
  }
}

function drawCandles({
  ctx,
  chart,
  indicator,
  xAxis,
  yAxis,
}: IndicatorDrawParams<Ohlc, unknown, HeikinAshiExtra>): boolean {
  const { from, to } = chart.getVisibleRange()
  const { gapBar } = chart.getBarSpace()
  const { up, down } = indicator.extendData.theme
  for (let index = from; index < to; index++) {
    const bar = indicator.result[index]
    if (!bar) continue
    const x = Math.round(xAxis.convertToPixel(index))
    const [open, close] = [yAxis.convertToPixel(bar.open), yAxis.convertToPixel(bar.close)]
    const [high, low] = [yAxis.convertToPixel(bar.high), yAxis.convertToPixel(bar.low)]
    ctx.fillStyle = bar.close >= bar.open ? up : down
    ctx.fillRect(x, high, 1, Math.max(1, low - high))
    ctx.fillRect(x - Math.floor(gapBar / 2), Math.min(open, close), gapBar, Math.max(1, Math.abs(open - close)))
  }
  return true
}

/** Shades the bars that are entirely outside of the regular session. */
export function sessionLayer(): IndicatorTemplate<never, unknown, SessionExtra> {
  return {
    ...drawnOnly,
    name: sessionLayerName,
    zLevel: -2,
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const { regular, length, minuteOfDay, theme } = indicator.extendData
      const { bar: width } = chart.getBarSpace()
      ctx.fillStyle = faded(theme.muted, 0.09)
      eachVisible(chart, ({ timestamp }, index) => {
        if (regular && !isInside(regular, minuteOfDay(timestamp), length))
          ctx.fillRect(xAxis.convertToPixel(index) - width / 2, 0, width + 0.5, bounding.height)
      })
      return true
    },
  }
}

/** A dashed line before the first bar of each day. */
export function breakLayer(): IndicatorTemplate<never, unknown, BreakExtra> {
  return {
    ...drawnOnly,
    name: breakLayerName,
    zLevel: -2,
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const { minuteOfDay, theme } = indicator.extendData
      const { bar: width } = chart.getBarSpace()
      const bars = chart.getDataList()
      ctx.strokeStyle = faded(theme.muted, 0.5)
      ctx.lineWidth = 1
      ctx.setLineDash([2, 3])
      ctx.beginPath()
      eachVisible(chart, ({ timestamp }, index) => {
        const before = bars[index - 1]
        if (!before || !isNewDay(before.timestamp, timestamp, minuteOfDay)) return
        const x = Math.round(xAxis.convertToPixel(index) - width / 2) + 0.5
        ctx.moveTo(x, 0)
        ctx.lineTo(x, bounding.height)
      })
      ctx.stroke()
      ctx.setLineDash([])
      return true
    },
  }
}

export function isNewDay(before: number, now: number, minuteOfDay: (time: number) => number): boolean {
  return now - before >= dayMs || minuteOfDay(now) < minuteOfDay(before)
}

/**
 * Whether a bar of `length` minutes that begins at `minute` of the day overlaps a session. A session that ends before it
 * begins includes midnight.
 */
export function isInside({ from, to }: { from: number; to: number }, minute: number, length: number): boolean {
  const since = (minute - from + dayMinutes) % dayMinutes
  return since < (to > from ? to - from : to - from + dayMinutes) || since + length > dayMinutes
}

/** The close of a compared symbol at each bar. A bar without a trade of the symbol gets the symbol's previous close. */
export function alignCloses(
  bars: readonly Pick<KLineData, 'timestamp'>[],
  closes: ReturnType<CompareExtra['closes']>,
): { close: number | null }[] {
  let next = 0
  let last: number | null = null
  return bars.map(({ timestamp }) => {
    for (let one = closes[next]; one && one.t <= timestamp; one = closes[next]) {
      last = one.c
      next += 1
    }
    return { close: last }
  })
}

/**
 * The lines of compared symbols. Each line begins at the shown symbol's price at the left edge, and shows the
 * performance since then.
 */
export function compareLayer(): IndicatorTemplate<{ close: number | null }, unknown, CompareExtra> {
  return {
    name: compareLayerName,
    series: 'price',
    figures: [],
    calc: (bars, { extendData }) => alignCloses(bars, extendData.closes()),
    shouldUpdate: (before, now) => ({ calc: before.extendData.closes !== now.extendData.closes, draw: true }),
    draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
      const { from, to } = chart.getVisibleRange()
      const ratio = compareRatio(chart.getDataList(), indicator.result, from, to)
      if (ratio === null) return true
      ctx.strokeStyle = indicator.extendData.color
      ctx.lineWidth = 1.5
      ctx.lineJoin = 'round'
      ctx.setLineDash([])
      ctx.beginPath()
      let started = false
      for (let index = from; index < to; index++) {
        const close = indicator.result[index]?.close ?? null
        if (close === null) continue
        const [x, y] = [xAxis.convertToPixel(index), yAxis.convertToPixel(close * ratio)]
        if (started) ctx.lineTo(x, y)
        else ctx.moveTo(x, y)
        started = true
      }
      ctx.stroke()
      return true
    },
  }
}

/** The factor that scales a compared close to the shown symbol; null while no close is visible. */
export function compareRatio(
  bars: readonly { close: number }[],
  rows: readonly { close: number | null }[],
  from: number,
  to: number,
): number | null {
  const base = bars[from]?.close
  for (let index = from; index < to; index++) {
    const close = rows[index]?.close
    if (base !== undefined && close) return base / close
  }
  return null
}
