import type { IndicatorDrawParams, IndicatorTemplate, KLineData } from 'klinecharts'
import { heikinAshi, type Ohlc } from '../heikin-ashi.ts'
import type { ChartTheme } from './theme.ts'
import { faded } from './theme.ts'

export const volumeLayerName = 'tw-layer:volume'
export const heikinAshiLayerName = 'tw-layer:heikin-ashi'
export const sessionLayerName = 'tw-layer:sessions'
export const compareLayerName = 'tw-layer:compare'

type Themed = { theme: ChartTheme }
export type SessionExtra = Themed & {
  regular: { from: number; to: number } | null
  minuteOfDay: (time: number) => number
}
export type CompareExtra = { ticker: string; color: string; closes: readonly { t: number; c: number }[] }

/** Volume at the foot of the price pane, on an axis of its own, in the colour of its bar. */
export function volumeLayer(): IndicatorTemplate<{ volume: number | null; rose: boolean }, unknown, Themed> {
  return {
    name: volumeLayerName,
    series: 'volume',
    minValue: 0,
    zLevel: -1,
    figures: [
      {
        key: 'volume',
        type: 'bar',
        baseValue: 0,
        styles: ({ data, indicator }) => {
          const { theme } = indicator.extendData as Themed
          return { style: 'fill', color: faded(data.current?.rose ? theme.up : theme.down, 0.32) }
        },
      },
    ],
    calc: (bars) => bars.map(({ open, close, volume }) => ({ volume: volume ?? null, rose: close >= open })),
    shouldUpdate: () => ({ calc: false, draw: true }),
  }
}

/** Heikin-Ashi candles over the hidden real ones, so that last price, legend and indicators stay those of the market. */
export function heikinAshiLayer(): IndicatorTemplate<Ohlc, unknown, Themed> {
  return {
    name: heikinAshiLayerName,
    series: 'price',
    figures: [{ key: 'high' }, { key: 'low' }],
    calc: (bars) => heikinAshi(bars),
    shouldUpdate: () => ({ calc: false, draw: true }),
    draw: drawCandles,
  }
}

function drawCandles({ ctx, chart, indicator, xAxis, yAxis }: IndicatorDrawParams<Ohlc, unknown, Themed>): boolean {
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

/** Shades what lies outside the regular session, where bars are short enough to show it. */
export function sessionLayer(): IndicatorTemplate<{ outside: boolean }, unknown, SessionExtra> {
  return {
    name: sessionLayerName,
    zLevel: -2,
    figures: [],
    calc: (bars, { extendData: { regular, minuteOfDay } }) =>
      bars.map(({ timestamp }) => {
        if (!regular) return { outside: false }
        const minute = minuteOfDay(timestamp)
        const inside =
          regular.from <= regular.to
            ? minute >= regular.from && minute < regular.to
            : minute >= regular.from || minute < regular.to
        return { outside: !inside }
      }),
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const { from, to } = chart.getVisibleRange()
      const { bar } = chart.getBarSpace()
      ctx.fillStyle = faded(indicator.extendData.theme.muted, 0.09)
      for (let index = from; index < to; index++) {
        if (indicator.result[index]?.outside)
          ctx.fillRect(xAxis.convertToPixel(index) - bar / 2, 0, bar + 0.5, bounding.height)
      }
      return true
    },
    shouldUpdate: (before, now) => ({ calc: before.extendData !== now.extendData, draw: true }),
  }
}

/** A compared symbol's close beside each bar; the last known one where it did not trade. */
export function alignCloses(
  bars: readonly Pick<KLineData, 'timestamp'>[],
  closes: CompareExtra['closes'],
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

/** Compared symbols start where the shown one stands at the left edge, so that the lines tell who did better since then. */
export function compareLayer(): IndicatorTemplate<{ close: number | null }, unknown, CompareExtra> {
  return {
    name: compareLayerName,
    series: 'price',
    figures: [],
    calc: (bars, { extendData }) => alignCloses(bars, extendData.closes),
    shouldUpdate: (before, now) => ({ calc: before.extendData !== now.extendData, draw: true }),
    draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
      const { from, to } = chart.getVisibleRange()
      const ratio = compareRatio(chart.getDataList(), indicator.result, from, to)
      if (ratio === null) return true
      ctx.strokeStyle = indicator.extendData.color
      ctx.lineWidth = 1.5
      ctx.lineJoin = 'round'
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

/** Factor that puts a compared close on the shown symbol's scale; null while nothing of it is in view. */
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
