import type { IndicatorDrawParams, IndicatorFigure, IndicatorTemplate, KLineData } from 'klinecharts'
import { type IndicatorName, indicatorNames, indicators } from '#src/contract/indicators/catalogue.ts'
import { lookback } from '#src/contract/indicators/compute.ts'
import type {
  IndicatorBar,
  IndicatorOutput,
  IndicatorParams,
  IndicatorRow,
  IndicatorSpec,
} from '#src/contract/indicators/indicator.ts'
import type { Anchor } from '../../data/balance-anchor.ts'
import type { RowRule } from './lazy-rows.ts'
import type { ChartTheme } from './theme.ts'

/** Data of a shown indicator: its rows, the current colours, and a listener that is called after drawing. */
export type IndicatorExtra = { rows: (bars: KLineData[]) => IndicatorRow[]; theme: ChartTheme; drawn: () => void }

type Layer = IndicatorTemplate<IndicatorRow, unknown, IndicatorExtra>

/** The name of a catalogue indicator inside KLineCharts. The prefix avoids the library's built-in names. */
export function layerName(name: string): string {
  return `tw:${name}`
}

/** The catalogue's own formula, so that the chart and the endpoint show the same numbers. */
export function indicatorRule(name: IndicatorName, params: IndicatorParams): RowRule<IndicatorBar, IndicatorRow> {
  return { lookback: lookback(name, params), start: () => indicators[name].start(params) }
}

/**
 * The rule of a cumulative indicator whose value at one bar is known. Without that bar, the indicator starts at the
 * first bar.
 */
export function anchoredRule(
  rule: RowRule<IndicatorBar, IndicatorRow>,
  { t, value }: Anchor,
): RowRule<IndicatorBar, IndicatorRow> {
  return {
    lookback: rule.lookback,
    start(bars) {
      const offsets = offsetsAt(rule.start(bars), bars, t, value)
      const next = rule.start(bars)
      return (bar) => shifted(next(bar), offsets)
    },
  }
}

function offsetsAt(
  next: (bar: IndicatorBar) => IndicatorRow,
  bars: readonly IndicatorBar[],
  t: number,
  value: number,
): IndicatorRow {
  for (const bar of bars) {
    if (bar.t > t) break
    const row = next(bar)
    if (bar.t === t) return Object.fromEntries(Object.entries(row).map(([output, own]) => [output, value - (own ?? 0)]))
  }
  return {}
}

function shifted(row: IndicatorRow, offsets: IndicatorRow): IndicatorRow {
  const moved = Object.entries(row).map(([output, own]) => [output, own === null ? null : own + (offsets[output] ?? 0)])
  return Object.fromEntries(moved)
}

/** The catalogue's indicators as KLineCharts layers: `contract/` computes the values, this file draws them. */
export function indicatorLayers(): Layer[] {
  return indicatorNames.map((name) => {
    const spec: IndicatorSpec = indicators[name]
    return {
      name: layerName(name),
      shortName: name.toUpperCase(),
      // The library gives a layer of this series the decimals of the price.
      series: spec.pane === 'price' || spec.isPriced ? 'price' : 'normal',
      precision: 2,
      // Sums of volume are abbreviated: in full they would take a third of a phone's width.
      shouldFormatBigNumber: spec.isCumulative === true,
      figures: spec.outputs.map(figureOf),
      calc: (bars, { extendData }) => extendData.rows(bars),
      draw: (params) => {
        params.indicator.extendData.drawn()
        for (const level of spec.guides ?? []) drawGuide(params, level)
        return false
      },
      shouldUpdate: (before, now) => ({ calc: before.extendData.rows !== now.extendData.rows, draw: true }),
    }
  })
}

function figureOf(output: IndicatorOutput): IndicatorFigure<IndicatorRow> {
  const { name: key } = output
  switch (output.draw) {
    case 'line':
      return { key, type: 'line' }
    case 'dots':
      return {
        key,
        type: 'circle',
        attrs: ({ coordinate }) => ({ x: coordinate.current.x, y: coordinate.current[key] ?? 0, r: 2 }),
      }
    case 'histogram':
      return {
        key,
        type: 'bar',
        baseValue: 0,
        styles: ({ data, indicator }) => {
          const { up, down } = (indicator.extendData as IndicatorExtra).theme
          return { style: 'fill', color: (data.current?.[key] ?? 0) < 0 ? down : up }
        },
      }
  }
}

function drawGuide(
  { ctx, bounding, yAxis, indicator }: IndicatorDrawParams<IndicatorRow, unknown, IndicatorExtra>,
  level: number,
): void {
  const y = Math.round(yAxis.convertToPixel(level)) + 0.5
  if (y < 0 || y > bounding.height) return
  ctx.strokeStyle = indicator.extendData.theme.muted
  ctx.globalAlpha = 0.5
  ctx.setLineDash([3, 4])
  ctx.beginPath()
  ctx.moveTo(0, y)
  ctx.lineTo(bounding.width, y)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.globalAlpha = 1
}
